import { Backoff } from '#platform/process/scheduling/backoff.js';

/** Tries of a step that fails for reasons that may pass, each counted when a node claims the run. */
export const MAX_TRIES = 8;

/** Shortest and longest wait. */
const [MIN_MS, MAX_MS] = [1_000, 600_000];
/** Longest waits: seven between eight tries, so that the last one may take the maximum. */
const LONGEST = new Backoff(2_000, MAX_MS, { growth: 2.6, jitter: 1 });

/**
 * Time before the next try: anything from a second to a limit that grows exponentially, so that runs that failed together
 * do not come back together.
 * @param tries so far
 * @param afterMs least time that the other side has named
 * @param random from 0 to 1
 */
export function retryDelayMs(tries: number, afterMs = 0, random = Math.random()): number {
  const delayMs = LONGEST.after(Math.max(1, tries), random) + MIN_MS * (1 - random);
  return Math.min(Math.max(afterMs, Math.round(delayMs)), MAX_MS);
}
