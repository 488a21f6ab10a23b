import { sql } from '#core/sql/sql.js';
import { instantText, isDay } from '#core/values/calendar.js';
import { brokenRange } from './range.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

const TIME = /([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?/.source;
const OFFSET = /Z|[+-]\d\d(?::?[0-5]\d)?/.source;
const INSTANT = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)(?:[T ]${TIME}(${OFFSET})?)?$`, 'i');

/** Largest offset of any time zone and of .NET. */
const MAX_OFFSET_MINUTES = 14 * 60;

/** Converts an offset to minutes, `+05:30` → 330; `Z` and no offset are UTC. */
function offsetMinutes(text = 'Z'): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [undefined, '+', '0'];
  const size = Number(hours) * 60 + Number(minutes);
  if (size > MAX_OFFSET_MINUTES) return undefined;
  return sign === '-' ? -size : size;
}

/** Reads an instant as UTC text ending in `Z`. A plain day is its 00:00Z; digits after microseconds are truncated. */
function instantIn(text: string): string | undefined {
  const match = INSTANT.exec(text);
  if (!match || !isDay(match[1])) return undefined;
  const [, day, hour = '00', minute = '00', second = '00', fraction = '', offset] = match;
  const shift = offsetMinutes(offset);
  if (shift === undefined) return undefined;
  return instantText(Date.parse(`${day}T${hour}:${minute}:${second}Z`) - shift * 60_000, fraction);
}

/** Compares instants as text, without their `Z`, so that a fraction sorts after the whole second. */
function compareInstants(a: string, b: string): number {
  const [first, second] = [a.slice(0, -1), b.slice(0, -1)];
  return first < second ? -1 : Number(first > second);
}

/** DateTime: an instant to the microsecond, in the years 0001–9999 of UTC; without offset it is UTC. */
export const dateTime: ValueType = {
  ...PLAIN,
  family: 'time',
  parse: (json) => {
    const instant = typeof json === 'string' ? instantIn(json) : undefined;
    return instant ? parsed(instant) : refused('a date and time such as 2026-01-31T10:00:00Z');
  },
  check: (value, field) => brokenRange(value as string, field, (at, bound) => compareInstants(at, instantIn(bound)!)),
  columnType: () => 'timestamptz',
  operandType: () => 'timestamptz',
  toJson: (column) => sql`('"' || replace((${column} AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')`,
  schema: () => ({ type: 'string', format: 'date-time' }),
};
