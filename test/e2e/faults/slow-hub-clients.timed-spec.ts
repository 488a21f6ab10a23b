import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { customer } from '../../support/demo.js';
import { type EntityChanged, HUB, HubListener, tokenOf } from '../../support/hub-client.js';
import { HANDSHAKE, negotiate, RawSocket, record } from '../../support/raw-socket.js';
import { repeatInBackground } from '../../support/repeat-in-background.js';
import { ServiceProcess } from '../../support/service-process.js';
import { DEVELOPMENT, where } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** As many as a user may have. */
const STALLED = 16;
/** Four users, who may read every customer, with the same number of clients each. */
const READERS = ['ada.admin', 'wim.ware', 'fia.clerk', 'frank.finance'];
const CLIENTS_EACH = 13;
/** Updates of 500 records, each of which is a message: in the end more than the system's own buffers hold. */
const FLOODS = 32;

let database: TestDatabase;
let node: ServiceProcess;
let hub: string;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await createTestDatabase();
  node = await ServiceProcess.start(database.url, { WAIT_WINDOW_MS: '30000', HUB_CONNECTIONS: String(STALLED) });
  hub = `${node.url}${HUB}`;
  headers = { Authorization: `Bearer ${await tokenOf(node, 'otto.audit')}`, ...DEVELOPMENT };
});
afterAll(async () => {
  await node.kill();
  await database.drop();
});

const REGISTRATION = HANDSHAKE + record({ type: 1, target: 'RegisterEntity', arguments: ['Note'] });

/** Connects a client that registers, then never reads and never leaves. @returns a function that destroys it */
type Stalled = () => Promise<() => void>;

const socket =
  (query: string): Stalled =>
  async () => {
    const { connectionToken } = await negotiate(hub, query, headers);
    const raw = await RawSocket.open(`${hub}?id=${connectionToken}`, headers);
    raw.send(REGISTRATION.replace('"version":1', query === '' ? '"version":1' : '"version":2'));
    await raw.until(1);
    raw.socket.pause();
    return () => raw.cut();
  };
const overHttp =
  (accept: string): Stalled =>
  async () => {
    const { connectionToken } = await negotiate(hub, '', headers);
    const url = `${hub}?id=${connectionToken}`;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers: { ...headers, accept }, agent: false }, resolve).on('error', reject);
    });
    const { status } = await fetch(url, { method: 'POST', headers, body: REGISTRATION });
    if (status !== 200) throw new Error(`answered ${status}`);
    return () => answer.destroy();
  };
const KINDS: readonly Stalled[] = [
  socket(''),
  socket('&useStatefulReconnect=true'),
  overHttp('text/event-stream'),
  overHttp('*/*'),
];

// Requirement: F11, P10
it(`${STALLED} clients that never read use bounded memory and are disconnected; others miss nothing and do not wait`, async () => {
  const ada = await node.as('ada.admin');
  const rows = Array.from({ length: 500 }, (_, n) => [`flood ${n}`]);
  await ada.send('POST', '/records/bulk-insert', { EntityName: 'Note', Fields: ['Subject'], Values: rows });
  const flood = async (n: number): Promise<void> => {
    const { status } = await ada.update('Note', { Body: `${n}` }, where('Subject', 'StartsWith', 'flood'));
    expect(status).toBe(200);
  };
  /** @returns the most memory that the node has in use meanwhile */
  const floodsFrom = async (first: number): Promise<number> => {
    let peakBytes = 0;
    for (let n = first; n < first + FLOODS; n++) {
      await flood(n);
      peakBytes = Math.max(peakBytes, node.residentBytes);
    }
    return peakBytes;
  };
  const usualBytes = await floodsFrom(0);
  const listeners = await Promise.all(
    Array.from({ length: READERS.length * CLIENTS_EACH }, (_, n) =>
      HubListener.registered(node, READERS[n % READERS.length], ['Customer']),
    ),
  );
  const heardAt = listeners.map(({ connection }) => {
    const times = new Map<string, number>();
    connection.on('EntityChanged', ({ Id }: EntityChanged) => times.set(Id!, performance.now()));
    return times;
  });
  const leave = await Promise.all(Array.from({ length: STALLED }, (_, n) => KINDS[n % KINDS.length]()));
  await expect(HubListener.connect(node, 'otto.audit')).rejects.toThrow('429');

  const answeredAt = new Map<string, number>();
  const stopWriting = repeatInBackground(async () => {
    const { body } = await ada.insert('Customer', customer());
    answeredAt.set(body.Result.Id, performance.now());
    await delay(50);
  });
  const peakBytes = await floodsFrom(FLOODS);
  await stopWriting();
  await until('all is heard', () => heardAt.every((times) => [...answeredAt.keys()].every((id) => times.has(id))));
  for (const { heard } of listeners) expect(heard.map(({ Id }) => Id)).toEqual([...answeredAt.keys()]);
  const millis = heardAt.flatMap((times) => [...times].map(([id, at]) => at - answeredAt.get(id)!));
  const p99 = millis.toSorted((x, y) => x - y)[Math.floor(millis.length * 0.99)];
  expect(p99).toBeLessThan(1_000);
  expect(peakBytes - usualBytes).toBeLessThan(110_000_000);

  // Closed connections no longer count against the limit.
  const others: HubListener[] = [];
  await until(
    'all are given up',
    async () => {
      const other = await HubListener.connect(node, 'otto.audit').catch(() => undefined);
      if (other) others.push(other);
      return others.length === STALLED;
    },
    30_000,
  );
  await Promise.all([...listeners, ...others].map((each) => each.stop()));
  for (const each of leave) each();
});
