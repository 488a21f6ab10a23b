import { scopeOf } from '../../core/access.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import type { Args } from '../../core/sql/args.js';
import { clashMessage } from './clash-fault.rules.js';
import { definedCriterion } from './defined-criterion.rules.js';
import type { Guard } from './guard.js';
import type { InsertGroup, InsertPlan } from './insert-plan.js';

interface GuardOptions {
  readonly args: Args;
  readonly mode: InsertPlan['mode'];
  readonly skipHooks: boolean;
}

function lookupGuards({ lookups }: InsertGroup, group: number): readonly Guard[] {
  return lookups.map(({ field, target }, lookup) => ({
    group,
    test: { kind: 'lookup', lookup },
    code: 'Validation',
    message: `${field.name}: there is no such ${target.name}.`,
    fieldName: field.name,
    reads: [field.name],
  }));
}

function ownerGuards(ctx: RequestContext, { entity, owners }: InsertGroup, group: number): readonly Guard[] {
  if (!owners.given && !owners.derived) return [];
  const about = { group, fieldName: 'OwnerId', reads: ['OwnerId'] };
  const unknown: Guard = {
    ...about,
    test: { kind: 'ownerUnknown' },
    code: 'Validation',
    message: 'OwnerId: there is no such active user.',
  };
  const outOfScope: Guard = {
    ...about,
    test: { kind: 'ownerOutOfScope', operation: 'create' },
    code: 'OutOfScope',
    message: `You may not create ${entity.name} records for this owner.`,
  };
  return [...(owners.given ? [unknown] : []), ...(scopeOf(ctx, entity, 'create') === 'All' ? [] : [outOfScope])];
}

/** Cross-field rules and declarative refusals of one event, as guards. */
export function definedGuards(
  ctx: RequestContext,
  entity: Entity,
  group: number,
  { args, event }: { args: Args; event?: 'BeforeInsert' | 'BeforeUpdate' },
): readonly Guard[] {
  const rules = entity.rules.map((rule): Guard => {
    const { criterion, reads } = definedCriterion(ctx, entity, rule.where, args);
    const { message, fieldName } = rule;
    return { group, test: { kind: 'rule', criterion }, code: 'FieldRule', message, fieldName, reads };
  });
  const hooks = entity.hooks.flatMap(({ rejectWhen, events, message = '', fieldName }): readonly Guard[] => {
    if (!rejectWhen || !event || !events.includes(event)) return [];
    const { criterion, reads } = definedCriterion(ctx, entity, rejectWhen, args);
    return [{ group, test: { kind: 'hook', criterion }, code: 'HookRejected', message, fieldName, reads }];
  });
  return [...rules, ...hooks];
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
    ...lookupGuards(group, index),
    ...ownerGuards(ctx, group, index),
    ...definedGuards(ctx, group.entity, index, { args, ...(!skipHooks && { event: 'BeforeInsert' as const }) }),
    ...(mode === 'explain' ? uniqueGuards(group, index) : []),
  ];
}
