import { MAX_TRIES, retryDelayMs } from '#automation/runs/retry-delay.js';

const MAX_MS = 600_000;
const waits = (random: number): readonly number[] =>
  Array.from({ length: MAX_TRIES - 1 }, (_, i) => retryDelayMs(i + 1, 0, random));

// Requirement: F16
it('grows to ten minutes at the last wait', () => {
  expect(waits(1)).toEqual([2_000, 5_200, 13_520, 35_152, 91_395, 237_628, MAX_MS]);
});

// Requirement: F16
it('has full jitter from one second on', () => {
  expect(waits(0)).toEqual(Array.from({ length: MAX_TRIES - 1 }, () => 1_000));
  expect(retryDelayMs(3, 0, 0.5)).toBe(7_260);
});

it('respects the time that the other side names, up to ten minutes', () => {
  expect([retryDelayMs(1, 20_000, 0.5), retryDelayMs(1, 10 * MAX_MS, 0.5)]).toEqual([20_000, MAX_MS]);
});
