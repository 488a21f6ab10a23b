import { relationNamed, type Entity } from '#core/catalogue/entity.js';
import { isArray, isObject, kindOf, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { Faults } from '#core/errors.js';
import { nameIn, ShapeReader } from '#core/shapes/shape-reader.js';
import { nearMiss } from '#core/nearest.js';

/** Assignment of a value to a field, relation or child entity, before the name is resolved. */
export interface Assignment {
  readonly name: string;
  readonly value: JsonValue;
  /** Path in the body, such as `Fields[3].Value[1].Fields[0]`. */
  readonly path: string;
}

const MEMBERS = ['FieldName', 'Value'];

/** Tells whether an object has exactly the members of an assignment, which is the common case. */
const isExact = (item: JsonObject): boolean =>
  typeof item.FieldName === 'string' &&
  item.FieldName !== '' &&
  item.Value !== undefined &&
  Object.keys(item).length === MEMBERS.length;

/** Reads assignments `[{FieldName, Value}, …]`; every other element is a fault. */
export function readAssignments(items: readonly JsonValue[], path: string, reader: ShapeReader): readonly Assignment[] {
  return items.flatMap((item, i): readonly Assignment[] => {
    const at = `${path}[${i}]`;
    if (!isObject(item)) return faulty(item, at, reader);
    if (isExact(item)) return [{ name: nameIn(item.FieldName as string), value: item.Value, path: at }];
    const members = reader.object(item, at, MEMBERS);
    const { FieldName: name } = item;
    if (typeof name !== 'string' || name === '') return members.isMisspelt('FieldName') ? [] : faulty(item, at, reader);
    const value = members.requiredValue();
    return value === undefined ? [] : [{ name: nameIn(name), value, path: at }];
  });
}

function faulty(item: JsonValue, path: string, { faults }: ShapeReader): readonly never[] {
  faults.add('Validation', `${path} must be {"FieldName": …, "Value": …}, not ${kindOf(item)}.`, { path });
  return [];
}

/**
 * Reads a nested record in one of its forms: an array of assignments, an object with `Fields` (unless its entity has a
 * field or relation of that name), or an object of field → value.
 */
export function readNestedRecord(
  json: JsonValue,
  path: string,
  entity: Entity,
  reader: ShapeReader,
): readonly Assignment[] | undefined {
  if (isArray(json)) return readAssignments(json, `${path}.Fields`, reader);
  if (!isObject(json)) {
    const message = `${path} must be an object or an array of field assignments, not ${kindOf(json)}.`;
    reader.faults.add('Validation', message, { path });
    return undefined;
  }
  if (isArray(json.Fields) && !isFieldOrRelation(entity, 'Fields')) {
    reader.object(json, path, ['Fields']);
    return readAssignments(json.Fields, `${path}.Fields`, reader);
  }
  const only = onlyMember(json, entity);
  if (only !== undefined && isArray(json[only]) && nearMiss(only, ['Fields']) !== undefined) {
    reader.unknown(only, path, ['Fields']);
    return undefined;
  }
  return Object.entries(json).map(([name, value]) => ({ name, value, path: `${path}.${name}` }));
}

/**
 * Returns the name of an object's only member if it is not a field, so that it may be a misspelt `Fields` or `Match`.
 */
function onlyMember(json: JsonObject, entity: Entity): string | undefined {
  const names = Object.keys(json);
  return names.length === 1 && !isFieldOrRelation(entity, names[0]) ? names[0] : undefined;
}

const isFieldOrRelation = (entity: Entity, name: string): boolean =>
  entity.fields.has(name.toLowerCase()) || relationNamed(entity, name) !== undefined;

/** Tells whether a lookup's value refers to an existing target, by Id or Match, and is not a nested record. */
export const namesTarget = (json: JsonValue, target: Entity): boolean =>
  !(isObject(json) || isArray(json)) || isMatchObject(json, target);

/** Recognises `{"Match": {…}}`, unless the target has a field of that name. */
export const isMatchObject = (json: JsonValue, target: Entity): json is { Match: JsonObject } =>
  isObject(json) && isObject(json.Match) && Object.keys(json).length === 1 && !target.fields.has('match');

/** Tells whether the value is a Match whose only member is misspelt; adds a fault if so. */
export function isMisspeltMatch(json: JsonValue, target: Entity, at: string, reader: ShapeReader): boolean {
  if (!isObject(json)) return false;
  const only = onlyMember(json, target);
  if (only === undefined || !isObject(json[only]) || nearMiss(only, ['Match']) === undefined) return false;
  reader.unknown(only, at, ['Match']);
  return true;
}

/** Reads the members of a Match; `undefined`, with a fault, if the value is missing or a member is misspelt. */
export function readMatchMembers(
  json: JsonObject,
  path: string,
  reader: ShapeReader,
): { readonly name: string | undefined; readonly value: JsonValue } | undefined {
  const members = reader.object(json, path, MEMBERS);
  const value = members.requiredValue();
  if (value === undefined || members.isMisspelt('FieldName')) return undefined;
  const { FieldName: name } = json;
  return { name: typeof name === 'string' ? nameIn(name) : undefined, value };
}

/** Changes of children in an update, before they are drafted. */
export interface ChildChanges {
  readonly created: readonly JsonValue[];
  readonly updated: readonly JsonValue[];
  readonly deleted: readonly JsonValue[];
}

/**
 * Reads `{"Create": […], "Update": […], "Delete": […]}`. Unknown members are always refused here: ignoring one could
 * write less or more than the caller intended.
 */
export function readChildChanges(json: JsonObject, path: string, faults: Faults): ChildChanges {
  const reader = new ShapeReader(true);
  const members = reader.object(json, path, ['Create', 'Update', 'Delete']);
  const [created, updated, deleted] = ['Create', 'Update', 'Delete'].map((name) => members.optionalArray(name) ?? []);
  faults.push(...reader.faults.list);
  return { created, updated, deleted };
}
