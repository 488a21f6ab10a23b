import type { Entity } from '#core/catalogue/entity.js';
import type { LoggedChange } from '#core/changes/change.js';
import { PURGE } from '#core/changes/sources.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { statusIdOf, type Lifecycle } from '#core/catalogue/lifecycle.js';
import type { FieldChange, Trigger } from '#core/catalogue/trigger.js';

/** A trigger in force. */
export interface ActiveTrigger {
  readonly trigger: Trigger;
  /** Transaction that activated it; it fires for later ones. */
  readonly since: bigint;
}

/** Operations that an event stands for. */
export const EVENT_OPERATIONS: Readonly<Record<Trigger['event'], readonly LoggedChange['operation'][]>> = {
  Created: ['Create'],
  Edited: ['Update'],
  CreatedOrEdited: ['Create', 'Update'],
  Deleted: ['Delete'],
  Committed: ['Create', 'Update', 'Delete'],
};

/** Names of the changed fields, in lower case. */
export const changedNames = ({ changedFields }: LoggedChange): ReadonlySet<string> =>
  new Set(changedFields.map((name) => name.toLowerCase()));

/**
 * Tells whether a change of its entity may fire a trigger, as far as its operation and its changed fields show; conditions on
 * values are evaluated by `compileTriggerConditions`. Purges fire nothing: the records were deleted before.
 * @param changed as in `changedNames`
 */
export function mayFire(
  { trigger, since }: ActiveTrigger,
  change: LoggedChange,
  changed: ReadonlySet<string>,
): boolean {
  const { event, fieldChanges, fieldCriteria } = trigger;
  if (change.xid <= since || change.source === PURGE || !EVENT_OPERATIONS[event].includes(change.operation))
    return false;
  if (fieldCriteria === 'AnyField' || change.operation !== 'Update') return true;
  const isChanged = ({ fieldName }: FieldChange): boolean => changed.has(fieldName.toLowerCase());
  return fieldCriteria === 'AllOfFields' ? fieldChanges.every(isChanged) : fieldChanges.some(isChanged);
}

/** Where-clauses that a firing depends on. */
export interface TriggerConditions {
  /** On the record as the change left it; as it was, when it was deleted. */
  readonly where?: JsonValue;
  /** For each field change those on the record before and after. */
  readonly fields: readonly { readonly from?: JsonObject; readonly to?: JsonObject }[];
}

interface KnownConditions {
  readonly lifecycle: Lifecycle | undefined;
  readonly conditions: TriggerConditions;
}

const known = new WeakMap<Trigger, KnownConditions>();

/** The conditions of a trigger; the same objects while its entity keeps its lifecycle, so that their clauses are parsed once. */
export function conditionsOf(trigger: Trigger, entity: Entity): TriggerConditions {
  const { lifecycle } = entity;
  const made = known.get(trigger);
  if (made && made.lifecycle === lifecycle) return made.conditions;
  const condition = (name: string, value: JsonValue): JsonObject => equals(name, changedValue(entity, name, value));
  const fields = trigger.fieldChanges.map(({ fieldName, from, to }) => ({
    ...(from !== undefined && { from: condition(fieldName, from) }),
    ...(to !== undefined && { to: condition(fieldName, to) }),
  }));
  const conditions = { ...(trigger.where !== undefined && { where: trigger.where }), fields };
  known.set(trigger, { lifecycle, conditions });
  return conditions;
}

/** The value that a field change means: for a status the id of the name that it gives. */
export const changedValue = ({ lifecycle }: Entity, fieldName: string, value: JsonValue): JsonValue =>
  lifecycle && fieldName.toLowerCase() === 'statusid' && typeof value === 'string'
    ? (statusIdOf(lifecycle, value) ?? value)
    : value;

const equals = (FieldName: string, Value: JsonValue): JsonObject => ({
  Filters: [Value === null ? { FieldName, Operator: 'IsNULL' } : { FieldName, Operator: 'EqualTo', Value }],
});

/** Results of the conditions of a trigger for one change, in the order of `conditionsOf`; absent ones are true. */
export interface Evaluated {
  readonly where: boolean;
  readonly fields: readonly boolean[];
}

/** Results of a trigger without conditions. */
const NO_CONDITIONS: Evaluated = { where: true, fields: [] };

/**
 * Decides whether a change that may fire a trigger does.
 * @param changed as in `changedNames`
 */
export function fires(
  { trigger: { fieldCriteria, fieldChanges } }: ActiveTrigger,
  { operation }: LoggedChange,
  changed: ReadonlySet<string>,
  { where, fields }: Evaluated = NO_CONDITIONS,
): boolean {
  if (!where || fieldCriteria === 'AnyField' || operation !== 'Update') return where;
  const held = fieldChanges.map(({ fieldName }, i) => changed.has(fieldName.toLowerCase()) && (fields[i] ?? true));
  return fieldCriteria === 'AllOfFields' ? held.every(Boolean) : held.some(Boolean);
}

/** True where something of the record's values decides whether the trigger fires. */
export function hasConditions({ trigger }: ActiveTrigger): boolean {
  const { where, fieldChanges } = trigger;
  return where !== undefined || fieldChanges.some(({ from, to }) => from !== undefined || to !== undefined);
}
