import { Cron as Evaluator } from 'croner';
import type { Cron } from './cron.js';
import { floorToSecond, instantOfLocal, latestLocalTime, repetitionNear } from '#core/time/local-time.js';
import type { TimeZone } from '#core/time/time-zone.js';

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
const evaluatorOf = (pattern: string): Evaluator => new Evaluator(pattern, { mode: '6-part', utcOffset: 0 });

/** Evaluators of a schedule: of all its local times, and of those that fire twice where they occur twice. */
interface Evaluators {
  readonly all: Evaluator;
  readonly repeating?: Evaluator;
}

const evaluatorsOf = ({ pattern, repeatingPattern }: Cron): Evaluators => ({
  all: evaluatorOf(pattern),
  ...(repeatingPattern !== undefined && { repeating: evaluatorOf(repeatingPattern) }),
});

/**
 * Returns the next fire times after an instant, in ascending order. A skipped local time fires at the clock change. A
 * doubled one fires twice if `*`, a step or a range allows its hour, so that the schedule does not pause; otherwise the
 * first time only. Local times that share an instant fire once. There are none after the year 2999.
 */
export function nextFireTimes(cron: Cron, zone: TimeZone, after: Date, count: number): readonly Date[] {
  const evaluators = evaluatorsOf(cron);
  const found: Date[] = [];
  for (let at = after.getTime(); found.length < count; at = found.at(-1)!.getTime()) {
    const local = evaluators.all.nextRun(new Date(latestLocalTime(at, zone)));
    const first = local ? instantOfLocal(local.getTime(), zone) : Infinity;
    const next = Math.min(first, nextRepeated(evaluators, zone, at));
    if (next === Infinity) break;
    found.push(new Date(next));
  }
  return found;
}

/** Returns the next instant at which a local time fires for the second time; `Infinity` if a first time comes before. */
function nextRepeated({ repeating }: Evaluators, zone: TimeZone, at: number): number {
  const repetition = repeating && repetitionNear(at, zone);
  if (!repetition || at >= repetition.to) return Infinity;
  const { from, to, offset } = repetition;
  const local = repeating.nextRun(new Date(floorToSecond(Math.max(at, from - 1000)) + offset));
  const instant = local ? local.getTime() - offset : Infinity;
  return instant < to ? instant : Infinity;
}

/**
 * Returns the missed fire times in (`after`, `upTo`] that are to be caught up, in ascending order. Searches backwards
 * from `upTo`, so the cost depends on the number of results and not on the length of the absence.
 */
export function missedFireTimes(cron: Cron, zone: TimeZone, range: MissedRange): readonly Date[] {
  const count = { None: 0, Last: 1, All: range.max }[range.catchUp];
  const evaluators = evaluatorsOf(cron);
  const found: Date[] = [];
  for (let at = range.upTo.getTime(); found.length < count; at = found.at(-1)!.getTime() - 1) {
    const [local] = evaluators.all.previousRuns(1, new Date(latestLocalTime(at, zone) + 1000));
    if (!local) break;
    const first = instantOfLocal(local.getTime(), zone);
    const instant = Math.max(first, previousRepeated(evaluators, zone, { first, upTo: at }));
    if (instant <= range.after.getTime()) break;
    found.push(new Date(instant));
  }
  return found.toReversed();
}

/**
 * Returns the latest instant up to `upTo` at which a local time fires for the second time; `-Infinity` if the latest first
 * time is not near a repetition, which then lies before it.
 */
function previousRepeated(
  { repeating }: Evaluators,
  zone: TimeZone,
  { first, upTo }: { readonly first: number; readonly upTo: number },
): number {
  const repetition = repeating && repetitionNear(first, zone);
  if (!repetition || upTo < repetition.from) return -Infinity;
  const { from, to, offset } = repetition;
  const [local] = repeating.previousRuns(1, new Date(floorToSecond(Math.min(upTo, to - 1)) + offset + 1000));
  const instant = local ? local.getTime() - offset : -Infinity;
  return instant >= from ? instant : -Infinity;
}
