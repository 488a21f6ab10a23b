import { sql } from '#core/sql/sql.js';
import { isDay } from '#core/values/calendar.js';
import { brokenRange } from './range.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

/** A day, or midnight at its start; an offset does not change the day, because .NET sends the local one. */
const DAY = /^(\d{4}-\d\d-\d\d)(?:[T ]00:00(?::00(?:\.0{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Reads the day in a text as `yyyy-MM-dd`. */
function dayIn(text: string): string | undefined {
  const day = DAY.exec(text)?.[1];
  return day && isDay(day) ? day : undefined;
}

/** Date: a calendar day in the years 0001–9999. The service's connections use ISO style (`DateStyle`). */
export const date: ValueType = {
  ...PLAIN,
  family: 'time',
  parse: (json) => {
    const day = typeof json === 'string' ? dayIn(json) : undefined;
    return day ? parsed(day) : refused('a date as yyyy-MM-dd');
  },
  check: (value, field) => brokenRange(value as string, field, (day, bound) => compareTexts(day, dayIn(bound)!)),
  columnType: () => 'date',
  operandType: () => 'date',
  toJson: (column) => sql`('"' || ${column}::text || '"')`,
  schema: () => ({ type: 'string', format: 'date' }),
};
