import { coversAll, limitedRows, scopeOf } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import type { Draft } from '#records/core/drafts/draft.js';
import type { InsertPlan } from './insert-plan.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { planInsert } from './plan-insert.js';

/** Insert of one call that shares its statement with others. */
export interface SharedInsert {
  readonly correlationId: string;
  readonly principal: Principal;
  /** A draft of one record. */
  readonly draft: Draft;
}

/**
 * Tells whether a draft can share its statement. It can when it has one record, and nothing belongs to its call but the
 * record, its first status with the row of the history, their changes and its outcome.
 */
export const isShareable = ({ groups: [{ entity, rows }, ...others] }: Draft): boolean =>
  others.length === 0 && rows.length === 1 && entity.kind === 'business';

/** Values of where-clauses that stand for the caller or the caller's teams. */
const NAMES_CALLER = /"(?:me|myteams)"/i;
const callerClauses = new WeakMap<Entity, boolean>();

/** True for an entity with rules or hooks that check who the caller is. */
function checksCaller(entity: Entity): boolean {
  let known = callerClauses.get(entity);
  if (known === undefined) {
    const clauses = [...entity.rules.map(({ where }) => where), ...entity.hooks.map(({ rejectWhen }) => rejectWhen)];
    known = NAMES_CALLER.test(JSON.stringify(clauses));
    callerClauses.set(entity, known);
  }
  return known;
}

/**
 * Tells whether a shareable draft can share its statement with those of other callers: its caller owns and may read the
 * record, and nothing else in its checks depends on who the caller is.
 */
export function isShareableAmongCallers(ctx: RequestContext, { groups: [{ entity, rows }] }: Draft): boolean {
  const [{ ownerId, values, matches }] = rows;
  const { userId } = ctx.principal;
  // A key stands in the source of the changes, which is one for the statement.
  if (ctx.job || ctx.principal.key || ownerId !== userId || userId === SYSTEM_USER_ID) return false;
  if (scopeOf(ctx, entity, 'read') === 'None' || entity.protectedFields.length > 0) return false;
  if (limitedRows(ctx, entity, 'read') || limitedRows(ctx, entity, 'create')) return false;
  const set = [...values.keys()].filter((name) => values.get(name) !== null);
  return !checksCaller(entity) && [...set, ...matches.keys()].every((name) => isOpen(ctx, entity, name));
}

/** True for a field that is no lookup, and for a lookup whose targets the caller may refer to without exception. */
function isOpen(ctx: RequestContext, entity: Entity, fieldName: string): boolean {
  const { type, target } = entity.fields.get(fieldName.toLowerCase())!;
  if (type !== 'Lookup') return true;
  const targets = ctx.catalogue.entity(target!);
  return targets.publicFields.size > 0 || coversAll(ctx, targets, 'read');
}

/**
 * Plans inserts into one entity as one statement. It stores all of them or none, so they are repeated one by one after a
 * failure.
 * @param ctx of one of the calls: the audit columns of all records have its time
 * @param isAmongCallers false where all are inserts of the caller of `ctx`
 */
export function planSharedInsert(
  ctx: RequestContext,
  inserts: readonly SharedInsert[],
  isAmongCallers: boolean,
): InsertPlan {
  const { entity } = inserts[0].draft.groups[0];
  const rows = inserts.map(({ draft }) => draft.groups[0].rows[0]);
  const owners = isAmongCallers ? inserts.map(({ principal }) => principal) : undefined;
  const options = { mode: 'store', ...(owners && { owners }) } as const;
  const plan = planInsert(ctx, { groups: [{ entity, rows }], inlineUpdates: [], faults: [] }, options);
  const addIds = (ids: readonly string[]) => plan.args.add(ids, 'uuid[]');
  const shared = {
    rootIds: addIds(rows.map(({ id }) => id)),
    correlationIds: addIds(inserts.map(({ correlationId }) => correlationId)),
    ...(owners && { userIds: addIds(owners.map(({ userId }) => userId)) }),
  };
  return { ...plan, key: `${owners ? 'shared among callers' : 'shared'} ${plan.key}`, shared };
}
