import { sql } from '#core/sql/sql.js';
import {
  compareDecimals,
  compareDecimalTexts,
  exactDecimal,
  exactDecimalIn,
  fractionDigits,
  plainText,
} from '#core/values/exact-decimal.js';
import { brokenRange } from './range.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

const LEAST = exactDecimal('-9223372036854775808')!;
const GREATEST = exactDecimal('9223372036854775807')!;

/** Int: a whole number of 64 bits. `5.0` and `1e3` are whole numbers too. */
export const int: ValueType = {
  ...PLAIN,
  family: 'number',
  parse: (json) => {
    const number = exactDecimalIn(json);
    if (!number || fractionDigits(number) > 0) return refused('a whole number');
    if (compareDecimals(number, LEAST) < 0 || compareDecimals(number, GREATEST) > 0) {
      return refused('a whole number of at most 64 bits');
    }
    return parsed(plainText(number, 0));
  },
  check: (value, field) => brokenRange(value as string, field, compareDecimalTexts),
  columnType: () => 'bigint',
  operandType: () => 'bigint',
  toJson: (column) => sql`${column}::text`,
  schema: ({ min, max }) => ({
    type: 'integer',
    format: 'int64',
    ...(min !== undefined && { minimum: Number(min) }),
    ...(max !== undefined && { maximum: Number(max) }),
  }),
};
