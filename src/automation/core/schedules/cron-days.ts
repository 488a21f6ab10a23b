import type { NthWeekday } from './cron-fields.js';
import { isDay } from '#core/values/calendar.js';

/** Values that each field of a cron expression allows, in ascending order; weekdays are 0–6. */
export interface CronValues {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  readonly weekdays: readonly number[];
  /** True if the last day of each month matches as well. */
  readonly hasLastDay: boolean;
  readonly nthWeekdays: readonly NthWeekday[];
}

const DAY_SECONDS = 86_400;

/** The calendar repeats after 400 years, weekdays included: they are 20,871 weeks. */
const CYCLE_YEARS = 400;

/** A leap year that began on a Saturday. */
const FIRST_YEAR = 2000;
const FIRST_WEEKDAY = 6;

const pad = (value: number): string => String(value).padStart(2, '0');

const lengthOfMonth = (year: number, month: number): number =>
  [31, 30, 29, 28].find((day) => isDay(`${year}-${pad(month)}-${day}`))!;

/** Returns the last day that one of the months has in a leap year. */
export const longestMonth = (months: readonly number[]): number =>
  Math.max(...months.map((month) => lengthOfMonth(FIRST_YEAR, month)));

/** A day of a month. */
interface MonthDay {
  readonly day: number;
  readonly weekday: number;
  /** Number of days of the month. */
  readonly length: number;
}

/** If both day fields are restricted, a day matches by either of them: the rule of crontab. */
function matchesDay(values: CronValues, { day, weekday, length }: MonthDay): boolean {
  const { days, weekdays, hasLastDay, nthWeekdays } = values;
  const byDay = days.includes(day) || (hasLastDay && day === length);
  if (weekdays.length === 7) return byDay;
  const nth = Math.ceil(day / 7);
  const byWeekday = weekdays.includes(weekday) || nthWeekdays.some(([each, n]) => each === weekday && n === nth);
  return byWeekday || (days.length < 31 && byDay);
}

/** Yields the numbers of the matching days within 400 years. */
function* matchingDays(values: CronValues): Generator<number> {
  let monthStart = 0;
  for (let month = 0; month < CYCLE_YEARS * 12; month++) {
    const number = (month % 12) + 1;
    const length = lengthOfMonth(FIRST_YEAR + Math.floor(month / 12), number);
    for (let day = 1; values.months.includes(number) && day <= length; day++) {
      const index = monthStart + day - 1;
      if (matchesDay(values, { day, weekday: (FIRST_WEEKDAY + index) % 7, length })) yield index;
    }
    monthStart += length;
  }
}

/** Returns the least number of days between two matching days. */
function leastDayDistance(values: CronValues): number {
  let least = Infinity;
  let previous = -Infinity;
  for (const day of matchingDays(values)) {
    least = Math.min(least, day - previous);
    if (least === 1) break;
    previous = day;
  }
  return least;
}

const leastStep = (values: readonly number[]): number =>
  Math.min(...values.slice(1).map((value, i) => value - values[i]));

const spanOf = (values: readonly number[]): number => values.at(-1)! - values[0];

/**
 * Returns the least number of seconds between two fire times if it is below `limit`, otherwise `undefined`. Counts
 * local time: a skipped time that fires at a clock change can be closer to the next one.
 */
export function gapBelow(limit: number, values: CronValues): number | undefined {
  const { seconds, minutes, hours } = values;
  const inMinute = spanOf(seconds);
  const inHour = inMinute + spanOf(minutes) * 60;
  const inDay = inHour + spanOf(hours) * 3600;
  const gaps = [leastStep(seconds), leastStep(minutes) * 60 - inMinute, leastStep(hours) * 3600 - inHour];
  // The search over the days is needed only if neighbouring days would be too close.
  if (DAY_SECONDS - inDay < limit) gaps.push(leastDayDistance(values) * DAY_SECONDS - inDay);
  const least = Math.min(...gaps);
  return least < limit ? least : undefined;
}
