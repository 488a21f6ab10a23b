import { JsonNumber } from '#core/json/json.js';
import { sql } from '#core/sql/sql.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Bool: `true` or `false`, as JSON or as text in any letter case, and 1 or 0, as number or as text. */
export const bool: ValueType = {
  ...PLAIN,
  family: 'bool',
  parse: (json) => {
    if (typeof json === 'boolean') return parsed(json);
    const text = json instanceof JsonNumber ? json.text : json;
    const value = typeof text === 'string' && text.length <= 5 ? BOOLEANS.get(text.toLowerCase()) : undefined;
    return value === undefined ? refused('true or false') : parsed(value);
  },
  columnType: () => 'boolean',
  operandType: () => 'boolean',
  toJson: (column) => sql`${column}::text`,
  schema: () => ({ type: 'boolean' }),
};
