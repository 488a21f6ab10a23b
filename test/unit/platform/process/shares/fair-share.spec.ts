import { partsOf } from '#platform/process/shares/share-settings.js';
import { ANN, BEN, CAT, DAN, EVE, FAY, consumer, SimulatedShare } from './simulated-share.js';

let share: SimulatedShare;

beforeEach(() => {
  share = SimulatedShare.with({ waitingPerUser: 3 });
});

describe('permits', () => {
  it('are limited to a user’s share', () => {
    expect(share.fill(ANN)).toHaveLength(4);
  });

  it('are limited to a tenant’s share', () => {
    share = SimulatedShare.with({ kept: 0, keptInTenant: 0 });

    expect([...share.fill(ANN), ...share.fill(BEN)]).toHaveLength(7);
    expect(share.fill(CAT)).toHaveLength(0);
    expect(share.fill(DAN)).toHaveLength(3);
  });

  it('are reserved within a tenant, one each for recently idle users', async () => {
    await share.makeHeavy(ANN, BEN);

    expect([...share.fill(ANN), ...share.fill(BEN)]).toHaveLength(5);
    expect(share.fill(CAT)).toHaveLength(1);
    expect(share.fill(FAY)).toHaveLength(1);
  });

  it('are reserved on the node, one each for recently idle users', async () => {
    await share.makeHeavy(ANN, BEN, DAN);

    expect([...share.fill(ANN), ...share.fill(BEN), ...share.fill(DAN)]).toHaveLength(7);
    for (const one of [CAT, EVE, FAY]) expect(share.fill(one)).toHaveLength(1);
  });

  it('are not reserved for users who have just started with many', () => {
    expect([...share.fill(ANN), ...share.fill(BEN)]).toHaveLength(5);
    expect(share.fill(CAT)).toHaveLength(1);
  });

  it('are released once, however often released', () => {
    const [permit] = share.fill(ANN);
    permit.release();
    permit.release();

    expect(share.state.inUse).toBe(3);
    expect(share.fill(ANN)).toHaveLength(1);
  });

  it('may weigh more than one, and be reweighed later', () => {
    const permit = share.tryAcquire(ANN, 3)!;
    expect(share.fill(ANN)).toHaveLength(1);

    permit.weigh(1);
    expect(share.fill(ANN)).toHaveLength(2);
    permit.weigh(9);
    expect(share.state.inUse).toBe(12);
    expect(share.tryAcquire(DAN)).toBeUndefined();
    permit.release();
    expect(share.state.inUse).toBe(3);
  });

  it('are given for a weight above a user’s share as for that share', () => {
    expect(share.tryAcquire(ANN, 1_000)).toBeDefined();
    expect(share.state.inUse).toBe(4);
  });
});

describe('waiting requests', () => {
  it('enter by use: the least active tenant first, and in it the least active user', async () => {
    share = SimulatedShare.with({ kept: 0, keptInTenant: 0, perUser: 1, perTenant: 1, permits: 1 });
    await share.makeHeavy(ANN);
    await share.makeHeavy(BEN);
    await share.makeHeavy(ANN);
    const permit = share.tryAcquire(EVE)!;
    const order: string[] = [];
    for (const one of [ANN, BEN, CAT, DAN, EVE])
      void share.withPermit(one, async () => {
        order.push(one.userId);
        await Promise.resolve();
      });
    await share.time.pass(10);
    permit.release();
    await share.time.pass(10);

    expect(order).toEqual(['Dan', 'Eve', 'Cat', 'Ben', 'Ann']);
  });

  it('of one user enter in the order of arrival', async () => {
    const [permit] = share.fill(ANN);
    const first = share.watch(ANN);
    const second = share.watch(ANN);
    permit.release();
    await share.time.pass(1);

    expect(first.permit).toBeDefined();
    expect(second.permit).toBeUndefined();
  });

  it('are refused at once beyond the limit of a user', async () => {
    share.fill(ANN);
    const waiting = Array.from({ length: 3 }, () => share.acquire(ANN).catch(() => undefined));

    await expect(share.acquire(ANN)).rejects.toMatchObject({ code: 'RateLimited' });
    expect(share.state).toMatchObject({ waiting: 3, refused: 1 });
    await share.time.pass(3_000);
    await Promise.all(waiting);
  });

  it('are refused after their wait with the user’s excess and the time to wait', async () => {
    share.fill(ANN);
    const seen = share.watch(ANN);
    await share.time.pass(1_900);
    expect(seen.error).toBeUndefined();
    await share.time.pass(200);

    expect(seen.error).toMatchObject({ code: 'RateLimited', faults: [{ params: { RetryAfterSeconds: 2 } }] });
    expect(share.state).toMatchObject({ waiting: 0, refused: 1 });
  });

  it('are refused as node full only when it is full and the user was idle', async () => {
    share = SimulatedShare.with({ kept: 0, keptInTenant: 0 });
    for (const one of [ANN, BEN, DAN]) share.fill(one);
    const [light, heavy] = [share.watch(EVE), share.watch(DAN)];
    await share.time.pass(2_100);

    expect(light.error).toMatchObject({ code: 'Unavailable' });
    expect(heavy.error).toMatchObject({ code: 'RateLimited' });
  });

  it('give up on a signal', async () => {
    const [permit] = share.fill(ANN);
    const stop = new AbortController();
    const seen = share.watch(ANN, stop.signal);
    stop.abort(new Error('gone'));
    await share.time.pass(1);
    permit.release();

    expect(seen.error).toMatchObject({ message: 'gone' });
    expect(share.state).toMatchObject({ waiting: 0, inUse: 3, refused: 0 });
    await expect(share.acquire(ANN, stop.signal)).rejects.toThrow('gone');
  });
});

describe('recorded use', () => {
  it('decays with time', async () => {
    await share.makeHeavy(CAT);
    for (const one of [ANN, BEN]) share.fill(one);
    expect(share.fill(CAT)).toHaveLength(0);
    await share.time.pass(10_000);

    expect(share.fill(CAT)).toHaveLength(1);
  });

  it('of many users and tenants takes bounded memory', async () => {
    for (let i = 0; i < 10_000; i++) {
      share.tryAcquire(consumer(`tenant ${i % 100}`, `user ${i}`))!.release();
      await share.time.pass(i % 100 === 0 ? 1_000 : 0);
    }
    expect(share.state.consumers).toBeLessThan(1_500);
  });
});

describe('fractions of all permits', () => {
  const RATIOS = { perUser: 0.4, perTenant: 0.7, kept: 0.3, keptInTenant: 0.2 };

  it.each([
    [10, { permits: 10, perUser: 4, perTenant: 7, kept: 3, keptInTenant: 2 }],
    [2, { permits: 2, perUser: 1, perTenant: 1, kept: 1, keptInTenant: 0 }],
    [1, { permits: 1, perUser: 1, perTenant: 1, kept: 0, keptInTenant: 0 }],
  ])('of %i leave every user at least one', (permits, expected) => {
    expect(partsOf(permits, RATIOS)).toEqual(expected);
  });
});
