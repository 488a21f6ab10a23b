import { parseCron, type Cron } from '#automation/core/schedules/cron.js';
import { parseTimeOfDay, type DueRule } from '#core/time/due-dates.js';
import { MISSED_AFTER_MS, missedFireTimes, nextFireTimes } from '#automation/core/schedules/fire-times.js';
import { canonicalTimeZone, type TimeZone } from '#core/time/time-zone.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { CatchUp, Trigger } from '#core/catalogue/trigger.js';

/** Most missed fire times that `All` catches up. */
const MAX_CAUGHT_UP = 100;
/** Number of due times that `NextFireTimes` shows. */
const SHOWN = 5;

/** Members of a trigger that determine its due times. */
export type TimedTrigger = Pick<Trigger, 'type' | 'cronExpression' | 'timeZone' | 'timeOfDay'>;

/** Due times of a trigger as of now. */
export interface DueTimes {
  /** Due times that fire, in ascending order. */
  readonly fires: readonly Date[];
  /** The next due times after now. */
  readonly upcoming: readonly Date[];
}

/**
 * When a trigger is due; undefined where its definition gives no times. A date-based trigger is due each day at its time of
 * day: then it looks for the records of one day.
 */
function timesOf({ type, cronExpression, timeZone, timeOfDay }: TimedTrigger): [Cron, TimeZone] | undefined {
  const zone = canonicalTimeZone(timeZone);
  const text = type === 'Scheduled' ? cronExpression : dailyAt(timeOfDay);
  // Its distances were checked when it was saved; a limit that is raised later does not stop it.
  const cron = text === undefined ? undefined : parseCron(text, { minSeconds: 0 }).cron;
  return cron && zone && [cron, zone];
}

/** Cron expression of a time of day. */
function dailyAt(timeOfDay: string): string | undefined {
  const ms = parseTimeOfDay(timeOfDay);
  if (ms === undefined) return undefined;
  const seconds = ms / 1000;
  return `${seconds % 60} ${Math.floor(seconds / 60) % 60} ${Math.floor(seconds / 3600)} * * *`;
}

/** The next due times of a trigger after an instant. */
export function upcomingTimes(trigger: TimedTrigger, after: Date): readonly Date[] {
  const times = timesOf(trigger);
  return times ? nextFireTimes(...times, after, trigger.type === 'Scheduled' ? SHOWN : 1) : [];
}

/**
 * Settles the due times of a schedule up to now: those of the last minute fire, older ones were missed and follow `CatchUp`.
 * @param from its first due time that is not settled
 */
export function advanceSchedule(
  trigger: TimedTrigger & { readonly catchUp: CatchUp },
  from: Date,
  now: Date,
): DueTimes {
  const times = timesOf(trigger);
  if (!times) return { fires: [], upcoming: [] };
  const after = new Date(from.getTime() - 1);
  const missedUpTo = new Date(now.getTime() - MISSED_AFTER_MS);
  const missed = missedFireTimes(...times, {
    after,
    upTo: missedUpTo,
    catchUp: trigger.catchUp,
    max: MAX_CAUGHT_UP,
  });
  const since = after > missedUpTo ? after : missedUpTo;
  const recent = missedFireTimes(...times, { after: since, upTo: now, catchUp: 'All', max: Infinity });
  return { fires: [...missed, ...recent], upcoming: upcomingTimes(trigger, now) };
}

/** Tells whether a date-based trigger drops a due time: it was missed by a minute. */
export const isDropped = ({ catchUp }: Pick<Trigger, 'catchUp'>, dueAt: Date, now: Date): boolean =>
  catchUp === 'None' && dueAt.getTime() <= now.getTime() - MISSED_AFTER_MS;

/** The due time of a date-based trigger after one that is settled. Dropped ones are skipped. */
export function nextDueTime(
  trigger: TimedTrigger & { readonly catchUp: CatchUp },
  settled: Date,
  now: Date,
): Date | undefined {
  const [next] = upcomingTimes(trigger, settled);
  if (!next || !isDropped(trigger, next, now)) return next;
  return upcomingTimes(trigger, new Date(now.getTime() - MISSED_AFTER_MS))[0];
}

/** When the values of a trigger's date field are due; undefined where the entity has no such field. */
export function dueRuleOf(trigger: Trigger, entity: Entity): (DueRule & { readonly fieldName: string }) | undefined {
  const field = trigger.dateField === undefined ? undefined : entity.fields.get(trigger.dateField.toLowerCase());
  const [zone, timeOfDayMs] = [canonicalTimeZone(trigger.timeZone), parseTimeOfDay(trigger.timeOfDay)];
  if (!field || !zone || timeOfDayMs === undefined) return undefined;
  const { name: fieldName, type: fieldType } = field;
  if (fieldType !== 'Date' && fieldType !== 'DateTime') return undefined;
  return { fieldName, fieldType, offsetDays: trigger.offsetDays, timeOfDayMs, zone };
}

/** Value of `NextFireTimes` as JSON text; null for a date-based trigger, whose times depend on records. */
export const shownTimes = ({ type }: TimedTrigger, upcoming: readonly Date[]): string | null =>
  type === 'Scheduled' ? JSON.stringify(upcoming.map((at) => at.toISOString().replace('.000Z', 'Z'))) : null;
