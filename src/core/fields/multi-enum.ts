import { isArray, type JsonValue } from '#core/json/json.js';
import { sql } from '#core/sql/sql.js';
import { brokenValue, enumeration, isDeclared, undeclared } from './enum.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

/** Reads the given names: an array, or text separated by commas; empty text means none. */
function namesIn(json: JsonValue): readonly string[] | undefined {
  if (typeof json === 'string') return json.trim() === '' ? [] : json.split(',').map((name) => name.trim());
  return isArray(json) && json.every((name) => typeof name === 'string') ? json : undefined;
}

/** MultiEnum: a set of declared values, stored in the declared order, so that equal sets are equal arrays. */
export const multiEnum: ValueType = {
  ...PLAIN,
  family: 'set',
  parse: (json, field) => {
    const names = namesIn(json);
    if (!names) return refused('an array of declared values');
    const unknown = names.find((name) => !isDeclared(name, field));
    if (unknown !== undefined) return undeclared(unknown, field);
    const given = new Set(names);
    return parsed(field.values.map(({ value }) => value).filter((value) => given.has(value)));
  },
  check: (value, field) => (value as readonly string[]).flatMap((name) => brokenValue(name, field)),
  columnType: () => 'text[]',
  operandType: () => 'text[]',
  toJson: (column) => sql`to_json(${column})::text`,
  schema: (field) => ({ type: 'array', items: enumeration.schema(field), uniqueItems: true }),
};
