import { LOGGED_CHANGES } from '../../../support/logged-changes.js';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ensureDatabase } from '#platform/database/embedded-postgres/embedded-database.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded-postgres/embedded-postgres.js';
import { PostgresProxy } from '../../../support/postgres-proxy.js';
import { prepareTemplate } from '../../../support/prepare-template.js';
import { ServiceProcess } from '../../../support/service-process.js';
import type { Caller } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { Receiver } from '../../../unit/platform/outbound/receiver.js';
import { TIMEOUT_MS } from './fault-rig.js';

const WAIT_MS = 90_000;
const RUNS = 24;
/** Longer than the lease, so that runs are claimed anew while their old executions still wait for an answer. */
const AWAY_MS = 2_500;
const SETTINGS = { ROLES: 'api,worker', RUN_LEASE_MS: '1500', RUN_WORKERS: '6', HTTP_TIMEOUT_MS: '60000' };

let folder: string;
let server: EmbeddedPostgres;
let proxy: PostgresProxy;
let receiver: Receiver;
let ada: Caller;
let workflow: string;

const databaseUrl = (): Promise<string> => ensureDatabase(server, 'service');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-runs-'));
  await chmod(folder, 0o755); // The server's user must get in.
  [server, receiver] = [await startEmbeddedPostgres({ dataDir: folder }), await Receiver.start()];
  receiver.respond = (_request, response) => void setTimeout(() => response.end(), 300);
  await prepareTemplate(await databaseUrl());
  // Each start of the server is on another port.
  proxy = await PostgresProxy.start(await databaseUrl());
  const host = `127.0.0.1:${receiver.port}`;
  const settings = { ...SETTINGS, HTTP_ALLOWED_HOSTS: host, HTTP_PRIVATE_HOSTS: '127.0.0.1' };
  const nodes = await Promise.all([1, 2].map(() => ServiceProcess.start(proxy.url, settings)));
  ada = await nodes[0].as('ada.admin');
  workflow = await ada.inserted('Workflow', {
    Name: 'Surviving',
    Type: 'Manual',
    RunAs: 'Service',
    ...definition(host),
  });
}, TIMEOUT_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy?.stop();
  await receiver?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

/** Writes by turns with calls. */
const definition = (host: string): object => ({
  Tokens: [{ Name: 'Tag', Type: 'Text' }],
  Actions: [1, 2, 3].flatMap((n) => [
    {
      Name: `Note${n}`,
      Type: 'InsertRecord',
      EntityName: 'Note',
      Fields: [{ FieldName: 'Subject', Value: `{{Tag}} ${n}` }],
    },
    { Name: `Call${n}`, Type: 'HttpCall', Method: 'POST', Url: `http://${host}/{{Tag}}/${n}` },
  ]),
});

/** Ends PostgreSQL by a signal to its first process. */
async function end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  const [pid] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), signal);
}

/** Reads past the service. */
async function rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: await databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function start(Tag: string): Promise<string> {
  const { status, text, body } = await ada.send(
    'POST',
    `/workflows/execute/${workflow}`,
    { Tag },
    { Prefer: 'respond-async' },
  );
  expect([status, text]).toEqual([202, text]);
  return body.CorrelationId as string;
}

// Requirement: F2, F15, P7, R192
it.each([
  ['killed', 'SIGKILL'],
  ['shut', 'SIGQUIT'],
] as const)(
  'PostgreSQL is %s while runs are executed: all of them go on after it is back, with one effect per step',
  async (name, signal) => {
    const tags = Array.from({ length: RUNS }, (_, i) => `${name}${i}`);
    const runs: string[] = [];
    for (const tag of tags) runs.push(await start(tag));
    const callsSoFar = (): number => receiver.received.filter(({ url }) => url.startsWith(`/${name}`)).length;
    await until('runs are under way', () => callsSoFar() > RUNS / 2, WAIT_MS);
    await end(signal);
    await delay(AWAY_MS);
    server = await startEmbeddedPostgres({ dataDir: folder });
    proxy.lead(await databaseUrl());
    const open = async (): Promise<readonly object[]> =>
      rows('SELECT id FROM platform.run WHERE id = ANY($1::uuid[])', [runs]);
    await until('all runs have ended', async () => (await open()).length === 0, WAIT_MS);
    const { body } = await ada.select('WorkflowRun', {
      WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'IN', Value: runs }] },
      Pager: { PageNumber: 1, PageSize: RUNS },
    });
    const ended = body.Result as readonly { readonly State: string; readonly Error: unknown }[];
    expect(ended.map(({ State, Error }) => [State, Error])).toEqual(runs.map(() => ['Completed', null]));
    const notes = await rows<{ subject: string }>(
      `SELECT new ->> 'Subject' AS subject FROM ${LOGGED_CHANGES} c WHERE entity = 'Note' AND new ->> 'Subject' ~ $1`,
      [`^${name}[0-9]+ [1-3]$`],
    );
    const expected = tags.flatMap((tag) => [1, 2, 3].map((n) => `${tag} ${n}`));
    expect(notes.map(({ subject }) => subject).toSorted()).toEqual(expected.toSorted());
    expectOneIdEach(name);
  },
  TIMEOUT_MS,
);

/** Repeated calls bear the id of the first one. */
function expectOneIdEach(name: string): void {
  const ids = new Map<string, Set<string>>();
  for (const { url, headers } of receiver.received.filter((each) => each.url.startsWith(`/${name}`)))
    ids.set(url, (ids.get(url) ?? new Set()).add(String(headers['x-event-id'])));
  expect([ids.size, [...ids.values()].filter(({ size }) => size !== 1)]).toEqual([3 * RUNS, []]);
}
