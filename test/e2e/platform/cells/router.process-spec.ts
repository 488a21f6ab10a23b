import { customer } from '../../../support/demo.js';
import { HUB, HubListener } from '../../../support/hub-client.js';
import { told } from '../../../support/keys.js';
import { ROUTER_PROGRAMS, type Router } from '../../../support/router.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { DEVELOPMENT, type Place, SOUTHBAY } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { callerOf, send, tokenOf, TwoCells } from './two-cells.js';

const TRANSPORTS = ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const;
const bearer = (user: string) => ({ Authorization: `Bearer ${tokenOf(user)}` });

/** Query of the hub, with its parameters in this order. */
const query = (...parameters: readonly (readonly [string, string])[]): string =>
  parameters.map(([name, value]) => `&${name}=${value}`).join('');
const inQuery = (place: Place): string => query(...Object.entries(place));

describe.each(['haproxy', 'nginx'] as const)('two cells behind %s', (kind) => {
  ROUTER_PROGRAMS[kind].describe('as the command configures it', () => {
    let cells: TwoCells;
    let router: Router;
    beforeAll(async () => {
      cells = await TwoCells.start();
      router = await cells.route(kind);
    }, START_MS);
    afterAll(async () => {
      await router?.stop();
      await cells?.stop();
      await ServiceProcess.killAll();
    });

    const negotiate = (parameters: string, headers = {}) =>
      send(router.url, 'POST', `${HUB}/negotiate?negotiateVersion=1${parameters}`, {
        ...bearer('nina.north'),
        ...headers,
      });

    it('passes calls on by tenant, app and environment, each by its name or id, in any letter case', async () => {
      const [names, ids] = [cells.northgate.Name, cells.northgate.Ids].map((text) => text.split('/'));
      for (let spelling = 0; spelling < 8; spelling++) {
        const [TenantId, AppId, EnvironmentId] = [1, 2, 4].map((bit, i) => {
          const text = (spelling & bit ? ids : names)[i];
          return i % 2 === 0 ? text.toUpperCase() : text.toLowerCase();
        });
        const place = { TenantId, AppId, EnvironmentId };
        expect([place, told(await callerOf(router.url, 'nina.north', place).select('Customer'))]).toEqual([
          place,
          '200',
        ]);
      }
      expect(told(await callerOf(router.url, 'bob.bay', SOUTHBAY).select('Customer'))).toBe('200');
    });

    it('passes calls without environment on to the default cell', async () => {
      const statusAt = async (url: string, path: string) => [path, (await send(url, 'GET', path)).status];
      for (const path of ['/health/live', '/api/v1/openapi.json', '/swagger'])
        expect(await statusAt(router.url, path)).toEqual([path, 200]);
      // The studio is there where it was built.
      expect(await statusAt(router.url, '/studio/')).toEqual(await statusAt(cells.nodes[0].url, '/studio/'));
      const listed = await send(router.url, 'GET', '/api/v1/environments', bearer('bob.bay'));
      expect(listed.body.Result).toHaveLength(1);
      expect((await send(router.url, 'GET', '/metrics')).status).toBe(404);
      const unknown = { ...DEVELOPMENT, EnvironmentId: 'Nowhere' };
      expect(told(await callerOf(router.url, 'nina.north', unknown).select('Customer'))).toBe('403 NotMember');
    });

    it.each(TRANSPORTS)('connects clients of the hub over %s, by headers and by the query', async (transport) => {
      const by = { transport, base: router.url, token: tokenOf('nina.north') };
      const url = `${HUB}?${new URLSearchParams({ ...DEVELOPMENT }).toString()}`;
      const ways = [by, { ...by, url, http: { headers: {} } }];
      const clients: HubListener[] = [];
      for (const way of ways)
        clients.push(await HubListener.registered(cells.nodes[1], 'nina.north', ['Customer'], way));
      const { body } = await callerOf(router.url, 'nina.north', DEVELOPMENT).insert('Customer', customer());
      for (const client of clients) {
        expect((await client.next()).Id).toBe(body.Result.Id);
        await client.stop();
      }
    });

    it('chooses the cell of the environment that the node then checks', async () => {
      const { TenantId, AppId, EnvironmentId } = DEVELOPMENT;
      const ofSouthbay = inQuery(SOUTHBAY);
      const statuses = async (...calls: readonly (readonly [string, object?])[]): Promise<readonly number[]> =>
        Promise.all(calls.map(async ([parameters, headers]) => (await negotiate(parameters, headers)).status));
      expect(
        await statuses(
          [inQuery(DEVELOPMENT)],
          // Names in another letter case.
          [query(['tenantid', TenantId], ['APPID', AppId], ['environmentId', EnvironmentId])],
          // Headers go before the query, each by itself.
          [ofSouthbay, DEVELOPMENT],
          [query(['AppId', AppId], ['TenantId', 'Southbay'], ['EnvironmentId', EnvironmentId]), { TenantId }],
        ),
      ).toEqual([200, 200, 200, 200]);
      // What a router reads otherwise than a node comes to a cell that refuses it.
      const slash = `${TenantId}%2F${AppId}`;
      expect(
        await statuses(
          [ofSouthbay],
          [query(['TenantId', slash], ['AppId', ''], ['EnvironmentId', EnvironmentId])],
          ['', { ...DEVELOPMENT, TenantId: `${TenantId}, Southbay` }],
          ['', { ...DEVELOPMENT, AppId: `${AppId}/${EnvironmentId}` }],
        ),
      ).toEqual([403, 400, 400, 400]);
      const doubled = (await negotiate(inQuery(SOUTHBAY) + inQuery(DEVELOPMENT))).status;
      const encoded = (await negotiate(inQuery(DEVELOPMENT).replace('Northgate', '%4eorthgate'))).status;
      // HAProxy takes the last one and decodes it, as nodes do; NGINX neither.
      expect([doubled, encoded]).toEqual(kind === 'haproxy' ? [200, 200] : [421, 421]);
      const named = (await negotiate(inQuery(DEVELOPMENT).replace('TenantId', 'Tenant%49d'))).status;
      expect(named).toBe(421);
    });

    it('needs the headers of a key to find its cell', async () => {
      const nina = { UserId: '4cccf00c-8d3e-4c26-9de8-70f12932cdd3', Name: 'k', ExpiresOn: '2999-01-01T00:00:00Z' };
      const ada = callerOf(router.url, 'ada.admin', DEVELOPMENT);
      const { body } = await ada.insert('ApiKey', {
        ...nina,
        ExpiresOn: new Date(Date.now() + 86_400_000).toISOString(),
      });
      const headers = { Authorization: `Bearer ${body.Result.Secret as string}` };
      const select = (more: object) =>
        send(router.url, 'POST', '/api/v1/queries/select', { ...headers, ...more }, { EntityName: 'Customer' });
      expect(told(await select(DEVELOPMENT))).toBe('200');
      expect(told(await select({}))).toBe('401 TokenInvalid');
    });

    it('lets nodes refuse what a stale router sends to the wrong cell', async () => {
      const stale = await cells.route(kind, true);
      const nina = callerOf(stale.url, 'nina.north', DEVELOPMENT);
      const refused = await nina.insert('Customer', customer({ Name: 'Misdirected' }));
      expect([told(refused), refused.body.ErrorDetails[0].Params, refused.headers.get('retry-after')]).toEqual([
        '421 OtherCell',
        { Cell: 'b' },
        '1',
      ]);
      expect(told(await callerOf(stale.url, 'bob.bay', SOUTHBAY).select('Customer'))).toBe('421 OtherCell');
      const { status, text } = await send(stale.url, 'POST', `${HUB}/negotiate?negotiateVersion=1`, {
        ...bearer('nina.north'),
        ...DEVELOPMENT,
      });
      expect([status, text]).toEqual([421, expect.stringContaining('OtherCell')]);
      await expect(
        HubListener.connect(cells.nodes[0], 'nina.north', {
          base: stale.url,
          token: tokenOf('nina.north'),
          http: { skipNegotiation: true },
        }),
      ).rejects.toThrow();
      await stale.stop();
      const found = await callerOf(router.url, 'nina.north', DEVELOPMENT).select('Customer', {
        WhereClause: { Filters: [{ FieldName: 'Name', Operator: 'EqualTo', Value: 'Misdirected' }] },
      });
      expect(found.body.Result).toEqual([]);
    });

    it('lets nodes follow the file without a restart', async () => {
      const later = { ...SOUTHBAY, EnvironmentId: 'Later' };
      const status = async () => told(await callerOf(router.url, 'bob.bay', later).select('Customer'));
      expect(await status()).toBe('403 NotMember');
      const Ids = `11111111-1111-4111-8111-111111111111/22222222-2222-4222-8222-222222222222`;
      await cells.place({ Name: 'Elsewhere/OrderToCash/Later', Ids: `${Ids}/33333333-3333-4333-8333-333333333333` });
      const elsewhere = { ...later, TenantId: 'Elsewhere' };
      expect(told(await callerOf(router.url, 'bob.bay', elsewhere).select('Customer'))).toBe('421 OtherCell');
      expect(await status()).toBe('403 NotMember');
    });

    it('answers as the service does while a cell has no node, and the other cell goes on', async () => {
      await cells.nodes[1].kill();
      const nina = callerOf(router.url, 'nina.north', DEVELOPMENT);
      await until('the router misses the node', async () => (await nina.select('Customer')).status === 503);
      const { headers, body } = await nina.select('Customer');
      expect([headers.get('retry-after'), body.ErrorDetails[0].Code]).toEqual(['2', 'Unavailable']);
      expect(told(await callerOf(router.url, 'bob.bay', SOUTHBAY).select('Customer'))).toBe('200');
    });
  });
});
