import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { JointCall } from '#platform/process/scheduling/joint-call.js';

/** A shared call whose results are the numbers of its executions, each ended by hand. */
function counted(): { readonly shared: JointCall<number>; readonly ends: (() => void)[] } {
  const ends: (() => void)[] = [];
  const shared = new JointCall<number>(() => {
    const number = ends.length + 1;
    return new Promise((resolve) => void ends.push(() => resolve(number)));
  });
  return { shared, ends };
}

describe('JointCall', () => {
  it('executes once for all who ask while it runs, after the running call', async () => {
    const { shared, ends } = counted();
    const asked = [shared.ask(), shared.ask(), shared.ask()];
    ends[0]();
    expect(await asked[0]).toBe(1);
    await nextTurn();
    expect(ends).toHaveLength(2);
    ends[1]();
    expect(await Promise.all(asked)).toEqual([1, 2, 2]);
    expect(ends).toHaveLength(2);
  });

  it('executes again for those who ask after its end', async () => {
    const { shared, ends } = counted();
    const first = shared.ask();
    ends[0]();
    await first;
    const second = shared.ask();
    ends[1]();
    expect(await second).toBe(2);
  });

  it('begins no sooner than its interval after the last beginning', async () => {
    const began: string[] = [];
    const shared = new JointCall(async () => void began.push('call'), 200);
    await shared.ask();
    // Timers end in the order of their times, so this one ends first on any machine.
    const before = delay(100).then(() => began.push('timer'));
    await Promise.all([shared.ask(), shared.ask(), before]);
    expect(began).toEqual(['call', 'timer', 'call']);
  });

  it('goes on after a failure', async () => {
    let calls = 0;
    const shared = new JointCall(async () => {
      calls++;
      if (calls === 1) throw new Error('first');
      return calls;
    });
    const asked = await Promise.allSettled([shared.ask(), shared.ask()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await shared.ask()).toBe(3);
  });
});
