import { setTimeout as delay } from 'node:timers/promises';
import { CUSTOMER, USER } from '../../../support/demo.js';
import { HUB, HubListener, type HubOptions, type Node } from '../../../support/hub-client.js';
import { type Key, keyOf } from '../../../support/keys.js';
import { until } from '../../../support/until.js';
import { byId, DEVELOPMENT, type Row, TestApp } from '../../../support/test-app.js';

describe('the hub by key', () => {
  let app: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    other = await app.startAnother();
  }, 120_000);
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  /** Without context headers. */
  const registered = (key: Key, entities: readonly string[], options: HubOptions = {}, on: Node = app) =>
    HubListener.registered(on, '', entities, { token: key.secret, http: { headers: {} }, ...options });
  const revoke = (key: Key): Promise<unknown> =>
    app.as('ada.admin').update('ApiKey', { RevokedOn: new Date().toISOString() }, byId(key.id));
  const negotiated = async (query: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
    (await app.send('POST', `${HUB}/negotiate?negotiateVersion=1${query}`, undefined, headers)).status;

  it('is reached with the secret as Bearer, X-Api-Key and access_token', async () => {
    const { secret } = await keyOf(app, USER.nina);
    expect(await negotiated('', { Authorization: `Bearer ${secret}` })).toBe(200);
    expect(await negotiated('', { 'X-Api-Key': secret })).toBe(200);
    expect(await negotiated(`&access_token=${secret}`)).toBe(200);
    expect(await negotiated(`&access_token=${secret}&TenantId=Southbay`)).toBe(400);
    expect(await negotiated(`&access_token=${secret.slice(0, -1)}`)).toBe(401);
    expect(await negotiated('', { Authorization: `Bearer ${secret}`, ...DEVELOPMENT })).toBe(200);
  });

  it.each(['WebSockets', 'ServerSentEvents', 'LongPolling'] as const)(
    'tells of changes that user and key may read: %s',
    async (transport) => {
      const key = await keyOf(app, USER.nina, { Entities: ['Customer'] });
      const client = await registered(key, ['Customer'], { transport });
      await expect(client.connection.invoke('RegisterEntity', 'Order')).rejects.toThrow('ScopeNone');
      await app.as('nina.north').update('Customer', { CreditLimit: String(Date.now() % 1_000) }, byId(CUSTOMER.bistro));
      expect(await client.next()).toMatchObject({ EntityName: 'Customer', Operation: 'Update', Id: CUSTOMER.bistro });
      await client.stop();
    },
  );

  it('gets no personal messages of the user with a limited key', async () => {
    const limited = await registered(await keyOf(app, USER.nina, { Entities: ['Customer'] }), ['Customer'], {
      message: 'Notification',
    });
    const all = await registered(await keyOf(app, USER.nina), ['Customer'], { message: 'Notification' });
    await app.as('ada.admin').inserted('Notification', { OwnerId: USER.nina, Message: 'Personal' });
    await all.next();
    expect(limited.heard).toEqual([]);
    await Promise.all([limited.stop(), all.stop()]);
  });

  it('closes connections within a second of the revocation of their key, on all nodes, and no others', async () => {
    const [revoked, kept] = [await keyOf(app, USER.nina), await keyOf(app, USER.nina)];
    const here = await registered(revoked, ['Customer']);
    const there = await registered(revoked, ['Customer'], { transport: 'LongPolling' }, other);
    const stays = await registered(kept, ['Customer'], {}, other);
    await revoke(revoked);
    const begun = performance.now();
    await Promise.all([here.closed, there.closed]);
    expect(performance.now() - begun).toBeLessThan(1_000);
    await app.as('nina.north').update('Customer', { CreditLimit: '77' }, byId(CUSTOMER.bistro));
    await stays.next();
    await stays.stop();
  });

  it('lets go of a role that the user of the key loses', async () => {
    const key = await keyOf(app, USER.tess);
    const access: Row = { RoleId: '81b287d1-1f95-4adc-bf42-119a032c5c60', EntityName: 'Customer', Read: 'All' };
    const id = await app.as('ada.admin').inserted('RoleAccess', access);
    const client = await registered(key, [], {}, other);
    const isRefused = (): Promise<boolean> =>
      client.connection.invoke('RegisterEntity', 'Customer').then(
        () => false,
        (error: Error) => error.message.includes('ScopeNone'),
      );
    await until('the other node knows the role', async () => !(await isRefused()));
    await app.as('ada.admin').delete('RoleAccess', byId(id));
    await until('the other node knows', isRefused);
    await app.as('nina.north').update('Customer', { CreditLimit: '78' }, byId(CUSTOMER.bistro));
    await delay(500);
    expect(client.heard).toEqual([]);
    await client.stop();
  });

  it('ends a connection and its stream when the key expires', async () => {
    const key = await keyOf(app, USER.nina, { ExpiresOn: new Date(Date.now() + 2_000).toISOString() });
    const client = await registered(key, []);
    const items: string[] = [];
    const streamed = new Promise<Error | undefined>((resolve) => {
      client.connection.stream<{ readonly Id: string }>('StreamChanges', 'Customer', null).subscribe({
        next: ({ Id }) => void items.push(Id),
        complete: () => resolve(undefined),
        error: resolve,
      });
    });
    const ended = Promise.all([streamed, client.closed]).then(() => true);
    for (let n = 100; !(await Promise.race([ended, delay(100)])); n++)
      await app.as('nina.north').update('Customer', { CreditLimit: String(n) }, byId(CUSTOMER.bistro));
    expect(items.length).toBeGreaterThan(0);
    await expect(registered(key, [])).rejects.toThrow('401');
  });
});
