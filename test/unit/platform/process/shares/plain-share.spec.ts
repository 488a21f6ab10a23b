import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairShare } from '#platform/process/shares/fair-share.js';

/** Calls that end when the test ends them; the first one fails. */
class Calls {
  readonly begun: number[] = [];
  readonly #ends = new Map<number, () => void>();

  constructor(private readonly share: FairShare) {}

  perform(n: number, userId: string): Promise<unknown> {
    const call = async (): Promise<void> => {
      this.begun.push(n);
      await new Promise<void>((resolve) => void this.#ends.set(n, resolve));
      if (n === 0) throw new Error('failed');
    };
    return this.share.withPermit({ tenantId: 'Northgate', userId }, call).catch((error: Error) => error.message);
  }

  async end(n: number): Promise<void> {
    this.#ends.get(n)!();
    await nextTurn();
  }
}

it('runs a number of calls at once, the others in their order, also after failures', async () => {
  const calls = new Calls(new FairShare('calls', { permits: 2, perTenant: 2, perUser: 2 }));
  const all = [0, 1, 2, 3].map((n) => calls.perform(n, 'a'));
  await nextTurn();
  expect(calls.begun).toEqual([0, 1]);
  for (let n = 0; n < 4; n++) await calls.end(n);
  expect(calls.begun).toEqual([0, 1, 2, 3]);
  expect(await Promise.all(all)).toEqual(['failed', undefined, undefined, undefined]);
});

it('lets calls of other users pass those that wait for their own', async () => {
  const calls = new Calls(new FairShare('calls', { permits: 3, perTenant: 3, perUser: 1 }));
  const all = ['a', 'a', 'a', 'b', 'c', 'd'].map((user, n) => calls.perform(n, user));
  await nextTurn();
  expect(calls.begun).toEqual([0, 3, 4]);
  await calls.end(3);
  expect(calls.begun).toEqual([0, 3, 4, 5]);
  for (const n of [0, 1, 2, 4, 5]) await calls.end(n);
  expect(calls.begun).toEqual([0, 3, 4, 5, 1, 2]);
  await Promise.all(all);
});
