import type { ISubscription } from '@microsoft/signalr';
import jwt from 'jsonwebtoken';
import { DEVELOPMENT_SECRET } from '#platform/process/config/load-config.js';
import { customer, USER } from '../../../support/demo.js';
import { HUB, HubListener, tokenOf } from '../../../support/hub-client.js';
import { byId, DEVELOPMENT, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start({ CORS_ORIGINS: 'https://front.example' })));
afterAll(() => app.stop());

const negotiate = (query: string, headers: Readonly<Record<string, string>> = {}) =>
  app.send('POST', `${HUB}/negotiate?negotiateVersion=1${query}`, undefined, headers);
const bearer = async (user: string) => ({ Authorization: `Bearer ${await tokenOf(app, user)}` });

// Requirement: R200, R203, T54
it('a browser, which cannot set headers, connects with token and context in the query string', async () => {
  const url = `${HUB}?${new URLSearchParams({ ...DEVELOPMENT }).toString()}`;
  const nina = await HubListener.connect(app, 'nina.north', { url, http: { headers: {}, skipNegotiation: true } });
  expect(await nina.connection.invoke('RegisterEntity', 'Order')).toEqual({ EntityName: 'Order', Scope: 'Own' });
  await nina.stop();
  const query = new URLSearchParams({ ...DEVELOPMENT, access_token: await tokenOf(app, 'nina.north') });
  expect(await negotiate(`&${query.toString()}`)).toMatchObject({
    status: 200,
    body: { negotiateVersion: 1, availableTransports: { length: 3 } },
  });
  const elsewhere = await app.send('POST', `/api/v1/queries/select?${query.toString()}`, { EntityName: 'Order' });
  expect(elsewhere.status).toBe(401);
});

// Requirement: R200
it('refuses a connection with 401, 400 and 403 in the order of every call', async () => {
  const [nina, omar, bob, dirk] = await Promise.all(
    ['nina.north', 'omar.outside', 'bob.bay', 'dirk.disabled'].map(bearer),
  );
  const statuses = async (...all: readonly [string, Readonly<Record<string, string>>][]): Promise<readonly unknown[]> =>
    Promise.all(all.map(async ([query, headers]) => (await negotiate(query, headers)).status));
  expect(
    await statuses(
      ['', {}],
      ['&access_token=x', { ...DEVELOPMENT }],
      ['', nina],
      ['', { ...nina, ...DEVELOPMENT, AppId: 'no name' }],
      ['', { ...nina, ...DEVELOPMENT, TenantId: 'Nowhere' }],
      ['', { ...bob, ...DEVELOPMENT }],
      ['', { ...dirk, ...DEVELOPMENT }],
      ['', { ...omar, ...DEVELOPMENT }],
    ),
  ).toEqual([401, 401, 400, 400, 403, 403, 401, 200]);
  expect((await negotiate('', {})).headers.get('www-authenticate')).toBe('Bearer realm="api"');
  expect((await negotiate('', { ...nina, ...DEVELOPMENT, AppId: '' })).text).toContain('AppId');
});

// Requirement: S16
it('accepts pages of listed origins and of its own, and no others', async () => {
  const nina = await bearer('nina.north');
  const statusFor = async (Origin: string) => (await negotiate('', { ...nina, ...DEVELOPMENT, Origin })).status;
  expect(await Promise.all(['https://front.example', app.url, 'https://evil.example', 'null'].map(statusFor))).toEqual([
    200, 200, 403, 403,
  ]);
});

it('refuses another user on a connection, and the same user of another environment', async () => {
  const nina = await bearer('nina.north');
  const { body } = await negotiate('', { ...nina, ...DEVELOPMENT });
  const id = encodeURIComponent((body as { connectionToken: string }).connectionToken);
  const poll = async (user: string) =>
    (await app.send('GET', `${HUB}?id=${id}`, undefined, { ...(await bearer(user)), ...DEVELOPMENT })).status;
  expect([await poll('nils.north'), await poll('nina.north')]).toEqual([404, 200]);
});

// Requirement: R208
it('closes a connection when its token expires, and accepts the client again', async () => {
  const nowSeconds = Math.floor(Date.now() / 1000);
  // The clock skew of a minute is over in two seconds.
  const token = jwt.sign({ sub: USER.nina, exp: nowSeconds - 58 }, DEVELOPMENT_SECRET);
  const nina = await HubListener.connect(app, 'nina.north', { token });
  expect(nina.connection.state).toBe('Connected');
  await nina.closed;
});

// Requirement: R208
it('closes the connections of a disabled or removed user, and no others', async () => {
  const nina = await HubListener.registered(app, 'nina.north', ['Customer']);
  const tess = await HubListener.connect(app, 'tess.temp');
  const again = await HubListener.connect(app, 'tess.temp', { transport: 'LongPolling' });
  await app.as('ada.admin').update('User', { IsActive: false }, byId(USER.tess));
  expect((await tess.closed)?.message).toContain('not a member');
  await again.closed;
  const { body } = await app.as('nina.north').insert('Customer', customer());
  expect((await nina.next()).Id).toBe(body.Result.Id);
  await nina.stop();
});

it('limits registrations and streams per connection and connections per user', async () => {
  const small = await TestApp.start({ HUB_REGISTRATIONS: '1', HUB_STREAMS: '1', HUB_CONNECTIONS: '1' });
  const ada = await HubListener.registered(small, 'ada.admin', ['Customer', 'customer']);
  await expect(ada.connection.invoke('RegisterEntity', 'Order')).rejects.toThrow(/HubException: RateLimited: /);
  await ada.connection.invoke('UnregisterEntity', 'Customer');
  await ada.connection.invoke('RegisterEntity', 'Order');
  const items = { next: () => undefined, complete: () => undefined };
  const followed = (): Promise<Error | ISubscription<unknown>> =>
    new Promise((resolve) => {
      const stream = ada.connection.stream('StreamChanges', 'Order', null).subscribe({ ...items, error: resolve });
      // Answered after the stream has begun, or was refused.
      void ada.connection.invoke('RegisterEntity', 'Order').then(() => setTimeout(resolve, 100, stream));
    });
  const first = await followed();
  const refusal = 'RateLimited: A connection may follow 1 streams at once, and a user 1000. End one first.';
  expect(await followed()).toMatchObject({ message: expect.stringContaining(refusal) });
  if (!(first instanceof Error)) first.dispose();
  await until('its place is free', async () => !((await followed()) instanceof Error));
  await expect(HubListener.connect(small, 'ada.admin')).rejects.toThrow(/429/);
  await small.stop();
  await ada.closed;
});

// Requirement: F19
it('a stopping node redirects its clients before it closes its port', async () => {
  const stopping = await app.startAnother();
  const nina = await HubListener.connect(stopping, 'nina.north', { reconnectAfterMs: [60_000] });
  const reconnecting = new Promise((resolve) => nina.connection.onreconnecting(resolve));
  const stopped = stopping.stop();
  await reconnecting;
  expect(nina.connection.state).toBe('Reconnecting');
  await Promise.all([stopped, nina.stop()]);
});
