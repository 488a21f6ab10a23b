import { Cron as Evaluator } from 'croner';
import type { Cron } from './cron.js';
import { instantOfLocal, latestLocalTime } from './local-time.js';
import type { TimeZone } from './time-zone.js';

/** Selects missed fire times: none, the latest one, or all up to a maximum. */
export type CatchUpRule = 'None' | 'Last' | 'All';

export interface MissedRange {
  /** The last instant whose fire times are settled. */
  readonly after: Date;
  /** Fire times up to here count as missed: `MISSED_AFTER_MS` before now. */
  readonly upTo: Date;
  readonly catchUp: CatchUpRule;
  /** Maximum for `All`: the latest ones are selected. */
  readonly max: number;
}

/** A fire time that is this old and did not fire was missed. */
export const MISSED_AFTER_MS = 60_000;

// The library evaluates local times as if they were UTC, because its own rules for clock changes differ. An evaluator
// holds 80 kB, so it lives for a call only.
const evaluatorOf = ({ pattern }: Cron): Evaluator => new Evaluator(pattern, { mode: '6-part', utcOffset: 0 });

/**
 * Returns the next fire times after an instant, in ascending order. A skipped local time fires at the clock change, a
 * doubled one the first time only; local times that share an instant fire once. There are none after the year 2999.
 */
export function nextFireTimes(cron: Cron, zone: TimeZone, after: Date, count: number): readonly Date[] {
  const evaluator = evaluatorOf(cron);
  const found: Date[] = [];
  for (let at = after; found.length < count; at = found.at(-1)!) {
    const local = evaluator.nextRun(new Date(latestLocalTime(at.getTime(), zone)));
    if (!local) break;
    found.push(new Date(instantOfLocal(local.getTime(), zone)));
  }
  return found;
}

/**
 * Returns the missed fire times in (`after`, `upTo`] that are to be caught up, in ascending order. Searches backwards
 * from `upTo`, so the cost depends on the number of results and not on the length of the absence.
 */
export function missedFireTimes(cron: Cron, zone: TimeZone, range: MissedRange): readonly Date[] {
  const count = { None: 0, Last: 1, All: range.max }[range.catchUp];
  const evaluator = evaluatorOf(cron);
  const found: Date[] = [];
  for (let at = range.upTo.getTime(); found.length < count; at = found.at(-1)!.getTime() - 1) {
    const [local] = evaluator.previousRuns(1, new Date(latestLocalTime(at, zone) + 1000));
    const instant = local ? instantOfLocal(local.getTime(), zone) : -Infinity;
    if (instant <= range.after.getTime()) break;
    found.push(new Date(instant));
  }
  return found.toReversed();
}
