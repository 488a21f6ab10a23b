import { DURATION_RANGES, p95Of, rangeOf } from '#queries/core/advice/durations.js';

const counted = (durations: readonly number[]): readonly number[] => {
  const counts = Array.from({ length: DURATION_RANGES }, () => 0);
  for (const ms of durations) counts[rangeOf(ms)]++;
  return counts;
};

it.each([0, 0.3, 1, 1.1, 99, 100, 12_345, 1e9])('counts %d ms in one of the ranges', (ms) => {
  expect(counted([ms]).reduce((sum, count) => sum + count)).toBe(1);
});

it('finds the duration that 95 % of the calls do not exceed, at most 42 % above the true one', () => {
  const durations = Array.from({ length: 1_000 }, (_, i) => i + 1);
  const p95 = p95Of(counted(durations), 1_000);
  expect(p95).toBeGreaterThanOrEqual(950);
  expect(p95).toBeLessThanOrEqual(950 * 1.42);
});

it('never exceeds the longest duration', () => {
  expect(p95Of(counted([70]), 70)).toBe(70);
  expect(p95Of(counted([1e6]), 1e6)).toBe(1e6);
  expect(p95Of(counted([]), 0)).toBe(0);
});

it('passes over rare outliers', () => {
  expect(p95Of(counted([...Array.from({ length: 99 }, () => 2), 5_000]), 5_000)).toBeLessThanOrEqual(2.9);
});
