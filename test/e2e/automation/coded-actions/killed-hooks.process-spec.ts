import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { type Caller, type Row, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { manifest, writeFiles } from '../../platform/plugins/plugin-folders.js';

const PLUGIN = `
  import { Module } from '@nestjs/common';
  import { AfterCommit } from 'data-and-workflow-service';
  class Tell {
    async run({ signal }, event) {
      const body = JSON.stringify(event);
      const { ok } = await fetch(process.env.TELL_URL, { method: 'POST', body, signal });
      if (!ok) throw new Error('not taken');
    }
  }
  AfterCommit({ name: 'Tell' })(Tell);
  class TellModule {}
  Module({ providers: [Tell] })(TellModule);
  export default TellModule;
`;
const HOOK = { Name: 'Tell', Events: ['AfterCommit'], Handler: 'Tell' };
const WORKS = { ROLES: 'api,worker', RUN_LEASE_MS: '3000' };

interface Heard {
  readonly eventId: string;
  readonly record: { readonly Code: string };
}

let folder: string;
let database: TestDatabase;
let server: Server;
let api: ServiceProcess;
let ada: Caller;
const heard: Heard[] = [];
let answer: (response: ServerResponse) => unknown;
let settings: Readonly<Record<string, string>>;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  heard.push(JSON.parse(await text(request)) as Heard);
  answer(response);
}

const start = (more: Readonly<Record<string, string>> = WORKS): Promise<ServiceProcess> =>
  ServiceProcess.startUnbundled(database.url, { ...settings, ...more });

beforeAll(async () => {
  [folder, database] = [await mkdtemp(join(tmpdir(), 'killed-hooks-')), await createTestDatabase()];
  await writeFiles(folder, { 'tell/package.json': manifest({ name: 'tell' }), 'tell/index.js': PLUGIN });
  server = createServer((request, response) => {
    void receive(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  settings = { PLUGINS_DIR: folder, TELL_URL: `http://127.0.0.1:${port}` };
  api = await start({ ROLES: 'api' });
  ada = await api.as('ada.admin');
  const Fields = [{ FieldName: 'Code', FieldType: 'Text' }];
  await ada.inserted('Entity', { EntityName: 'Crate', Fields, Hooks: [HOOK] });
}, START_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});
beforeEach(() => {
  heard.length = 0;
  answer = (response) => response.end();
});

const runOf = async (record: Row): Promise<Row | undefined> =>
  (await ada.select('WorkflowRun', { WhereClause: where('RecordId', 'EqualTo', record.RecordInformationId) })).body
    .Result[0];
const insert = async (Code: string): Promise<Row> => (await ada.insert('Crate', { Code })).body.Result;

/** Lets another process go on, and counts how often the event was heard. */
async function timesHeard(record: Row): Promise<number> {
  answer = (response) => response.end();
  const worker = await start();
  await until('the run has completed', async () => (await runOf(record))?.State === 'Completed', START_MS);
  await worker.kill();
  expect(new Set(heard.map(({ eventId }) => eventId)).size).toBe(1);
  return heard.length;
}

it(
  'sends an event whose process was killed before the change was matched, and before the call',
  async () => {
    const early = await insert('Early');
    const matcher = await start(ENQUEUES_ONLY);
    await until('the run waits', async () => (await runOf(early)) !== undefined);
    await matcher.kill();
    expect(heard).toEqual([]);
    expect(await timesHeard(early)).toBe(1);
  },
  3 * START_MS,
);

it(
  'sends an event again whose process was killed in the call',
  async () => {
    answer = () => undefined;
    const worker = await start();
    const record = await insert('During');
    await until('the call has begun', () => heard.length === 1);
    await worker.kill();
    expect(await timesHeard(record)).toBe(2);
  },
  3 * START_MS,
);

it(
  'has sent an event whose process was killed behind the call',
  async () => {
    const worker = await start();
    const killed = new Promise<void>((resolve) => {
      answer = (response) => response.end(() => void worker.kill().then(() => resolve()));
    });
    const record = await insert('Behind');
    await killed;
    expect(await timesHeard(record)).toBeGreaterThanOrEqual(1);
  },
  3 * START_MS,
);
