import { sql } from '#core/sql/sql.js';
import { compareDecimalTexts, exactDecimalIn, fractionDigits, plainText } from '#core/values/exact-decimal.js';
import { brokenRange } from './range.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

/**
 * Decimal: exact, never rounded; the value has the field's scale (`5000.00`), like the column.
 * Trailing zeros of the fraction do not count, so `12.500` fits a scale of 2; .NET clients send such values.
 */
export const decimal: ValueType = {
  ...PLAIN,
  family: 'number',
  parse: (json, { precision, scale }) => {
    const number = exactDecimalIn(json);
    const expected = `a decimal number with at most ${scale} fraction digits`;
    if (!number) return refused(expected);
    if (fractionDigits(number) > scale) return refused(expected, 'Scale');
    if (number.point > precision - scale) {
      return refused(`a decimal number with at most ${precision - scale} digits before the point`, 'Precision');
    }
    return parsed(plainText(number, scale));
  },
  check: (value, field) => brokenRange(value as string, field, compareDecimalTexts),
  columnType: ({ precision, scale }) => `numeric(${precision},${scale})`,
  operandType: () => 'numeric',
  toJson: (column) => sql`${column}::text`,
  schema: ({ min, max }) => ({
    type: 'number',
    ...(min !== undefined && { minimum: Number(min) }),
    ...(max !== undefined && { maximum: Number(max) }),
  }),
};
