import { limitedRows, rowsKey, scopeOf } from '#core/rights/access.js';
import { conditionParams, limitingRoles } from '#core/rights/limiting-roles.js';
import type { RequestContext } from '#core/context/context.js';
import { shapeOf, type Criterion } from '#core/criteria/criterion.js';
import { addressConjuncts } from '#core/criteria/identity.js';
import { accessKey } from '#core/relations/relation.js';
import type { Args } from '#core/statements/args.js';
import type { Fault } from '#core/errors.js';
import { CONDITION_NUMBERS, type MatchPlan } from './match-plan.js';

/** Resolved where-clause of a write; the criterion's values are in `args`. */
export interface MatchInput {
  readonly criterion: Criterion;
  readonly args: Args;
  readonly expectedVersion?: string;
  /** Conjuncts that address records by identity, if they do not follow from the criterion. */
  readonly identity?: readonly Criterion[];
  /** True for moves by the approval engine, which change records under approval. */
  readonly ignoresLock?: boolean;
}

/** Plans how a write by where-clause finds and locks its records. */
export function planMatch(
  ctx: RequestContext,
  entity: MatchPlan['entity'],
  operation: MatchPlan['operation'],
  { criterion, args, expectedVersion, identity, ignoresLock }: MatchInput,
  exclusive: boolean,
): MatchPlan {
  return {
    entity,
    operation,
    criterion,
    identity: identity ?? addressConjuncts(criterion, entity),
    unlimited: ctx.principal.isAdministrator,
    exclusive,
    ...(expectedVersion !== undefined && { version: args.add(expectedVersion, 'bigint') }),
    ...(ignoresLock && { ignoresLock }),
    ...conditionsOf(ctx, entity),
  };
}

/** An addressed record that may not be read is only said to fail a clause where the scope covers every record. */
function conditionsOf(ctx: RequestContext, entity: MatchPlan['entity']): Pick<MatchPlan, 'conditions'> {
  if (!ctx.principal.access.get(entity.name)?.rows) return {};
  const hidden = scopeOf(ctx, entity, 'read') === 'All' ? limitingRoles(ctx, entity, 'read') : undefined;
  const conditions = new Map<number, Fault>(
    hidden === undefined ? [] : [[0, unmet('A record addressed here', hidden)]],
  );
  for (const operation of ['delete', 'update'] as const) {
    const roles = limitingRoles(ctx, entity, operation);
    if (roles !== undefined) conditions.set(Number(CONDITION_NUMBERS[operation]), unmet('This record', roles));
  }
  return conditions.size > 0 ? { conditions } : {};
}

const unmet = (record: string, roles: string): Fault => ({
  code: 'OutOfScope',
  message: `${record} does not meet the conditions of your roles.`,
  params: conditionParams(roles),
});

/** Builds the part of a statement's key that identifies how its records are matched. */
export function matchKey(ctx: RequestContext, plan: MatchPlan): string {
  const { entity, operation, criterion, identity, version, unlimited, exclusive, rows, ignoresLock } = plan;
  const restored = rows && limitedRows(ctx, entity, 'update') ? rowsKey(ctx, entity, 'update') : '';
  const modes = `${exclusive ? 'x' : ''}${rows ? `d${restored}` : ''}${ignoresLock ? 'i' : ''}`;
  const flags = `${version ? 'v' : ''}${unlimited ? 'u' : ''}${modes}`;
  const access = accessKey({ ctx, rights: 'caller' });
  return `${entity.name}(${rowsKey(ctx, entity, operation)},${flags},${shapeOf(criterion)},${identity.map(shapeOf).join('+')}) ${access}`;
}
