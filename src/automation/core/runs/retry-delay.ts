/** Tries of a step that fails for reasons that may pass, each counted when a node claims the run. */
export const MAX_TRIES = 8;

/** Shortest and longest wait. */
const [MIN_MS, MAX_MS] = [1_000, 600_000];
/** Longest first wait. */
const FIRST_MS = 2_000;
/** Seven waits between eight tries: the last one may take the maximum. */
const FACTOR = 2.6;

/**
 * Time before the next try: anything from a second to a limit that grows exponentially, so that runs that failed together
 * do not come back together.
 * @param tries so far
 * @param afterMs least time that the other side has named
 * @param random from 0 to 1
 */
export function retryDelayMs(tries: number, afterMs = 0, random = Math.random()): number {
  const longest = Math.min(FIRST_MS * FACTOR ** Math.max(0, tries - 1), MAX_MS);
  const delayMs = Math.round(MIN_MS + (longest - MIN_MS) * random);
  return Math.min(Math.max(afterMs, delayMs), MAX_MS);
}
