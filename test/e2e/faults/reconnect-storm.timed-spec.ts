import { setTimeout as delay } from 'node:timers/promises';
import { breakableSockets } from '../../support/breakable-sockets.js';
import { customer } from '../../support/demo.js';
import { Follower } from '../../support/follower.js';
import { tokenOf } from '../../support/hub-client.js';
import { KeepAliveClient, type PlainAnswer } from '../../support/keep-alive-client.js';
import { repeatInBackground } from '../../support/repeat-in-background.js';
import { ServiceProcess } from '../../support/service-process.js';
import { assignments, DEVELOPMENT } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const CLIENTS = 500;
/** A service account, which a front end's clients share; it may read every customer. */
const USER = 'erp.bot';
/** Number of clients that connect at once in the beginning. */
const AT_ONCE = 6;
const PATIENT_MS = 40_000;

let database: TestDatabase;
let node: ServiceProcess;
const { sockets, http } = breakableSockets();
const followers: Follower[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  node = await ServiceProcess.start(database.url);
  const token = await tokenOf(node, USER);
  const reconnectAfterMs = [0, ...Array.from({ length: 200 }, () => 200)];
  while (followers.length < CLIENTS) {
    const some = Array.from({ length: AT_ONCE }, () =>
      Follower.connect(node, '', 'Customer', { token, http, reconnectAfterMs }),
    );
    followers.push(...(await Promise.all(some)));
  }
});
afterAll(async () => {
  await Promise.all(followers.map((each) => each.stop()));
  await node.kill();
  await database.drop();
});

/** Callers that repeat one request until stopped. */
async function asking(count: number, path: string, body: () => unknown, restMs: number) {
  const headers = { Authorization: `Bearer ${await tokenOf(node, 'ada.admin')}`, ...DEVELOPMENT };
  const answers: PlainAnswer[] = [];
  const millis: number[] = [];
  const clients = Array.from({ length: count }, () => new KeepAliveClient(`${node.url}/api/v1`, headers));
  const stops = clients.map((client) =>
    repeatInBackground(async () => {
      const since = performance.now();
      answers.push(await client.send('POST', path, body()));
      millis.push(performance.now() - since);
      await delay(restMs);
    }),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    for (const client of clients) client.stop();
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    return { answers, millis };
  };
}
const writing = async () => {
  const stop = await asking(
    1,
    '/records/insert',
    () => ({ EntityName: 'Customer', Fields: assignments(customer()) }),
    100,
  );
  return async () => {
    const { answers, millis } = await stop();
    return { ids: answers.map(({ body }): string => body.Result.Id), millis };
  };
};
const reading = () => asking(8, '/queries/select', () => ({ EntityName: 'Product' }), 20);
const p99 = (millis: readonly number[]): number => millis.toSorted((a, b) => a - b)[Math.floor(millis.length * 0.99)];

/**
 * All clients reconnect while the node is written to and read from.
 * @param withinMs how long requests take meanwhile, but for one in a hundred; they share two cores with all the clients
 * @returns the written records
 */
async function comeBack(times: number, withinMs: number): Promise<readonly string[]> {
  const [stopWriting, stopReading] = [await writing(), await reading()];
  await until('everybody is back', () => followers.every(({ returns }) => returns >= times), PATIENT_MS);
  const [written, read] = [await stopWriting(), await stopReading()];
  expect(p99([...written.millis, ...read.millis])).toBeLessThan(withinMs);
  return written.ids;
}
async function expectAll(ids: readonly string[]): Promise<void> {
  const isComplete = ({ ids: heard }: Follower): boolean => ids.every((id) => heard.has(id));
  await until('everybody has heard all', () => followers.every(isComplete), PATIENT_MS);
  expect(followers.flatMap(({ failures }) => failures)).toEqual([]);
}

// Requirement: F18, P6
it('clients that lose their sockets at once reconnect without loss, and requests are served meanwhile', async () => {
  const stop = await writing();
  await until('everybody has heard something', () => followers.every(({ hasCursor }) => hasCursor));
  for (const socket of sockets.splice(0)) socket.terminate();
  const ids = await comeBack(1, 3_000);
  await expectAll([...ids, ...(await stop()).ids]);
});

// Requirement: P6
it('clients miss nothing when their node is killed and replaced', async () => {
  const stop = await writing();
  await delay(300);
  const missed = (await stop()).ids;
  await node.kill();
  node = await ServiceProcess.start(database.url, { PORT: new URL(node.url).port });
  await expectAll([...missed, ...(await comeBack(2, 5_000))]);
});
