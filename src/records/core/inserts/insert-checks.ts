import { clashKeys } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Args } from '#core/statements/args.js';
import type { Check } from '#core/checks/check.js';
import type { InsertGroup, InsertPlan } from './insert-plan.js';
import {
  hookChecks,
  inLimitedRows,
  lookupChecks,
  ownerInScope,
  ownerKnown,
  ruleChecks,
  uniqueChecks,
} from '#core/checks/write-checks.js';

interface GuardOptions {
  readonly args: Args;
  readonly mode: InsertPlan['mode'];
  readonly skipHooks: boolean;
}

function ownerChecks(ctx: RequestContext, { entity, owners }: InsertGroup, group: number): readonly Check[] {
  if (!owners.given && !owners.derived) return [];
  return [...(owners.given ? [ownerKnown(group)] : []), ...ownerInScope(ctx, entity, group, 'create')];
}

/** Everything a group's statement must look at before it stores anything, in the order faults are listed. */
export function insertChecks(
  ctx: RequestContext,
  group: InsertGroup,
  index: number,
  { args, mode, skipHooks }: GuardOptions,
): readonly Check[] {
  if (mode === 'image') return [];
  const owners = ownerChecks(ctx, group, index);
  return [
    ...lookupChecks(group.lookups, index),
    ...owners,
    ...inLimitedRows(ctx, group.entity, index, 'create', owners),
    ...ruleChecks(ctx, group.entity, index, args),
    ...(skipHooks ? [] : hookChecks(ctx, group.entity, index, { args, event: 'Insert' })),
    ...(mode === 'store' ? [] : uniqueChecks(ctx, clashKeys(group.entity), index)),
  ];
}
