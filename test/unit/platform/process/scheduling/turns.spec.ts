import { setTimeout as delay } from 'node:timers/promises';
import { bodyTurn } from '#platform/process/scheduling/turns.js';

/** Goes on in a turn of its own and works for a while. */
async function work(name: string, ms: number, done: string[]): Promise<void> {
  await bodyTurn();
  for (const until = performance.now() + ms; performance.now() < until;);
  done.push(name);
}

describe('a turn for a long body', () => {
  it('lets callers go on one after the other, with other work between them', async () => {
    const done: string[] = [];
    const works = ['first', 'second', 'third'].map((name) => work(name, 0, done));
    void works[0].then(() => setImmediate(() => done.push('other work')));
    await Promise.all(works);
    expect(done).toEqual(['first', 'other work', 'second', 'third']);
  });

  it('makes callers wait longer than the work before them took while several wait', async () => {
    const done: string[] = [];
    const first = work('first', 40, done).then(() => delay(40).then(() => done.push('timer')));
    await Promise.all([first, work('second', 0, done), work('third', 0, done)]);
    // Timers end in the order of their times: the pause is longer than the work.
    expect(done).toEqual(['first', 'timer', 'second', 'third']);
  });
});
