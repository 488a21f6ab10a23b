import type { Faults } from '../errors.js';
import { isArray, isObject, kindOf, type JsonValue } from '../json/json.js';

/** A caller's wish to give a field, relation or child entity a value, before metadata says what it means. */
export interface Assignment {
  readonly name: string;
  readonly value: JsonValue;
  /** Where it stands in the body, such as `Fields[3].Value[1].Fields[0]`. */
  readonly path: string;
}

/** `[{FieldName, Value}, …]` as assignments; every element that is none is a fault. */
export function readAssignments(items: readonly JsonValue[], path: string, faults: Faults): readonly Assignment[] {
  return items.flatMap((item, i): readonly Assignment[] => {
    const at = `${path}[${i}]`;
    if (isObject(item) && typeof item.FieldName === 'string' && item.FieldName !== '') {
      return [{ name: item.FieldName, value: item.Value ?? null, path: at }];
    }
    faults.add('Validation', `${at} must be {"FieldName": …, "Value": …}, not ${kindOf(item)}.`, { path: at });
    return [];
  });
}

/**
 * A nested record in one of its forms: an array of assignments, an object with `Fields` (unless its entity has a field
 * of that name), or an object of field → value.
 */
export function readNestedRecord(
  json: JsonValue,
  path: string,
  hasField: (name: string) => boolean,
  faults: Faults,
): readonly Assignment[] | undefined {
  if (isArray(json)) return readAssignments(json, `${path}.Fields`, faults);
  if (!isObject(json)) {
    faults.add('Validation', `${path} must be an object or an array of field assignments, not ${kindOf(json)}.`, {
      path,
    });
    return undefined;
  }
  if (isArray(json.Fields) && !hasField('Fields')) return readAssignments(json.Fields, `${path}.Fields`, faults);
  return Object.entries(json).map(([name, value]) => ({ name, value, path: `${path}.${name}` }));
}
