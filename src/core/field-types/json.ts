import { isArray, JsonNumber, writeJson, type JsonValue } from '../json/json.js';
import { sql } from '../sql/sql.js';
import { exactDecimal } from '../values/exact-decimal.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

/** With the largest exponent added, still within the 16,383 fraction digits that jsonb's numbers can have. */
const MAX_NUMBER_LENGTH = 16_000;

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether jsonb can hold the value; everything it cannot hold would be an error of the database. */
function isStorable(json: JsonValue): boolean {
  if (json === null || typeof json === 'boolean') return true;
  if (typeof json === 'string') return isStorableText(json);
  if (json instanceof JsonNumber) return json.text.length <= MAX_NUMBER_LENGTH && exactDecimal(json.text) !== undefined;
  if (isArray(json)) return json.every(isStorable);
  return Object.entries(json).every(([key, item]) => isStorableText(key) && isStorable(item));
}

/**
 * Json: any JSON value, numbers digit for digit. jsonb keeps what the text means, not how it is written: the order of
 * members, blanks and exponents are lost (`1e2` comes back as `100`).
 */
export const json: ValueType = {
  ...PLAIN,
  family: 'json',
  parse: (value) =>
    isStorable(value)
      ? parsed(writeJson(value))
      : refused('JSON without U+0000, broken Unicode and numbers of extreme size'),
  columnType: () => 'jsonb',
  operandType: () => 'jsonb',
  toJson: (column) => sql`${column}::text`,
  encode: (value) => value as string,
  schema: () => ({}),
};
