import { dayText, instantText } from './calendar.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Value of a global such as `Today-30d`: `yyyy-MM-dd`, or an instant in UTC. */
export interface GlobalTime {
  readonly kind: 'date' | 'datetime';
  readonly value: string;
}

const GLOBAL = /^(Now|Today|StartOf(?:Week|Month|Quarter|Year))(?: ?([+-]) ?(\d{1,6}) ?([hdwmy]))?$/i;

/** Formatters by time zone; creating one costs as much as a hundred uses. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}

/** Returns the zone's local time at an instant, in milliseconds as if it were UTC, to the second. */
export function wallClockMs(ms: number, timeZone: string): number {
  if (timeZone === 'UTC') return Math.floor(ms / 1000) * 1000; // The usual zone, and formatting costs 5 µs.
  const parts = formatterOf(timeZone).formatToParts(ms);
  const read = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  const wall = new Date(0);
  wall.setUTCFullYear(read('year'), read('month') - 1, read('day'));
  return wall.setUTCHours(read('hour'), read('minute'), read('second'));
}

const midnight = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** Returns the local day of an IANA zone at an instant, as `yyyy-MM-dd`. */
export const localDay = (at: Date, timeZone: string): string | undefined =>
  dayText(wallClockMs(at.getTime(), timeZone));

/**
 * Returns the first instant of a zone's day, in UTC. The offsets of the day before and the day after give two
 * candidates; around a clock change only one is right. If midnight is skipped, the day starts at the change.
 */
export function startOfDay(day: string, timeZone: string): string | undefined {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const candidates = [wall - DAY_MS, wall + DAY_MS].map((ms) => wall - (wallClockMs(ms, timeZone) - ms));
  const inDay = candidates.filter((ms) => midnight(wallClockMs(ms, timeZone)) === wall);
  return instantText(Math.min(...(inDay.length > 0 ? inDay : candidates)));
}

/** Adds calendar months; a missing day becomes the month's last day: 31 January + 1 = 28 February. */
function plusMonths(ms: number, count: number): number {
  const moved = new Date(ms);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + count);
  const lastDay = new Date(moved);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return moved.setUTCDate(Math.min(new Date(ms).getUTCDate(), lastDay.getUTCDate()));
}

const PLUS: Readonly<Record<string, (ms: number, count: number) => number>> = {
  h: (ms, count) => ms + count * HOUR_MS,
  d: (ms, count) => ms + count * DAY_MS,
  w: (ms, count) => ms + count * 7 * DAY_MS,
  m: plusMonths,
  y: (ms, count) => plusMonths(ms, count * 12),
};

/** Maps a day (its midnight, as if UTC) to the first day of its period. Weeks start on Monday. */
const START: Readonly<Record<string, (day: Date) => number>> = {
  today: (day) => day.getTime(),
  startofweek: (day) => day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS,
  startofmonth: (day) => day.setUTCDate(1),
  startofquarter: (day) => day.setUTCMonth(day.getUTCMonth() - (day.getUTCMonth() % 3), 1),
  startofyear: (day) => day.setUTCMonth(0, 1),
};

const asGlobal = (kind: GlobalTime['kind'], value: string | undefined): GlobalTime | undefined =>
  value === undefined ? undefined : { kind, value };

/**
 * Evaluates a global: `Now`, `Today`, `StartOfWeek|Month|Quarter|Year`, each optionally `± N h|d|w|m|y`, in any letter
 * case. Days are those of the zone; `Now` moves in UTC. Hours are allowed for `Now` only.
 * @param timeZone valid IANA name.
 * @returns `undefined` for any other name and for a result outside the years 0001–9999.
 * @see docs/interface/queries.md#value-types-and-globals
 */
export function resolveGlobal(name: string, at: Date, timeZone: string): GlobalTime | undefined {
  const match = GLOBAL.exec(name);
  if (!match) return undefined;
  const [base, sign = '+', count = '0', unit = 'd'] = match.slice(1).map((part) => part?.toLowerCase());
  const moved = (ms: number): number => PLUS[unit](ms, Number(sign + count));
  if (base === 'now') return asGlobal('datetime', instantText(moved(at.getTime())));
  if (unit === 'h') return undefined;
  const today = new Date(midnight(wallClockMs(at.getTime(), timeZone)));
  return asGlobal('date', dayText(moved(START[base](today))));
}

/**
 * Evaluates a global as a value of a Date or DateTime field: a day becomes its first instant in the zone, an instant
 * the zone's day.
 */
export function globalValue(type: 'Date' | 'DateTime', name: string, at: Date, timeZone: string): string | undefined {
  const global = resolveGlobal(name, at, timeZone);
  if (!global) return undefined;
  if (type === 'Date') return global.kind === 'date' ? global.value : localDay(new Date(global.value), timeZone);
  return global.kind === 'datetime' ? global.value : startOfDay(global.value, timeZone);
}
