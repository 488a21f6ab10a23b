import type { Field } from '#core/catalogue/field.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { isArray, JsonNumber, writeJson, type JsonObject, type JsonValue } from '#core/json/json.js';
import { exactDecimal, plainText } from '#core/values/exact-decimal.js';

/** Returns a text that equal values of a field share, however they are written. */
function canonicalValue(field: Field, value: JsonValue): string {
  if (field.type === 'Json') return canonicalJson(value);
  const parsed = valueTypeOf(field).parse(value, field);
  return parsed.ok ? JSON.stringify(parsed.value) : writeJson(value);
}

/** Tells whether two values of a field are equal, however they are written. */
export const isSameValue = (field: Field, a: JsonValue, b: JsonValue): boolean =>
  a === b || (a !== null && b !== null && canonicalValue(field, a) === canonicalValue(field, b));

/** Writes JSON with sorted members and without differences of numbers that are equal. */
function canonicalJson(value: JsonValue): string {
  if (value instanceof JsonNumber) {
    const exact = exactDecimal(value.text);
    return exact ? plainText(exact, 0) : value.text;
  }
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const object: JsonObject = value;
  const members = Object.keys(object).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(object[name])}`).join(',')}}`;
}
