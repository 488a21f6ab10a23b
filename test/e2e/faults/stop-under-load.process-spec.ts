import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Balancer } from '../../support/balancer.js';
import { customer } from '../../support/demo.js';
import { Follower } from '../../support/follower.js';
import { WAYS } from '../../support/hub-app.js';
import { HUB, tokenOf } from '../../support/hub-client.js';
import { KeepAliveClient, type PlainAnswer } from '../../support/keep-alive-client.js';
import { HANDSHAKE, RawSocket } from '../../support/raw-socket.js';
import { ServiceProcess } from '../../support/service-process.js';
import { assignments, byId, DEVELOPMENT } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const SETTINGS = { WAIT_WINDOW_MS: '30000', WRITE_QUEUE_WORKERS: '1', WRITE_LEASE_MS: '3000' };

let database: TestDatabase;
let nodes: readonly ServiceProcess[];
let known: ReadonlySet<string>;
beforeAll(async () => void (database = await createTestDatabase()));
beforeEach(async () => {
  known = new Set();
  known = new Set([...(await created('Customer')), ...(await created('Note'))]);
});
afterEach(() => Promise.all(nodes.map((node) => node.kill())));
afterAll(() => database.drop());

const start = async (count: number, settings: Readonly<Record<string, string>>): Promise<readonly ServiceProcess[]> =>
  (nodes = await Promise.all(
    Array.from({ length: count }, () => ServiceProcess.start(database.url, { ...SETTINGS, ...settings })),
  ));
const headersOf = async (node: ServiceProcess, user: string): Promise<Readonly<Record<string, string>>> => ({
  Authorization: `Bearer ${await tokenOf(node, user)}`,
  ...DEVELOPMENT,
});
/** Inserted records beyond the initial ones. */
async function created(entity: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const text = `SELECT record_id AS id FROM platform.change WHERE entity = $1 AND operation = 'Create'`;
  const { rows } = await client.query<{ id: string }>(text, [entity]);
  await client.end();
  return rows.map(({ id }) => id).filter((id) => !known.has(id));
}
const insertion = (fields = customer()) => ({ EntityName: 'Customer', Fields: assignments(fields) });

/** Observations of one client of the load. */
interface Seen {
  readonly ids: string[];
  readonly failures: unknown[];
  last: PlainAnswer | undefined;
}

/** Writes and reads in turn until stopped or refused a connection. */
async function writeAndRead(client: KeepAliveClient, isOver: () => boolean): Promise<Seen> {
  const seen: Seen = { ids: [], failures: [], last: undefined };
  const send = async (method: string, path: string, body: unknown): Promise<PlainAnswer> => {
    seen.last = await client.send(method, path, body);
    if (seen.last.status !== 200) throw new Error(JSON.stringify(seen.last));
    return seen.last;
  };
  try {
    while (!isOver()) {
      const { body } = await send('POST', '/records/insert', insertion());
      seen.ids.push(body.Result.Id);
      const found = await send('POST', '/queries/select', {
        EntityName: 'Customer',
        WhereClause: byId(body.Result.Id),
      });
      if (found.body.Result.length !== 1) throw new Error(JSON.stringify(found));
    }
  } catch (error) {
    seen.failures.push((error as { code?: unknown }).code ?? String(error));
  }
  client.stop();
  return seen;
}

