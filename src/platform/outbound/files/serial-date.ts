import { isDay } from '#core/values/calendar.js';

const ISO = /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z)?$/;

const DAY_MS = 86_400_000;
/** Day 0 of the 1900 date system, for days after its 29 February 1900, which did not exist. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const FIRST_DAY = '1900-03-01';
/** Decimals of a serial number that hold a millisecond. */
const DECIMALS = 10;

/**
 * Converts a day (`yyyy-MM-dd`) or an instant in UTC to the number that spreadsheets use for it, exact to the
 * millisecond.
 *
 * @returns `undefined` for other texts and for days before March 1900, which programs count differently.
 */
export function serialOf(text: string): string | undefined {
  const day = text.slice(0, 10);
  if (!ISO.test(text) || !isDay(day) || day < FIRST_DAY) return undefined;
  const days = (Date.parse(text) - EPOCH_MS) / DAY_MS;
  if (Number.isNaN(days)) return undefined;
  return Number.isInteger(days) ? String(days) : days.toFixed(DECIMALS).replace(/0+$/, '');
}
