import type { RequestContext } from '../context.js';
import type { Draft } from '../drafts/draft.js';
import type { InsertPlan } from './insert-plan.js';
import { planInsert } from './plan-insert.js';

/** The insert of one call, to be done together with others. */
export interface SharedInsert {
  readonly correlationId: string;
  /** Of one record. */
  readonly draft: Draft;
}

/**
 * Whether a draft can share its statement: one record, and nothing that belongs to its call but the record, its change
 * and its outcome. A first status has a history, which names its call too.
 */
export const isShareable = ({ groups: [{ entity, rows }, ...others] }: Draft): boolean =>
  others.length === 0 && rows.length === 1 && entity.kind === 'business' && entity.initialStatusId === undefined;

/**
 * One plan for inserts into one entity by one caller. They stand or fall together, so whoever runs it repeats them one
 * by one after a failure.
 * @param ctx of one of the calls: the records are all stamped with its time.
 */
export function planShared(ctx: RequestContext, inserts: readonly SharedInsert[]): InsertPlan {
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