// Requirement: F19, P11
it('stopping one of two nodes behind a load balancer under load goes unnoticed and loses nothing', async () => {
  const [stopping, staying] = await start(2, { DRAIN_DELAY_MS: '1000' });
  const balancer = await Balancer.start([stopping.url, staying.url]);
  const headers = await headersOf(stopping, 'ada.admin');
  const token = await tokenOf(stopping, 'ada.admin');
  const node = { url: balancer.url, send: stopping.send.bind(stopping) };
  const followers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      Follower.connect(node, 'ada.admin', 'Customer', {
        ...WAYS[n % WAYS.length],
        token,
        reconnectAfterMs: [0, 100, 200, 400, 800],
      }),
    ),
  );
  const raw = await RawSocket.open(`${stopping.url}${HUB}`, headers);
  raw.send(HANDSHAKE);

  let isOver = false;
  const load = Array.from({ length: 16 }, () =>
    writeAndRead(new KeepAliveClient(`${balancer.url}/api/v1`, headers), () => isOver),
  );
  await until('everybody has heard something', () => followers.every(({ hasCursor }) => hasCursor));
  const nina = await stopping.as('nina.north');
  const queued = await Promise.all(
    [601, 602, 603].map((ms) => nina.insert('Note', { Subject: `SLOW:${ms}` }, { Prefer: 'respond-async' })),
  );
  const since = performance.now();
  const code = await stopping.stop();
  expect([code, performance.now() - since < 25_000]).toEqual([0, true]);
  await delay(300);
  isOver = true;
  const seen = await Promise.all(load);

  expect(seen.flatMap(({ failures }) => failures)).toEqual([]);
  expect(raw.messages.at(-1)).toEqual({ type: 7, allowReconnect: true });
  const ids = seen.flatMap((each) => each.ids);
  await until('everybody has heard all', () => followers.every((each) => ids.every((id) => each.ids.has(id))));
  expect(followers.flatMap(({ failures }) => failures)).toEqual([]);
  expect(followers.some(({ returns }) => returns > 0)).toBe(true);
  const reader = await staying.as('nina.north');
  for (const { status, body } of queued) {
    expect(status).toBe(202);
    const state = async () => (await reader.get(`/operations/${body.CorrelationId}`)).body.Result.Status;
    await until('the write is done', async () => (await state()) === 'Completed');
  }
  await Promise.all(followers.map((each) => each.stop()));
  await balancer.stop();
});

// Requirement: F19
it('without a load balancer, accepted requests are answered and the last answers close their connections', async () => {
  const [node] = await start(1, { DRAIN_DELAY_MS: '500' });
  const headers = await headersOf(node, 'ada.admin');
  const clients = Array.from({ length: 8 }, () => new KeepAliveClient(`${node.url}/api/v1`, headers));
  const load = clients.map((client) => writeAndRead(client, () => false));
  const slow = new KeepAliveClient(`${node.url}/api/v1`, headers);
  const note = { EntityName: 'Note', Fields: assignments({ Subject: 'SLOW:1500' }) };
  await slow.send('POST', '/queries/select', { EntityName: 'Region' });
  const answered = slow.send('POST', '/records/insert', note);
  await delay(300);
  expect(await node.stop()).toBe(0);
  const slowAnswer = await answered;
  expect([slowAnswer.status, slowAnswer.headers.connection]).toEqual([200, 'close']);
  slow.stop();
  const seen = await Promise.all(load);
  for (const { failures, last } of seen) {
    // The system may have taken a connection that the node never saw.
    expect(['ECONNREFUSED', 'ECONNRESET']).toContain(failures[0]);
    expect(last?.headers.connection).toBe('close');
  }
  expect((await created('Customer')).toSorted()).toEqual(seen.flatMap(({ ids }) => ids).toSorted());
});

// Requirement: F19
it('a request on an idle connection is answered after new connections are refused', async () => {
  const [node] = await start(1, { DRAIN_DELAY_MS: '500' });
  const headers = await headersOf(node, 'ada.admin');
  const idle = new KeepAliveClient(`${node.url}/api/v1`, headers);
  await idle.send('GET', '/access');
  const stopped = node.stop();
  const isRefused = (): Promise<boolean> =>
    fetch(`${node.url}/health/live`).then(
      () => false,
      () => true,
    );
  await until('new connections are refused', isRefused);
  const { status, headers: answered } = await idle.send('GET', '/access');
  expect([status, answered.connection]).toEqual([200, 'close']);
  idle.stop();
  expect(await stopped).toBe(0);
});

// Requirement: F19
it('neither a hub client that never reads nor an endless write delays the end of a node', async () => {
  const [node] = await start(1, { DRAIN_DELAY_MS: '0', SHUTDOWN_GRACE_MS: '2000' });
  const headers = await headersOf(node, 'ada.admin');
  const stuck = await RawSocket.open(`${node.url}${HUB}`, headers);
  stuck.send(HANDSHAKE);
  await stuck.until(1);
  stuck.socket.pause();
  const client = new KeepAliveClient(`${node.url}/api/v1`, headers);
  const endless = { EntityName: 'Note', Fields: assignments({ Subject: 'SLOW:14000' }) };
  const cut = client.send('POST', '/records/insert', endless).catch(({ code }) => code);
  await delay(300);
  const code = await node.stop();
  stuck.cut();
  client.stop();
  expect([code, await cut]).toEqual([0, 'ECONNRESET']);
  expect(await created('Note')).toEqual([]);
});
