import type { Entity } from '#core/catalogue/entity.js';
import type { Operation } from '#core/catalogue/scope.js';
import type { RequestContext } from '#core/context/context.js';
import { limitedRows } from '#core/rights/access.js';
import { limitingRoles, roleName } from '#core/rights/limiting-roles.js';
import type { RecordFacts } from './explain-record.sql.js';
import { type Reason, reason, sentence } from '#core/rights/reason.js';

/** Lists the clauses of roles that limit the rows of an operation. @param mayKnow true for Administrators, who see them */
export const clausesOf = (
  ctx: RequestContext,
  entity: Entity,
  operation: Operation,
  mayKnow: boolean,
): readonly Reason[] =>
  (limitedRows(ctx, entity, operation)?.grants ?? []).map(({ clause }) => {
    const limits = reason('Condition', roleName(ctx, clause.roleId), sentence('RowCondition'));
    return mayKnow ? { ...limits, WhereClause: clause.json } : limits;
  });

/** Tells how clauses judge a record; undefined where none decides about it. */
export function clausesJudge(
  ctx: RequestContext,
  entity: Entity,
  operation: Operation,
  { isInScope, isUnmet }: RecordFacts,
): Reason | undefined {
  // A record may be covered by a role without clause, too, and one outside of the scope is refused by the scope.
  const decides = isInScope ? limitedRows(ctx, entity, operation)?.open === 'None' : isUnmet;
  if (!decides) return undefined;
  const names = limitingRoles(ctx, entity, operation) ?? '';
  return reason('Condition', names, sentence(isInScope ? 'ConditionMet' : 'ConditionNotMet'));
}

/** Names who has shared a record that no scope of the user covers; undefined where nobody has. */
export const sharedReason = ({ isShared, sharedBy }: RecordFacts): Reason | undefined =>
  isShared ? reason('Share', sharedBy ?? 'RecordShare', sentence('SharedRecord')) : undefined;
