import type { Permit } from '#platform/process/shares/permit.js';
import { ANN, BEN, CAT, DAN, SimulatedShare } from './simulated-share.js';

let share: SimulatedShare;

beforeEach(() => {
  share = SimulatedShare.with({ kept: 0, keptInTenant: 0 });
});

describe('a long read', () => {
  const stopsOf = (permits: readonly Permit[]): number[] => {
    const stops: number[] = [];
    permits.forEach((permit, i) => permit.onStop(() => stops.push(i)));
    return stops;
  };

  it('of the heaviest user is stopped when a recently idle user waits', async () => {
    const heavy = [...share.fill(ANN), ...share.fill(BEN, 3)];
    const stops = stopsOf(heavy);
    await share.time.pass(1_500);
    const seen = share.watch(CAT);
    await share.time.pass(200);
    expect(stops).toEqual([]);
    await share.time.pass(150);

    expect(stops).toEqual([0]);
    expect(heavy[0].refusal).toMatchObject({ code: 'RateLimited' });
    heavy[0].release();
    await share.time.pass(1);
    expect(seen.permit).toBeDefined();
    expect(share.state.stopped).toBe(1);
  });

  it('is not stopped within its first second', async () => {
    const stops = stopsOf([...share.fill(ANN), ...share.fill(BEN)]);
    const seen = share.watch(CAT);
    await share.time.pass(900);

    expect(stops).toEqual([]);
    expect(seen.error).toBeUndefined();
    await share.time.pass(200);
    expect(stops).toEqual([0]);
    await share.time.pass(2_000);
  });

  it('of another tenant is not stopped where the own tenant’s share is used up', async () => {
    const [others, own] = [share.fill(DAN, 3), [...share.fill(ANN), ...share.fill(BEN)]];
    const stops = stopsOf(others);
    await share.time.pass(1_500);
    const seen = share.watch(CAT);
    await share.time.pass(1_000);
    expect(stops).toEqual([]);
    own[0].release();
    await share.time.pass(1);

    expect(seen.permit).toBeDefined();
  });

  it('is not stopped for a user waiting for a permit of their own', async () => {
    const stops = stopsOf([...share.fill(ANN), ...share.fill(BEN, 1)]);
    const seen = share.watch(ANN);
    await share.time.pass(2_500);

    expect(stops).toEqual([]);
    expect(seen.error).toMatchObject({ code: 'RateLimited' });
  });

  it('answers its caller with the reason', async () => {
    share.fill(ANN, 3);
    share.fill(BEN, 3);
    const read = share.withPermit(
      ANN,
      (permit) => new Promise((_, reject) => permit.onStop(() => reject(new Error('57014')))),
    );
    const refused = read.catch((error: unknown) => error);
    await share.time.pass(1_500);
    const seen = share.watch(CAT);
    await share.time.pass(300);

    expect(await refused).toMatchObject({
      code: 'RateLimited',
      message: expect.stringMatching(/^The request was stopped/),
    });
    expect(seen.permit).toBeDefined();
  });
});
