import { Drain } from '../../../../src/platform/http/drain.js';

it('is idle at once without work, and when the last work has settled, failed or not (R224)', async () => {
  const drain = new Drain();
  expect(await drain.idle(0)).toBe(true);

  const settle: (() => void)[] = [];
  const good = drain.track(() => new Promise<void>((resolve) => settle.push(resolve)));
  const bad = drain.track(() => new Promise<void>((_, reject) => settle.push(() => reject(new Error('late failure')))));
  let idle = false;
  const waiting = drain.idle(10_000).then((result) => (idle = result));
  settle[0]();
  await good;
  expect(idle).toBe(false);
  settle[1]();
  await expect(bad).rejects.toThrow('late failure');
  expect(await waiting).toBe(true);
});

it('gives up after the grace (R224)', async () => {
  const drain = new Drain();
  void drain.track(() => new Promise(() => undefined));
  expect(await drain.idle(20)).toBe(false);
});
