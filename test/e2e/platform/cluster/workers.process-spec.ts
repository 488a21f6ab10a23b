import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { customer } from '../../../support/demo.js';
import { Follower } from '../../../support/follower.js';
import { WAYS } from '../../../support/hub-app.js';
import { HubListener } from '../../../support/hub-client.js';
import { type ServiceProcess, START_MS } from '../../../support/service-process.js';
import type { Caller } from '../../../support/test-app.js';
import type { TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';
import { insertSurely } from './insert-surely.js';
import { ClusteredService, nodesOf } from './nodes.js';

const WORKERS = 3;
const COMES_BACK = { reconnectAfterMs: Array<number>(100).fill(100) };

// Requirement: R209, T74
describe('CLUSTER: several processes behind one port', () => {
  let cluster: ClusteredService;
  let database: TestDatabase;
  let service: ServiceProcess;
  /** Calls of nina.north to each worker. */
  let atEach: readonly Caller[];
  beforeAll(async () => {
    cluster = await ClusteredService.start(WORKERS);
    ({ service, atEach, database } = cluster);
  }, START_MS);
  afterAll(() => cluster.stop());

  it('starts the configured number of workers, each with its own place in the cluster', async () => {
    expect(service.workers).toHaveLength(WORKERS);
    const origins = await nodesOf(database, WORKERS);
    expect(new Set(origins).size).toBe(WORKERS);
    for (const origin of origins) expect(origin).toMatch(/^http:\/\/localhost:\d{2,}$/);
    expect(origins).not.toContain(`http://localhost:${new URL(service.url).port}`);
  });

  it.each(WAYS)('every client receives changes of every worker: $transport, $protocol', async (way) => {
    const clients = [1, 2, 3].map(() => HubListener.registered(service, 'nina.north', ['Customer'], way));
    const ids = [];
    await Promise.all(clients);
    for (const caller of atEach) ids.push((await caller.insert('Customer', customer())).body.Result.Id);
    for (const client of await Promise.all(clients)) {
      for (const id of ids) await client.next(({ Id }) => Id === id);
      await client.stop();
    }
  });

  it.each(WAYS)('every client receives the outcome of a 202 of every worker: $transport, $protocol', async (way) => {
    const client = await HubListener.served(service, 'nina.north', { ...way, message: 'OperationCompleted' });
    for (const caller of atEach) {
      const { status, body } = await caller.insert('Note', { Subject: 'Later' }, { Prefer: 'respond-async' });
      expect(status).toBe(202);
      await client.next(({ CorrelationId }) => CorrelationId === body.CorrelationId);
    }
    await client.stop();
  });

  it('clients of a killed worker reconnect without missing anything, and the worker is replaced', async () => {
    const nina = await service.as('nina.north');
    const followers = await Promise.all(
      [...WAYS, ...WAYS].map((way) => Follower.connect(service, 'nina.north', 'Customer', { ...way, ...COMES_BACK })),
    );
    const before = service.workers;
    const ids: string[] = [];
    const isOver = new AbortController();
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !isOver.signal.aborted; n++) ids.push(await insertSurely(nina, `${writer}-${n}`));
    };
    const writing = [1, 2, 3].map(write);
    await until('all have heard of something', () => followers.every(({ hasCursor }) => hasCursor));
    process.kill(before[0], 'SIGKILL');
    await until('somebody has come back', () => followers.some(({ returns }) => returns > 0));
    const already = ids.length;
    await until('writing goes on', () => ids.length > already + 10);
    isOver.abort();
    await Promise.all(writing);
    await until('all have heard of all', () => followers.every((each) => ids.every((id) => each.ids.has(id))));
    expect(followers.flatMap(({ failures }) => failures)).toEqual([]);
    await Promise.all(followers.map((follower) => follower.stop()));
    await until(
      'there is another one',
      () => service.workers.length === WORKERS && !service.workers.includes(before[0]),
    );
    expect(service.workers).toEqual(expect.arrayContaining(before.slice(1)));
  });

  it('serves a connection that a killed worker had not yet accepted', async () => {
    const [stopped] = service.workers;
    process.kill(stopped, 'SIGSTOP');
    let answered = 0;
    // A connection each: the workers are free, so each of them is given one.
    const answers = Array.from({ length: WORKERS }, async () => {
      const status = await statusOf(`${service.url}/health/live`);
      answered++;
      return status;
    });
    await until('the others have answered', () => answered >= WORKERS - 1);
    process.kill(stopped, 'SIGKILL');
    expect(await Promise.all(answers)).toEqual([200, 200, 200]);
    await until('there is another one', () => service.workers.length === WORKERS && !service.workers.includes(stopped));
  });

  // Requirement: R224
  it('lets no worker outlive its primary, not even one that is just starting', async () => {
    const before = service.workers;
    process.kill(before[0], 'SIGKILL');
    await until('another one starts', () => service.workers.some((pid) => !before.includes(pid)));
    const workers = service.workers;
    await service.kill();
    await until('all have gone', () => workers.every(isGone));
  });
});

/** Over a connection of its own. */
async function statusOf(url: string): Promise<number | undefined> {
  const [answer] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}
