import { ScanInterval } from '#automation/queue/scan-interval.js';

const paceOf = (tookMs: number): ScanInterval => {
  const pace = new ScanInterval();
  pace.note(0, tookMs);
  return pace;
};

it('is due at first', () => {
  expect(new ScanInterval().isDue(0, false)).toBe(true);
});

it.each<[string, number, boolean, number]>([
  ['half a second after a short look', 1, false, 500],
  ['after 200 times a longer look', 5, false, 1_000],
  ['after one and a half seconds at the latest', 500, false, 1_500],
  ['after 20 times a look where there is news', 1, true, 20],
])('is due %s', (_, tookMs, hasNews, pauseMs) => {
  const pace = paceOf(tookMs);
  expect([pace.isDue(tookMs + pauseMs - 1, hasNews), pace.isDue(tookMs + pauseMs, hasNews)]).toEqual([false, true]);
});
