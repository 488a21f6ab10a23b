import { MicroBatcher } from '#platform/process/scheduling/micro-batcher.js';

/** Work that records what runs and ends on request. */
class Notes {
  readonly runs: string[] = [];
  readonly #ends: ((error?: Error) => void)[] = [];
  readonly turns = new MicroBatcher<string, string>({
    single: async (item) => {
      await this.#noted(item);
      return `${item}!`;
    },
    batch: async (items) => {
      await this.#noted(items.join('+'));
      return items.map((item) => `${item}!`);
    },
    isRolledBack: (error) => (error as Error).message !== 'unknown',
  });

  /** Ends the first running work. */
  async end(error?: Error): Promise<void> {
    this.#ends.shift()!(error);
    await new Promise(setImmediate);
  }

  #noted(run: string): Promise<void> {
    this.runs.push(run);
    return new Promise((resolve, reject) => this.#ends.push((error) => (error ? reject(error) : resolve())));
  }
}

it('runs calls at once while few are running, and batches those that arrive meanwhile', async () => {
  const notes = new Notes();
  const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => notes.turns.add(item)));
  expect(notes.runs).toEqual(['a', 'b']);
  await notes.end();
  expect(notes.runs).toEqual(['a', 'b', 'c+d+e']);
  await notes.end();
  await notes.end();
  await expect(results).resolves.toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
});

it('runs each call alone after a failure without effects', async () => {
  const notes = new Notes();
  const results = Promise.allSettled(['a', 'b', 'c', 'd'].map((item) => notes.turns.add(item)));
  await notes.end();
  await notes.end();
  await notes.end(new Error('a row is wrong'));
  expect(notes.runs.slice(2)).toEqual(['c+d', 'c', 'd']);
  await notes.end(new Error('c is wrong'));
  await notes.end();
  expect((await results).map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))).toEqual([
    'a!',
    'b!',
    'c is wrong',
    'd!',
  ]);
});

it('reports a failure with unknown effects to all calls, and retries nothing', async () => {
  const notes = new Notes();
  const results = Promise.allSettled(['a', 'b', 'c', 'd'].map((item) => notes.turns.add(item)));
  await notes.end();
  await notes.end();
  await notes.end(new Error('unknown'));
  expect(notes.runs.slice(2)).toEqual(['c+d']);
  expect((await results).slice(2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('bounds waiting behind stuck batches', async () => {
  const notes = new Notes();
  const stuck = ['a', 'b'].map((item) => notes.turns.add(item));
  const waiting = ['c', 'd'].map((item) => notes.turns.add(item));
  while (notes.runs.length < 3) await new Promise(setImmediate);
  expect(notes.runs[2]).toBe('c+d');
  for (let i = 0; i < 3; i++) await notes.end();
  await expect(Promise.all([...stuck, ...waiting])).resolves.toHaveLength(4);
});

it('batches at most 64 calls', async () => {
  const notes = new Notes();
  const items = Array.from({ length: 70 }, (_, i) => String(i));
  const results = Promise.all(items.map((item) => notes.turns.add(item)));
  await notes.end();
  expect(notes.runs[2].split('+')).toHaveLength(64);
  await notes.end();
  expect(notes.runs[3].split('+')).toEqual(['66', '67', '68', '69']);
  await notes.end();
  await notes.end();
  await expect(results).resolves.toEqual(items.map((item) => `${item}!`));
});
