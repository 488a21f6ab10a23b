import { wallClockMs } from '#core/values/clock.js';
import type { TimeZone } from './time-zone.js';

// Local times are milliseconds as if they were UTC, to the second. Zones change their offset at most once in two days.

const DAY_MS = 86_400_000;

/** Instants and local times count in whole seconds. */
export const floorToSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

const offsetAt = (ms: number, zone: TimeZone): number => wallClockMs(ms, zone) - ms;

/** Returns the first second after `before` that has another offset than `before`, by halving; `after` has another. */
function changeBetween(before: number, after: number, zone: TimeZone): number {
  const offset = offsetAt(before, zone);
  let [low, high] = [before, after];
  while (high - low > 1000) {
    const middle = floorToSecond((low + high) / 2);
    if (offsetAt(middle, zone) === offset) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns the instant of a zone's local time: the first one of a doubled time, the clock change for a skipped time. */
export function instantOfLocal(local: number, zone: TimeZone): number {
  const early = local - offsetAt(local - DAY_MS, zone);
  const late = local - offsetAt(local + DAY_MS, zone);
  if (early === late || wallClockMs(early, zone) === local) return early;
  return wallClockMs(late, zone) === local ? late : changeBetween(late, early, zone);
}

/**
 * Returns the latest local time whose instant is not after the given one: the local time at that instant, or, while a
 * doubled time repeats, the last one before the clock change. Local times up to it have passed, all others come later.
 */
export function latestLocalTime(at: number, zone: TimeZone): number {
  const instant = floorToSecond(at);
  const local = wallClockMs(instant, zone);
  const first = instantOfLocal(local, zone);
  if (first === instant) return local;
  const lastBefore = changeBetween(first, instant, zone) - 1000;
  return lastBefore + offsetAt(first, zone);
}

/** Instants at which local times occur for the second time, because the clock was set back. */
export interface Repetition {
  /** The clock change. */
  readonly from: number;
  /** The first instant with a local time that did not occur before. */
  readonly to: number;
  /** Local time less the instant. */
  readonly offset: number;
}

/** Returns the repetition whose clock change is within a day of an instant; `undefined` if there is none. */
export function repetitionNear(at: number, zone: TimeZone): Repetition | undefined {
  const [before, after] = [floorToSecond(at) - DAY_MS, floorToSecond(at) + DAY_MS];
  const [early, late] = [offsetAt(before, zone), offsetAt(after, zone)];
  if (late >= early) return undefined;
  const from = changeBetween(before, after, zone);
  return { from, to: from + early - late, offset: late };
}
