import { isArray, JsonNumber, writeJson, type JsonValue } from '#core/json/json.js';
import { sql } from '#core/sql/sql.js';
import { exactDecimal } from '#core/values/exact-decimal.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

/** Maximum length of a number; with the largest exponent it stays within jsonb's limit of 16,383 fraction digits. */
const MAX_NUMBER_LENGTH = 16_000;

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Tells whether jsonb can store the value; other values would cause a database error. */
function isStorable(json: JsonValue): boolean {
  if (json === null || typeof json === 'boolean') return true;
  if (typeof json === 'string') return isStorableText(json);
  if (json instanceof JsonNumber) return json.text.length <= MAX_NUMBER_LENGTH && exactDecimal(json.text) !== undefined;
  if (isArray(json)) return json.every(isStorable);
  return Object.entries(json).every(([key, item]) => isStorableText(key) && isStorable(item));
}

/**
 * Json: any JSON value, numbers digit for digit. jsonb does not keep the order of members, blanks and exponents (`1e2`
 * is returned as `100`).
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
