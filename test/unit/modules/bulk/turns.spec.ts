import { Turns } from '../../../../src/modules/bulk/turns.js';

/** Work that ends when it is told to. */
function work(): { run: () => Promise<void>; end: () => void; begun: () => boolean } {
  let isBegun = false;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = (): Promise<void> => {
    isBegun = true;
    return ended;
  };
  return { run, end: () => end(), begun: () => isBegun };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('lets so many run at once, and the others in their order', async () => {
  const turns = new Turns(2, 10_000);
  const works = [work(), work(), work(), work()];
  const all = works.map(({ run }) => turns.run(run));
  await settle();
  expect(works.map(({ begun }) => begun())).toEqual([true, true, false, false]);
  works[1].end();
  await all[1];
  await settle();
  expect(works.map(({ begun }) => begun())).toEqual([true, true, true, false]);
  for (const { end } of works) end();
  await Promise.all(all);
});

it('gives up on a turn that does not come in time, and on no other', async () => {
  const turns = new Turns(1, 20);
  const first = work();
  const running = turns.run(first.run);
  await expect(turns.run(() => Promise.resolve())).rejects.toMatchObject({ code: 'Unavailable' });
  first.end();
  await running;
  expect(await turns.run(() => Promise.resolve('next'))).toBe('next');
});

it('gives the turn on when work fails', async () => {
  const turns = new Turns(1, 10_000);
  await expect(turns.run(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
  expect(await turns.run(() => Promise.resolve('next'))).toBe('next');
});
