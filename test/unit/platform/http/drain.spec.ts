import { Drain } from '#platform/http/drain.js';

// Requirement: R224
it('is idle at once without work, and when the last work has settled, failed or not', async () => {
  const drain = new Drain();
  expect(await drain.idle()).toBe(true);

  const settle: (() => void)[] = [];
  const good = drain.track(() => new Promise<void>((resolve) => settle.push(resolve)));
  const bad = drain.track(() => new Promise<void>((_, reject) => settle.push(() => reject(new Error('late failure')))));
  let idle = false;
  drain.begin(10_000);
  const waiting = drain.idle().then((result) => (idle = result));
  settle[0]();
  await good;
  expect(idle).toBe(false);
  settle[1]();
  await expect(bad).rejects.toThrow('late failure');
  expect(await waiting).toBe(true);
});

// Requirement: R224
it('gives up after the grace period, which starts with the drain', async () => {
  const drain = new Drain();
  void drain.track(() => new Promise(() => undefined));
  drain.begin(20);
  expect(await drain.idle()).toBe(false);
});
