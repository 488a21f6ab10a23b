import type { RequestContext } from '../context.js';
import type { Args } from '../sql/args.js';
import { clashMessage } from '../writes/clash-fault.js';
import type { Guard } from '../writes/guard.js';
import type { InsertGroup, InsertPlan } from './insert-plan.js';
import { hookGuards, lookupGuards, ownerInScope, ownerKnown, ruleGuards } from '../writes/write-guards.js';

interface GuardOptions {
  readonly args: Args;
  readonly mode: InsertPlan['mode'];
  readonly skipHooks: boolean;
}

function ownerGuards(ctx: RequestContext, { entity, owners }: InsertGroup, group: number): readonly Guard[] {
  if (!owners.given && !owners.derived) return [];
  return [...(owners.given ? [ownerKnown(group)] : []), ...ownerInScope(ctx, entity, group, 'create')];
}

function uniqueGuards({ entity }: InsertGroup, group: number): readonly Guard[] {
  const own = [[entity.fields.get('id')!], ...entity.uniqueKeys].filter((key) =>
    key.every(({ type }) => type !== 'AutoNumber'),
  );
  return own.map((key) => {
    const names = key.map(({ name }) => name);
    return {
      group,
      test: { kind: 'unique', key },
      code: 'Conflict',
      message: clashMessage(names),
      fieldName: names[0],
      reads: names,
    };
  });
}

/** Everything a group's statement must look at before it stores anything, in the order faults are listed. */
export function insertGuards(
  ctx: RequestContext,
  group: InsertGroup,
  index: number,
  { args, mode, skipHooks }: GuardOptions,
): readonly Guard[] {
  return [
    ...lookupGuards(group.lookups, index),
    ...ownerGuards(ctx, group, index),
    ...ruleGuards(ctx, group.entity, index, args),
    ...(skipHooks ? [] : hookGuards(ctx, group.entity, index, { args, event: 'Insert' })),
    ...(mode === 'explain' ? uniqueGuards(group, index) : []),
  ];
}
