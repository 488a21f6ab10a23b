import { LOGGED_CHANGES } from '../../support/logged-changes.js';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HubConnectionState } from '@microsoft/signalr';
import pg from 'pg';
import { ensureDatabase } from '#platform/database/embedded-postgres/embedded-database.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded-postgres/embedded-postgres.js';
import { FollowNotes } from '../../support/follow-notes.js';
import { HubListener } from '../../support/hub-client.js';
import { PostgresProxy } from '../../support/postgres-proxy.js';
import { prepareTemplate } from '../../support/prepare-template.js';
import { ServiceProcess } from '../../support/service-process.js';
import type { Answer, Caller } from '../../support/test-app.js';
import { until as untilWithin } from '../../support/until.js';

const TIMEOUT_MS = 180_000;
/** Bound of each wait: a busy machine takes long to start processes. */
const WAIT_MS = 90_000;
const until = (what: string, isSo: () => boolean | Promise<boolean>) => untilWithin(what, isSo, WAIT_MS);
const AWAY_MS = 1_500;
const READY_WITHIN_MS = 10_000;
/** Wait for a connection, plus a margin. */
const ANSWERED_WITHIN_MS = 5_000;

let folder: string;
let server: EmbeddedPostgres;
let proxy: PostgresProxy;
let node: ServiceProcess;
let nina: Caller;

const databaseUrl = (): Promise<string> => ensureDatabase(server, 'service');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-away-'));
  await chmod(folder, 0o755); // The server's user must get in.
  server = await startEmbeddedPostgres({ dataDir: folder });
  await prepareTemplate(await databaseUrl());
  // Each start of the server is on another port; what the service knows stays.
  proxy = await PostgresProxy.start(await databaseUrl());
  node = await ServiceProcess.start(proxy.url);
  nina = await node.as('nina.north');
}, TIMEOUT_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

/** Answer of a call and its duration. */
interface Call {
  readonly key: string;
  readonly answer: Answer;
  readonly ms: number;
}

/** Clients that write and read until the end. */
class Load {
  readonly calls: Call[] = [];
  #isOver = false;
  readonly #clients: Promise<unknown>;

  constructor(private readonly name: string) {
    const writers = ['a', 'b', 'c', 'd'].map((client) => this.#each((i) => `${this.name} ${client} ${i}`, write));
    this.#clients = Promise.all([
      ...writers,
      this.#each(
        () => '',
        () => nina.select('Note'),
      ),
    ]);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#clients;
  }

  async #each(keyOf: (i: number) => string, call: (key: string) => Promise<Answer>): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const key = keyOf(i);
      const startedAt = performance.now();
      const answer = await call(key);
      this.calls.push({ key, answer, ms: performance.now() - startedAt });
      await sleep(10);
    }
  }
}

const write = (Subject: string): Promise<Answer> => nina.insert('Note', { Subject }, { 'Idempotency-Key': Subject });

const health = async (of: 'live' | 'ready'): Promise<number> => (await node.send('GET', `/health/${of}`)).status;

/** Ends PostgreSQL by a signal to its first process. */
async function end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  const [pid] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), signal);
}

/** Reads what the database holds of a load: subjects of notes with how many there are. */
async function stored(text: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: await databaseUrl() });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

// Requirement: F2, P1, P6, P10
describe.each([
  ['is killed', 'SIGKILL'],
  ['is shut down at once', 'SIGQUIT'],
] as const)('PostgreSQL %s under load and comes back', (name, signal) => {
  it(
    'keeps the process, answers 503 meanwhile, recovers quickly and loses no confirmed write',
    async () => {
      const { pid } = node;
      const reader = new FollowNotes();
      let reading = reader.on(node);
      const listener = await HubListener.registered(node, 'ada.admin', ['Note'], {
        reconnectAfterMs: [200, 500, 1_000, 2_000, 4_000],
      });
      await until('the follower hears of a write', async () => {
        await write(`${name} first ${performance.now()}`);
        return reader.heard.length > 0;
      });
      const load = new Load(name);
      await until('the load has begun', () => load.calls.length > 50);

      await end(signal);
      await until('the node is unready', async () => (await health('ready')) === 503);
      const awayAt = performance.now();
      while (performance.now() - awayAt < AWAY_MS) {
        expect([await health('live'), await health('ready')]).toEqual([200, 503]);
        await sleep(100);
      }
      server = await startEmbeddedPostgres({ dataDir: folder });
      proxy.lead(await databaseUrl());
      const backAt = performance.now();
      await until('the node is ready', async () => (await health('ready')) === 200);
      expect(performance.now() - backAt).toBeLessThan(READY_WITHIN_MS);
      const before = load.calls.length;
      await until('writes succeed', () => {
        return load.calls.slice(before).filter(({ answer }) => answer.status === 200).length > 20;
      });
      await load.end();

      expect([node.isAlive, node.pid]).toEqual([true, pid]);
      const strange = load.calls.filter(({ answer }) => ![200, 202, 503].includes(answer.status));
      expect(strange.map(({ answer }) => [answer.status, answer.text])).toEqual([]);
      for (const { answer } of load.calls)
        if (answer.status === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(Math.max(...load.calls.map(({ ms }) => ms))).toBeLessThan(ANSWERED_WITHIN_MS);
      expect(load.calls.filter(({ answer }) => answer.status === 503).length).toBeGreaterThan(0);

      // A client without a final answer retries with the same key.
      const keys = load.calls.flatMap(({ key }) => (key === '' ? [] : [key]));
      for (const { key, answer } of load.calls)
        if (key !== '' && answer.status !== 200) expect([key, (await write(key)).status]).toEqual([key, 200]);
      const notes = await stored(
        `SELECT record_id AS id, new->>'Subject' AS subject FROM ${LOGGED_CHANGES} c WHERE entity = 'Note' AND new->>'Subject' ~ $1`,
        [`^${name} [a-d] `],
      );
      expect(notes).toHaveLength(keys.length);
      expect(new Set(notes.map(({ subject }) => subject))).toEqual(new Set(keys));

      // The stream may have ended and resumes from its cursor; registered clients receive changes again.
      await until('the follower hears of all notes', async () => {
        const heard = new Set(reader.heard.map(({ Id }) => Id));
        const isAll = notes.every(({ id }) => heard.has(id as string));
        if (!isAll && (await Promise.race([reading.then(() => true), sleep(100, false)]))) reading = reader.on(node);
        return isAll;
      });
      for (const { id } of notes) expect(reader.versionsOf(id as string)).toEqual([1]);
      await until('the listener reconnects', () => listener.connection.state === HubConnectionState.Connected);
      const lines = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(LISTEN|NOTIFY)'`;
      await until('the node listens again', async () => (await stored(lines)).length === 1);
      reader.leave();
      await reading;
      await listener.stop();
    },
    TIMEOUT_MS,
  );
});
