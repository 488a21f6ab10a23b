import { RestartDelay } from '#platform/http/cluster/restart-delay.js';

it('restarts a worker soon after long service, and ever later after early exits', () => {
  const restarts = new RestartDelay();
  const after = (...livedMs: readonly number[]): readonly number[] => livedMs.map((ms) => restarts.after(ms));
  expect(after(3_600_000, 100, 59_999, 0)).toEqual([100, 200, 400, 800]);
  expect(after(...Array<number>(20).fill(0)).at(-1)).toBe(30_000);
  expect(after(60_000, 0)).toEqual([100, 200]);
});
