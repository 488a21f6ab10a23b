import { type Answer, type Place, DEVELOPMENT, SOUTHBAY, type TestApp } from '../../support/test-app.js';
import { startSite, type Site, SITES } from '../../support/sites.js';
import { Trickle, type TrickleOptions } from '../../support/trickle.js';
import { until } from '../../support/until.js';

const HEAD = '{"EntityName":"Note","Fields":["Subject"],"Values":[';

const bulk = (app: TestApp, user: string, place: Place, Values: readonly (readonly string[])[]): Promise<Answer> =>
  app.as(user, place).send('POST', '/records/bulk-insert', { EntityName: 'Note', Fields: ['Subject'], Values });

/** Inserts 1,000 notes at once. */
const notes = (app: TestApp, user: string, place: Place = DEVELOPMENT): Promise<Answer> =>
  bulk(
    app,
    user,
    place,
    Array.from({ length: 1_000 }, (_, i) => [`note ${i}`]),
  );

/** Bulk inserts of a user of the attacker's tenant and of another tenant, on every node. @returns the longest, in ms */
async function victimsMs(site: Site): Promise<number> {
  const since = performance.now();
  const answers = await Promise.all(
    site.nodes.flatMap((node) => [notes(node, 'nils.north'), notes(node, 'bob.bay', SOUTHBAY)]),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return performance.now() - since;
}

describe.each(SITES)('bulk bodies that arrive slowly, on %s', (_, count) => {
  let site: Site;
  const open: Trickle[] = [];
  beforeAll(async () => void (site = await startSite(count, { BULK_WAIT_MS: '2000' })));
  afterAll(async () => {
    for (const each of open) each.stop();
    await site.stop();
  });

  /** Number of requests of a user on every node. */
  const trickle = async (user: string, times: number, options?: TrickleOptions): Promise<readonly Trickle[]> => {
    const all = site.nodes.flatMap((node) => Array.from({ length: times }, () => Trickle.open(node, user, options)));
    const opened = await Promise.all(all);
    open.push(...opened);
    return opened;
  };
  const answered = (all: readonly Trickle[]): Promise<void> =>
    until('all are answered', () => all.every(({ status }) => status > 0), 12_000);

  it('refuses a member without any create scope before the body arrives, and serves other inserts', async () => {
    const slow = await trickle('omar.outside', 4, { everyMs: 3_000 });
    expect(await victimsMs(site)).toBeLessThan(8_000);
    await answered(slow);
    expect(slow.map(({ status, code }) => [status, code])).toEqual(slow.map(() => [403, 'ScopeNone']));
    await until('the slow bodies are cut', () => slow.every(({ isOpen }) => !isOpen), 12_000);
  });

  it('checks create scope on the head of the body while the rest arrives', async () => {
    const slow = await trickle('nina.north', 1, { head: HEAD.replace('Note', 'Invoice'), bytes: 1_000 });
    await answered(slow);
    expect(slow.map(({ status, code }) => [status, code])).toEqual(slow.map(() => [403, 'ScopeNone']));
    for (const each of slow) each.stop();
  });

  it('takes a bulk slot only after the body has arrived, and bounds the memory of one user', async () => {
    // Fast enough for the least rate.
    const slow = await trickle('nina.north', 20, { head: HEAD, bytes: 1_000 });
    expect(await victimsMs(site)).toBeLessThan(8_000);
    const [refused] = await Promise.all(site.nodes.map((node) => notes(node, 'nina.north')));
    expect([refused.status, refused.body.ErrorDetails[0].Code]).toEqual([429, 'RateLimited']);
    expect(refused.headers.get('retry-after')).toBe('2');
    for (const each of slow) each.stop();
    await until('the memory is free', async () => (await notes(site.nodes[0], 'nina.north')).status === 200);
  });

  it('gives each user one bulk slot, so that others insert while calls of one user wait', async () => {
    const slow = (node: TestApp): Promise<Answer> => bulk(node, 'nina.north', DEVELOPMENT, [['SLOW:1500']]);
    const work = site.nodes.flatMap((node) => Array.from({ length: 6 }, () => slow(node)));
    expect(await victimsMs(site)).toBeLessThan(6_000);
    const statuses = (await Promise.all(work)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('answers 408 to a body below the minimum rate on every route, and closes the connection', async () => {
    const slow = await trickle('nina.north', 4, { head: HEAD });
    const others = await trickle('nina.north', 1, { path: '/records/insert', head: '{"EntityName":' });
    const refused = await trickle('nina.north', 1, { path: '/nothing' });
    await answered([...slow, ...others]);
    expect([...slow, ...others].map(({ status, code }) => [status, code])).toEqual(
      [...slow, ...others].map(() => [408, 'RequestTimeout']),
    );
    const all = [...slow, ...others, ...refused];
    await until('the slow bodies are cut', () => all.every(({ isOpen }) => !isOpen), 12_000);
  });

  it('answers 413 at once for a length over the limit', async () => {
    const since = performance.now();
    const large = await trickle('nina.north', 1, { length: 60_000_000, everyMs: 60_000 });
    await answered(large);
    expect(large.map(({ status, code }) => [status, code])).toEqual(large.map(() => [413, 'TooLarge']));
    expect(performance.now() - since).toBeLessThan(3_000);
    for (const each of large) each.stop();
  });
});
