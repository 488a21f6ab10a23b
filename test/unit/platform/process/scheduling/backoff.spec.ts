import { Backoff } from '#platform/process/scheduling/backoff.js';

const waits = (backoff: Backoff, random = 1): readonly number[] =>
  [1, 2, 3, 4, 50].map((failures) => backoff.after(failures, random));

it('doubles the wait with each failure, up to the longest', () => {
  expect(waits(new Backoff(100, 500))).toEqual([100, 200, 400, 500, 500]);
  expect(waits(new Backoff(100, 500), 0)).toEqual([100, 200, 400, 500, 500]);
});

it('grows by the given factor', () => {
  expect(waits(new Backoff(10, 5_000, { growth: 10 }))).toEqual([10, 100, 1_000, 5_000, 5_000]);
});

it('shortens waits by chance, by no more than the jitter', () => {
  const backoff = new Backoff(100, 500, { jitter: 1 / 2 });
  expect([waits(backoff), waits(backoff, 0)]).toEqual([
    [100, 200, 400, 500, 500],
    [50, 100, 200, 250, 250],
  ]);
});
