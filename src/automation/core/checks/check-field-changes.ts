import type { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { faultAt, objectFaults, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import { changedValue } from '#automation/core/triggers/fires.js';
import type { Trigger } from '#core/catalogue/trigger.js';

/** Checks the event of a trigger with its field changes. */
export function* changeFaults(definition: Definition, trigger: Trigger, entity: Entity | undefined): MemberFaults {
  const { event, fieldCriteria } = trigger;
  const given = definition.value('FieldChanges') ?? [];
  if (!isArray(given)) return yield faultAt('FieldChanges', 'FieldChanges must be an array of objects.');
  if (given.length === 0 && fieldCriteria !== 'AnyField')
    yield faultAt('FieldChanges', `FieldCriteria ${fieldCriteria} needs FieldChanges.`);
  if (given.length === 0) return;
  if (event !== 'Edited')
    yield faultAt('FieldChanges', `Fields change when a record is edited: TriggerEvent must be Edited, not ${event}.`);
  if (fieldCriteria === 'AnyField')
    yield faultAt('FieldCriteria', 'FieldCriteria must be AnyOfFields or AllOfFields beside FieldChanges.');
  const taken = new Set<string>();
  for (const [i, json] of given.entries()) yield* oneFaults(json, `FieldChanges[${i}]`, { entity, taken });
}

interface Known {
  readonly entity: Entity | undefined;
  /** Names before, in lower case, to which that of the change is added. */
  readonly taken: Set<string>;
}

function* oneFaults(json: JsonValue, path: string, { entity, taken }: Known): MemberFaults {
  yield* objectFaults(json, path, ['FieldName', 'From', 'To']);
  if (!isObject(json)) return;
  const { FieldName: name = null } = json;
  if (typeof name !== 'string' || name === '')
    return yield faultAt(`${path}.FieldName`, 'The name of a field is required.');
  if (taken.has(name.toLowerCase())) yield faultAt(`${path}.FieldName`, `${name} is named twice.`);
  taken.add(name.toLowerCase());
  if (!entity) return;
  const field = entity.fields.get(name.toLowerCase());
  const names = [...entity.fields.values()].map((each) => each.name);
  if (!field) {
    const shown = shortened(name);
    return yield faultAt(`${path}.FieldName`, `${entity.name} has no field '${shown}'.${didYouMean(name, names)}`);
  }
  if (field.isSystem && !CHANGING.has(field.name))
    return yield faultAt(`${path}.FieldName`, `${field.name} does not count as changed.`);
  yield* valueFaults({ entity, field }, json, path);
}

/** System fields whose change is one of the record. */
const CHANGING: ReadonlySet<string> = new Set(['StatusId', 'OwnerId', 'OwnerTeamId']);

/** An absent `From` or `To` is no condition, while null is a value. */
function* valueFaults(
  { entity, field }: { readonly entity: Entity; readonly field: Field },
  json: JsonObject,
  path: string,
): MemberFaults {
  const parsed: unknown[] = [];
  for (const name of ['From', 'To']) {
    if (json[name] === undefined) continue;
    const value = changedValue(entity, field.name, json[name]);
    const read = value === null ? { ok: true as const, value: null } : valueTypeOf(field).parse(value, field);
    if (read.ok) parsed.push(read.value);
    else yield faultAt(`${path}.${name}`, `${field.name} must be ${read.expected}${statusHint(entity, field)}.`);
  }
  const [from, to] = parsed.map((value) => JSON.stringify(value));
  if (from !== undefined && from === to)
    yield faultAt(`${path}.To`, 'From and To are the same value, which is no change.');
}

/** The statuses that can be given by name. */
function statusHint({ lifecycle }: Entity, { name }: Field): string {
  if (name !== 'StatusId' || !lifecycle) return '';
  const names = [...lifecycle.statuses.values()].map((status) => status.name);
  return ` or the name of a status: ${shortened(names.join(', '), 500)}`;
}
