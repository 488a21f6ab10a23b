import { scopeOf } from '#core/rights/access.js';
import { conditionParams, limitingRoles } from '#core/rights/limiting-roles.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { shortened } from '#core/nearest.js';
import type { Args } from '#core/statements/args.js';
import { clashOfKey } from './clash-fault.js';
import { definedCriterion } from './defined-criterion.js';
import type { Check } from './check.js';
import type { UsedLookup } from './used-lookup.js';

/** Checks that the target of every assigned lookup exists. */
export const lookupChecks = (lookups: readonly UsedLookup[], group: number): readonly Check[] =>
  lookups.map(({ field, target }, lookup) => ({
    group,
    test: { kind: 'lookup', lookup },
    code: 'Validation',
    message: `${field.name}: there is no such ${target.name}.`,
    fieldName: field.name,
    reads: [field.name],
  }));

/** Message of a failed check of a record that a `Match` looks for, with the value that no record has. */
export function messageOf({ message, test }: Check, match: LookedFor | undefined): string {
  const isAboutTarget = test.kind === 'lookup' || test.kind === 'ownerUnknown';
  if (!isAboutTarget || typeof match?.value !== 'string') return message;
  return `${message.replace(/\.$/, '')} with the ${match.field.name} '${shortened(match.value)}'.`;
}

/** A value of a unique field by which a target is looked for. */
interface LookedFor {
  readonly field: Field;
  readonly value: unknown;
}

/** Checks that a given owner is an active user. */
export const ownerKnown = (group: number): Check => ({
  group,
  test: { kind: 'ownerUnknown' },
  code: 'Validation',
  message: 'OwnerId: there is no such active user.',
  fieldName: 'OwnerId',
  reads: ['OwnerId'],
});

/** Checks that the owner is within the caller's create or update scope (docs/interface/records.md#owners-and-teams). */
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

/**
 * Checks that the row, as it would be stored, is among those that clauses of the caller's roles leave.
 * @param others checks of the same row; one of the owner judges the scope
 */
export function inLimitedRows(
  ctx: RequestContext,
  entity: Entity,
  group: number,
  operation: 'create' | 'update',
  others: readonly Check[] = [],
): readonly Check[] {
  const roles = limitingRoles(ctx, entity, operation);
  if (roles === undefined) return [];
  const message =
    operation === 'create'
      ? `You may not create this ${entity.name} record: it does not meet the conditions of your roles.`
      : `You may not update this ${entity.name} record so: it would not meet the conditions of your roles any more.`;
  const check = { group, code: 'OutOfScope', reads: [] } as const;
  const unmet: Check = {
    ...check,
    test: { kind: 'outOfRows', operation, isInScope: true },
    message,
    params: conditionParams(roles),
  };
  const isJudged = others.some(({ test }) => test.kind === 'ownerOutOfScope');
  if (isJudged || scopeOf(ctx, entity, operation) === 'All') return [unmet];
  const outside = { kind: 'outOfRows', operation, isInScope: false } as const;
  return [unmet, { ...check, test: outside, message: 'The record would be outside of your scope.' }];
}

/** Checks unique keys before a constraint can refuse the write, so that all conflicts are reported with their paths. */
export const uniqueChecks = (
  ctx: RequestContext,
  keys: readonly (readonly Field[])[],
  group: number,
): readonly Check[] =>
  keys.map((key) => {
    const names = key.map(({ name }) => name);
    const test = { kind: 'unique', key } as const;
    return { group, test, code: 'Conflict', ...clashOfKey(ctx, key), reads: names };
  });

/** Checks the cross-field rules against the row that would be stored. */
export const ruleChecks = (ctx: RequestContext, entity: Entity, group: number, args: Args): readonly Check[] =>
  entity.rules.map(({ where, message, fieldName }): Check => {
    const { criterion, reads } = definedCriterion(ctx, entity, where, args);
    return { group, test: { kind: 'rule', criterion }, code: 'FieldRule', message, fieldName, reads };
  });

/**
 * Checks the declarative hooks of one kind of write. Before and After make no difference: they test the row that would
 * be stored, or the row that would be deleted.
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
