import type { RequestContext } from '../context.js';
import type { Draft } from '../drafts/draft.js';
import type { InsertPlan } from './insert-plan.js';
import { planInsert } from './plan-insert.js';

/** Insert of one call that shares its statement with others. */
export interface SharedInsert {
  readonly correlationId: string;
  /** A draft of one record. */
  readonly draft: Draft;
}

/**
 * Tells whether a draft can share its statement. It can when it has one record, and nothing belongs to its call but the
 * record, its first status with the row of the history, their changes and its outcome.
 */
export const isShareable = ({ groups: [{ entity, rows }, ...others] }: Draft): boolean =>
  others.length === 0 && rows.length === 1 && entity.kind === 'business';

/**
 * Plans inserts into one entity by one caller as one statement. It stores all of them or none, so they are repeated one
 * by one after a failure.
 * @param ctx of one of the calls: the audit columns of all records have its time.
 */
export function planSharedInsert(ctx: RequestContext, inserts: readonly SharedInsert[]): InsertPlan {
  const { entity } = inserts[0].draft.groups[0];
  const rows = inserts.map(({ draft }) => draft.groups[0].rows[0]);
  const plan = planInsert(ctx, { groups: [{ entity, rows }], inlineUpdates: [], faults: [] }, { mode: 'store' });
  const rootIds = plan.args.add(
    rows.map(({ id }) => id),
    'uuid[]',
  );
  const correlationIds = plan.args.add(
    inserts.map(({ correlationId }) => correlationId),
    'uuid[]',
  );
  return { ...plan, key: `shared ${plan.key}`, shared: { rootIds, correlationIds } };
}
