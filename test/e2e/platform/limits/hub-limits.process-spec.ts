import { behindLocks, sessionsWait } from '../../../support/behind-locks.js';
import { customer } from '../../../support/demo.js';
import { type EntityChanged, HubListener } from '../../../support/hub-client.js';
import { SOUTHBAY, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { scrape, sumOf } from '../metrics/scraped.js';

/** Longer than the tests, so that a limit is not renewed meanwhile. */
const WINDOW = { LIMIT_WINDOW_SECONDS: '86400' };
const LIMIT = 20;
const USED_UP = new RegExp(
  `^An unexpected error occurred invoking '\\w+' on the server\\. HubException: RateLimited: ` +
    `You have used up the limit of ${LIMIT} requests\\. Try again in \\d+ s\\.$`,
);

/** Error of a call. */
const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: Error) => error.message,
  );

/** End of a stream: the text of its error, or the first change. */
const firstOf = (client: HubListener, cursor: string | null = null): Promise<string> =>
  new Promise((resolve) => {
    const stream = client.connection.stream<EntityChanged>('StreamChanges', 'Customer', cursor);
    const following = stream.subscribe({
      next: ({ Operation }) => {
        following.dispose();
        resolve(Operation);
      },
      error: ({ message }: Error) => resolve(message),
      complete: () => resolve('end'),
    });
  });

// Requirement: R214
describe('limits of requests, at the hub', () => {
  let app: TestApp;
  const clients: HubListener[] = [];
  beforeEach(async () => {
    app = await TestApp.start({ ...WINDOW, USER_REQUESTS: String(LIMIT), HUB_KEEP_ALIVE_MS: '50' });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.stop();
    await app.stop();
  });

  const connect = async (...parameters: Parameters<typeof HubListener.connect>): Promise<HubListener> => {
    const client = await HubListener.connect(...parameters);
    clients.push(client);
    return client;
  };
  const register = (client: HubListener): Promise<unknown> => client.connection.invoke('RegisterEntity', 'Customer');
  const useUp = async (client: HubListener, calls = LIMIT): Promise<void> => {
    for (let n = 1; n <= calls; n++) await register(client);
  };

  it.each(['json', 'messagepack'] as const)(
    'refuse a call by an ordinary HubException, in %s, while connection and messages stay',
    async (protocol) => {
      const ada = await connect(app, 'ada.admin', { protocol });
      await useUp(ada);
      for (const method of ['RegisterEntity', 'UnregisterEntity', 'GetOperation'])
        expect(await refusalOf(ada.connection.invoke(method, 'Customer'))).toMatch(USED_UP);
      expect(await firstOf(ada)).toMatch(USED_UP);
      const { Id } = (await app.as('nina.north').insert('Customer', customer())).body.Result;
      expect((await ada.next()).Id).toBe(Id);
      expect(ada.connection.state).toBe('Connected');
      expect(sumOf(await scrape(app.url), 'rate_limited_total', { whose: 'user' })).toBe(4);
    },
  );

  it('are those of requests, on all connections of a user, and of nobody else', async () => {
    const [one, another] = [await connect(app, 'ada.admin'), await connect(app, 'ada.admin')];
    const ada = app.as('ada.admin');
    for (let n = 1; n <= LIMIT / 2; n++) expect((await ada.get('/access')).status).toBe(200);
    await useUp(one, LIMIT / 2 - 1);
    expect(await refusalOf(another.connection.invoke('RegisterEntity', 7))).toMatch(/HubException: Validation/);
    expect(await refusalOf(register(another))).toMatch(USED_UP);
    expect((await ada.get('/access')).status).toBe(429);
    await register(await connect(app, 'nina.north'));
    await register(await connect(app, 'bob.bay', { place: SOUTHBAY }));
  });

  it.each(['WebSockets', 'ServerSentEvents', 'LongPolling'] as const)(
    'do not count connections, pings, polls and messages, over %s',
    async (transport) => {
      const ada = await connect(app, 'ada.admin', { transport });
      await register(ada);
      const nina = app.as('nina.north');
      for (let n = 1; n < LIMIT; n++) {
        expect((await nina.insert('Customer', customer())).status).toBe(200);
        await ada.next();
      }
      for (let n = 1; n <= LIMIT; n++) await (await connect(app, 'ada.admin', { transport })).stop();
      await useUp(ada, LIMIT - 1);
      expect(await refusalOf(register(ada))).toMatch(USED_UP);
    },
    60_000,
  );
});

describe('limits of tenants, at the hub', () => {
  it('count the calls of all their users', async () => {
    const app = await TestApp.start({ ...WINDOW, TENANT_REQUESTS: String(LIMIT) });
    const [nina, ada] = [await HubListener.connect(app, 'nina.north'), await HubListener.connect(app, 'ada.admin')];
    try {
      const calls = Array.from({ length: 2 * LIMIT }, (_, n) =>
        refusalOf([nina, ada][n % 2].connection.invoke('RegisterEntity', 'Customer')),
      );
      const refusals = (await Promise.all(calls)).filter((refusal) => refusal !== 'none');
      expect(refusals).toHaveLength(LIMIT);
      expect(refusals[0]).toContain(`RateLimited: Your tenant has used up the limit of ${LIMIT} requests.`);
    } finally {
      await Promise.all([nina.stop(), ada.stop()]);
      await app.stop();
    }
  });
});

describe('limits of execution, at the hub', () => {
  /** Holds up reads of changes, and not that of the log's head. */
  const LOCK = 'LOCK TABLE platform.record_shape IN ACCESS EXCLUSIVE MODE';
  const [LIMIT_MS, LONGER_MS] = [1_000, 1_500];

  it('count the time that missed changes take, and not that of waiting for new ones', async () => {
    const app = await TestApp.start({ ...WINDOW, USER_EXECUTION_MS: String(LIMIT_MS) });
    const nina = await HubListener.registered(app, 'nina.north', ['Customer']);
    const ada = await HubListener.connect(app, 'ada.admin');
    try {
      await app.as('nina.north').insert('Customer', customer());
      const { Cursor } = await nina.next();
      await app.as('nina.north').insert('Customer', customer());
      const begunMs = performance.now();
      const waiting = firstOf(ada);
      await until('a stream has waited', () => performance.now() - begunMs > LONGER_MS);
      await ada.connection.invoke('RegisterEntity', 'Customer');
      const missed = await behindLocks(app, [LOCK], async (release) => {
        const change = firstOf(ada, Cursor);
        await sessionsWait(app, 1);
        const lockedMs = performance.now();
        await until('missed changes have taken longer', () => performance.now() - lockedMs > LONGER_MS);
        await release();
        return change;
      });
      await app.as('nina.north').insert('Customer', customer());
      expect([missed, await waiting]).toEqual(['Create', 'Create']);
      expect(await refusalOf(ada.connection.invoke('RegisterEntity', 'Customer'))).toContain(
        `RateLimited: You have used up the limit of ${LIMIT_MS} milliseconds of execution. Try again in `,
      );
    } finally {
      await Promise.all([nina.stop(), ada.stop()]);
      await app.stop();
    }
  });
});
