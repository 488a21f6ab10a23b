import { dayText, instantText } from '#core/values/calendar.js';
import { instantOfLocal, latestLocalTime } from './local-time.js';
import type { TimeZone } from './time-zone.js';

/**
 * When a value of a date field is due: `offsetDays` after its day, at a time of day in a zone. The day of a Date is the
 * value itself; the day of a DateTime is its local day in the zone, and its own time of day does not count. Clock
 * changes act as for cron expressions.
 */
export interface DueRule {
  readonly fieldType: 'Date' | 'DateTime';
  readonly offsetDays: number;
  /** Given by `parseTimeOfDay`. */
  readonly timeOfDayMs: number;
  readonly zone: TimeZone;
}

/** Half-open range of field values: `from <= value < below`. */
export interface ValueRange {
  readonly from: string;
  readonly below: string;
}

const DAY_MS = 86_400_000;
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** Parses `HH:mm` or `HH:mm:ss`, 00:00 to 23:59:59, as milliseconds after midnight; `undefined` for other texts. */
export function parseTimeOfDay(text: string): number | undefined {
  const match = TIME_OF_DAY.exec(text);
  if (!match) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** Returns the day of a field value, as its midnight as if it were UTC. */
const dayOf = (value: string, { fieldType, zone }: DueRule): number =>
  fieldType === 'Date' ? Date.parse(value) : startOfDay(latestLocalTime(Date.parse(value), zone));

/**
 * Returns the instant at which a value is due; `undefined` outside the years 0001–9999.
 * @param value `yyyy-MM-dd` for a Date field, an instant in UTC for a DateTime field.
 */
export function dueTime(value: string, rule: DueRule): Date | undefined {
  const local = dayOf(value, rule) + rule.offsetDays * DAY_MS + rule.timeOfDayMs;
  if (dayText(local) === undefined) return undefined;
  const instant = instantOfLocal(local, rule.zone);
  return dayText(instant) === undefined ? undefined : new Date(instant);
}

/** Returns the first day, as midnight, whose values are due after an instant. */
function firstDayAfter(at: Date, { offsetDays, timeOfDayMs, zone }: DueRule): number {
  const passed = startOfDay(latestLocalTime(at.getTime(), zone) - timeOfDayMs);
  return passed + (1 - offsetDays) * DAY_MS;
}

/**
 * Returns the field values that are due in (`after`, `upTo`], so that an index on the field finds them. `undefined` if
 * there are none, or if an end of the range is outside the years 0001–9999.
 */
export function valuesDue(rule: DueRule, after: Date, upTo: Date): ValueRange | undefined {
  const days = [firstDayAfter(after, rule), firstDayAfter(upTo, rule)];
  if (days[0] >= days[1] || days.some((day) => dayText(day) === undefined)) return undefined;
  const [from, below] =
    rule.fieldType === 'Date' ? days.map(dayText) : days.map((day) => instantText(instantOfLocal(day, rule.zone)));
  return from !== undefined && below !== undefined ? { from, below } : undefined;
}
