/** Upper ends of the ranges in which durations are counted, in milliseconds; a last range has none. */
const ENDS: readonly number[] = Array.from({ length: 32 }, (_, i) => 2 ** (i / 2));

/** Number of ranges. */
export const DURATION_RANGES = ENDS.length + 1;

/** Index of the range of a duration. @param ms a duration in milliseconds */
export function rangeOf(ms: number): number {
  const index = Math.ceil(Math.log2(ms) * 2);
  return Math.min(Math.max(index, 0), ENDS.length);
}

/**
 * The duration that 95 % of the calls do not exceed, at most 42 % above the true one.
 * @param counts calls in each range
 * @param maxMs the longest duration
 * @returns milliseconds; 0 without calls
 */
export function p95Of(counts: readonly number[], maxMs: number): number {
  const calls = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [i, count] of counts.entries()) {
    below += count;
    if (below > 0 && below >= calls * 0.95) return Math.min(ENDS[i] ?? maxMs, maxMs);
  }
  return 0;
}
