import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HubListener, tokenOf } from '../../support/hub-client.js';
import { PostgresProxy } from '../../support/postgres-proxy.js';
import { START_MS } from '../../support/service-process.js';
import { type Answer, assignments, DEVELOPMENT } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const MAIN = fileURLToPath(new URL('../../../.compiled/src/main.js', import.meta.url));
/** Long enough for upkeep, which comes every 10 s, to fail twice. */
const AWAY_MS = 22_000;
const TEST_MS = START_MS + 90_000;
const WRITERS = 4;

/** A line of the log. */
interface Line {
  readonly level: number;
  readonly context?: string;
  readonly msg?: string;
  readonly err?: { readonly message: string };
}

let database: TestDatabase;
let proxy: PostgresProxy;
let child: ChildProcess;
let said = '';
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await PostgresProxy.start(database.url);
  const settings = { DEMO: 'false', DEV_TOKENS: 'true', PORT: '0', LOG_LEVEL: 'info', LOG_FORMAT: 'json' };
  const env = { ...process.env, DATABASE_URL: proxy.url, ROLES: 'api,worker', USER_REQUESTS: '1000000', ...settings };
  child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout!.on('data', (chunk) => (said += String(chunk)));
  await until('the service listens', () => /Listening on \S+\s/.test(said), START_MS);
  [, url] = /Listening on (\S+)/.exec(said)!;
}, START_MS);
afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await proxy.stop();
  await database.drop();
});

async function send(
  method: string,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', ...more };
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: '', body: await answer.json() };
}

/** Lines of parts of the service by their names, without those of requests. */
function linesOfParts(): ReadonlyMap<string, readonly string[]> {
  const lines = said.split('\n').filter((line) => line.startsWith('{'));
  const byPart = new Map<string, string[]>();
  for (const { context = '', msg, err, level } of lines.map((line) => JSON.parse(line) as Line)) {
    if (context === '' || (level < 40 && !msg?.startsWith('Works again'))) continue;
    const end = msg?.startsWith('Works again') === true ? 'end' : `start: ${err?.message ?? msg}`;
    byPart.set(context, [...(byPart.get(context) ?? []), end]);
  }
  return byPart;
}

// Requirement: F2, P10
it(
  'logs an outage of the database once for each part at its start, and once at its end',
  async () => {
    const token = await tokenOf({ url, send }, 'ada.admin');
    const listener = await HubListener.registered({ url, send }, 'ada.admin', ['Note'], { token });
    let isOver = false;
    const headers = { Authorization: `Bearer ${token}`, ...DEVELOPMENT };
    const statuses = new Set<number>();
    const write = async (_: unknown, writer: number): Promise<void> => {
      for (let i = 0; !isOver; i++) {
        const Fields = assignments({ Subject: i % 5 === 0 ? `SLOW:200 ${writer} ${i}` : `${writer} ${i}` });
        statuses.add((await send('POST', '/api/v1/records/insert', { EntityName: 'Note', Fields }, headers)).status);
        await sleep(20);
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, write));
    await until('writes are answered', () => statuses.has(200));

    proxy.lead('postgres://127.0.0.1:1/nowhere');
    proxy.cutAll();
    await sleep(AWAY_MS);
    proxy.lead(database.url);
    await until('the service is ready', async () => (await send('GET', '/health/ready')).status === 200);
    const endOf = (lines: readonly string[]): string | undefined => lines.at(-1);
    await until('each part works again', () => [...linesOfParts().values()].every((lines) => endOf(lines) === 'end'));
    isOver = true;
    await writers;
    await listener.stop();

    const parts = linesOfParts();
    for (const part of ['LogTail', 'NotifyChannel', 'WorkRuns', 'FollowOutcomes', 'FollowClock', 'FollowTriggers'])
      expect([part, parts.get(part)]).toEqual([part, [expect.stringMatching('^start: '), 'end']]);
    for (const [part, lines] of parts)
      expect([part, lines]).toEqual([part, [expect.stringMatching('^start: '), 'end']]);
    expect(statuses).toEqual(new Set([200, 503]));
  },
  TEST_MS,
);
