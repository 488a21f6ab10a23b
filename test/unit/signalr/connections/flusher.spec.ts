import { setImmediate as turn } from 'node:timers/promises';
import { Flusher } from '#signalr/connections/flusher.js';

const written: string[] = [];
beforeEach(() => void written.splice(0));

/** Milliseconds that a write takes. */
const one = (name: string, workMs = 0): { flush: () => void } => ({
  flush: () => {
    for (const until = performance.now() + workMs; performance.now() < until;);
    written.push(name);
  },
});

it('writes in the next turn what was queued in this one, in order, and reports completion', async () => {
  const flusher = new Flusher();
  flusher.add(one('a'));
  const flushed = flusher.flushed().then(() => written.push('flushed'));
  flusher.add(one('b'));
  expect(written).toEqual([]);
  await flushed;
  expect(written).toEqual(['a', 'b', 'flushed']);
});

it('yields while it writes to many', async () => {
  const flusher = new Flusher();
  for (let i = 0; i < 20; i++) flusher.add(one('x', 1));
  const flushed = flusher.flushed().then(() => 'done');
  let turns = 0;
  while ((await Promise.race([flushed, turn('more')])) !== 'done') turns++;
  expect(turns).toBeGreaterThanOrEqual(3);
});

it('pauses after work, so that later messages are written together', async () => {
  const flusher = new Flusher();
  flusher.add(one('first', 5));
  await flusher.flushed();
  const before = performance.now();
  flusher.add(one('second'));
  await turn();
  await turn();
  expect(written).toEqual(['first']);
  await flusher.flushed();
  expect(written).toEqual(['first', 'second']);
  expect(performance.now() - before).toBeGreaterThanOrEqual(5);
});
