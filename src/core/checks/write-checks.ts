import { scopeOf } from '../access.js';
import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { RequestContext } from '../context.js';
import type { Args } from '../sql/args.js';
import { clashMessage } from './clash-fault.js';
import { definedCriterion } from './defined-criterion.js';
import type { Check } from './check.js';
import type { UsedLookup } from './used-lookup.js';

/** Every target of an assigned lookup must be there. */
export const lookupChecks = (lookups: readonly UsedLookup[], group: number): readonly Check[] =>
  lookups.map(({ field, target }, lookup) => ({
    group,
    test: { kind: 'lookup', lookup },
    code: 'Validation',
    message: `${field.name}: there is no such ${target.name}.`,
    fieldName: field.name,
    reads: [field.name],
  }));

/** An owner who is named must be an active user. */
export const ownerKnown = (group: number): Check => ({
  group,
  test: { kind: 'ownerUnknown' },
  code: 'Validation',
  message: 'OwnerId: there is no such active user.',
  fieldName: 'OwnerId',
  reads: ['OwnerId'],
});

/** The owner must be within the scope in which the caller may create or update (contract §4, T26). */
export function ownerInScope(
  ctx: RequestContext,
  entity: Entity,
  group: number,
  operation: 'create' | 'update',
): readonly Check[] {
  if (scopeOf(ctx, entity, operation) === 'All') return [];
  const message =
    operation === 'create'
      ? `You may not create ${entity.name} records for this owner.`
      : `You may not give ${entity.name} records to this owner.`;
  const test = { kind: 'ownerOutOfScope', operation } as const;
  return [{ group, test, code: 'OutOfScope', message, fieldName: 'OwnerId', reads: ['OwnerId'] }];
}

/** Unique rules asked about before a constraint can refuse the write, so that all clashes are named where they stand (R99). */
export const uniqueChecks = (keys: readonly (readonly Field[])[], group: number): readonly Check[] =>
  keys.map((key) => {
    const names = key.map(({ name }) => name);
    const test = { kind: 'unique', key } as const;
    return { group, test, code: 'Conflict', message: clashMessage(names), fieldName: names[0], reads: names };
  });

/** Cross-field rules: the row as it will be must meet each of them. */
export const ruleChecks = (ctx: RequestContext, entity: Entity, group: number, args: Args): readonly Check[] =>
  entity.rules.map(({ where, message, fieldName }): Check => {
    const { criterion, reads } = definedCriterion(ctx, entity, where, args);
    return { group, test: { kind: 'rule', criterion }, code: 'FieldRule', message, fieldName, reads };
  });

/**
 * Declarative refusals of one kind of write. Before and after make no difference to them: they judge the row as it will
 * be, or as it was when it is deleted.
 */
export function hookChecks(
  ctx: RequestContext,
  entity: Entity,
  group: number,
  { args, event }: { readonly args: Args; readonly event: 'Insert' | 'Update' | 'Delete' },
): readonly Check[] {
  return entity.hooks.flatMap(({ rejectWhen, events, message = '', fieldName }): readonly Check[] => {
    if (!rejectWhen || !(events.includes(`Before${event}`) || events.includes(`After${event}`))) return [];
    const { criterion, reads } = definedCriterion(ctx, entity, rejectWhen, args);
    return [{ group, test: { kind: 'hook', criterion }, code: 'HookRejected', message, fieldName, reads }];
  });
}
