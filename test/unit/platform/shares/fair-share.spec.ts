import { partsOf } from '../../../../src/platform/shares/share-settings.js';
import { ANN, BEN, CAT, DAN, EVE, FAY, party, SimulatedShare } from './simulated-share.js';

let share: SimulatedShare;

beforeEach(() => {
  share = SimulatedShare.with({ waitingPerUser: 3 });
});

describe('places', () => {
  it('end for a user at the share of a user', () => {
    expect(share.fill(ANN)).toHaveLength(4);
  });

  it('end for a tenant at the share of a tenant', () => {
    share = SimulatedShare.with({ kept: 0, keptInTenant: 0 });

    expect([...share.fill(ANN), ...share.fill(BEN)]).toHaveLength(7);
    expect(share.fill(CAT)).toHaveLength(0);
    expect(share.fill(DAN)).toHaveLength(3);
  });

  it('are kept in a tenant, one each for users who used little lately', async () => {
    await share.makeHeavy(ANN, BEN);

    expect([...share.fill(ANN), ...share.fill(BEN)]).toHaveLength(5);
    expect(share.fill(CAT)).toHaveLength(1);
    expect(share.fill(FAY)).toHaveLength(1);
  });

  it('are kept on the node, one each for users who used little lately', async () => {
    await share.makeHeavy(ANN, BEN, DAN);

    expect([...share.fill(ANN), ...share.fill(BEN), ...share.fill(DAN)]).toHaveLength(7);
    for (const one of [CAT, EVE, FAY]) expect(share.fill(one)).toHaveLength(1);
  });

  it('are kept from users who just began with many', () => {
    expect([...share.fill(ANN), ...share.fill(BEN)]).toHaveLength(5);
    expect(share.fill(CAT)).toHaveLength(1);
  });

  it('count once however often they are left', () => {
    const [place] = share.fill(ANN);
    place.leave();
    place.leave();

    expect(share.state.inUse).toBe(3);
    expect(share.fill(ANN)).toHaveLength(1);
  });

  it('may weigh more than one, and what they turn out to weigh later', () => {
    const place = share.tryEnter(ANN, 3)!;
    expect(share.fill(ANN)).toHaveLength(1);

    place.weigh(1);
    expect(share.fill(ANN)).toHaveLength(2);
    place.weigh(9);
    expect(share.state.inUse).toBe(12);
    expect(share.tryEnter(DAN)).toBeUndefined();
    place.leave();
    expect(share.state.inUse).toBe(3);
  });

  it('are given for a weight beyond the share of a user as for that share', () => {
    expect(share.tryEnter(ANN, 1_000)).toBeDefined();
    expect(share.state.inUse).toBe(4);
  });
});

describe('waiting requests', () => {
  it('enter by use: the tenant that used least first, in it the user that used least', async () => {
    share = SimulatedShare.with({ kept: 0, keptInTenant: 0, perUser: 1, perTenant: 1, places: 1 });
    await share.makeHeavy(ANN);
    await share.makeHeavy(BEN);
    await share.makeHeavy(ANN);
    const place = share.tryEnter(EVE)!;
    const order: string[] = [];
    for (const one of [ANN, BEN, CAT, DAN, EVE])
      void share.withPlace(one, async () => {
        order.push(one.userId);
        await Promise.resolve();
      });
    await share.time.pass(10);
    place.leave();
    await share.time.pass(10);

    expect(order).toEqual(['Dan', 'Eve', 'Cat', 'Ben', 'Ann']);
  });

  it('of one user enter in the order they came', async () => {
    const [place] = share.fill(ANN);
    const first = share.watch(ANN);
    const second = share.watch(ANN);
    place.leave();
    await share.time.pass(1);

    expect(first.place).toBeDefined();
    expect(second.place).toBeUndefined();
  });

  it('are refused at once beyond those that one user may have', async () => {
    share.fill(ANN);
    const waiting = Array.from({ length: 3 }, () => share.enter(ANN).catch(() => undefined));

    await expect(share.enter(ANN)).rejects.toMatchObject({ code: 'RateLimited' });
    expect(share.state).toMatchObject({ waiting: 3, refused: 1 });
    await share.time.pass(3_000);
    await Promise.all(waiting);
  });

  it('are told after their wait that the user has too much, with the time to wait', async () => {
    share.fill(ANN);
    const seen = share.watch(ANN);
    await share.time.pass(1_900);
    expect(seen.error).toBeUndefined();
    await share.time.pass(200);

    expect(seen.error).toMatchObject({ code: 'RateLimited', faults: [{ params: { RetryAfterSeconds: 2 } }] });
    expect(share.state).toMatchObject({ waiting: 0, refused: 1 });
  });

  it('are told that the node is full only when it is, and the user used little', async () => {
    share = SimulatedShare.with({ kept: 0, keptInTenant: 0 });
    for (const one of [ANN, BEN, DAN]) share.fill(one);
    const [light, heavy] = [share.watch(EVE), share.watch(DAN)];
    await share.time.pass(2_100);

    expect(light.error).toMatchObject({ code: 'Unavailable' });
    expect(heavy.error).toMatchObject({ code: 'RateLimited' });
  });

  it('give up on a signal', async () => {
    const [place] = share.fill(ANN);
    const stop = new AbortController();
    const seen = share.watch(ANN, stop.signal);
    stop.abort(new Error('gone'));
    await share.time.pass(1);
    place.leave();

    expect(seen.error).toMatchObject({ message: 'gone' });
    expect(share.state).toMatchObject({ waiting: 0, inUse: 3, refused: 0 });
    await expect(share.enter(ANN, stop.signal)).rejects.toThrow('gone');
  });
});

describe('use', () => {
  it('is forgotten with time', async () => {
    await share.makeHeavy(CAT);
    for (const one of [ANN, BEN]) share.fill(one);
    expect(share.fill(CAT)).toHaveLength(0);
    await share.time.pass(10_000);

    expect(share.fill(CAT)).toHaveLength(1);
  });

  it('of many parties takes bounded memory', async () => {
    for (let i = 0; i < 10_000; i++) {
      share.tryEnter(party(`tenant ${i % 100}`, `user ${i}`))!.leave();
      await share.time.pass(i % 100 === 0 ? 1_000 : 0);
    }
    expect(share.state.parties).toBeLessThan(1_500);
  });
});

describe('parts of all places', () => {
  const RATIOS = { perUser: 0.4, perTenant: 0.7, kept: 0.3, keptInTenant: 0.2 };

  it.each([
    [10, { places: 10, perUser: 4, perTenant: 7, kept: 3, keptInTenant: 2 }],
    [2, { places: 2, perUser: 1, perTenant: 1, kept: 1, keptInTenant: 0 }],
    [1, { places: 1, perUser: 1, perTenant: 1, kept: 0, keptInTenant: 0 }],
  ])('of %i leave everybody at least one', (places, expected) => {
    expect(partsOf(places, RATIOS)).toEqual(expected);
  });
});
