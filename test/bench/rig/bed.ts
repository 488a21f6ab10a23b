import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureDatabase } from '#platform/database/embedded-postgres/embedded-database.js';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.js';
import type { LimitFacts } from '../limit/statements.js';
import { type CallHeaders, insertRequest } from './requests.js';
import { forkProgram, forkServer, parentOf, type Server, stop } from './processes.js';
import { customerSequence, environmentOf, seed } from './seed.js';
import { callHeaders, POOL_SIZE, startService, TOKEN_SECRET } from './service.js';

/** Everything the claims are measured on: one PostgreSQL, the service, what it is compared with, and the load. */
export interface Bed {
  readonly service: Server;
  readonly limit: Server;
  readonly raw: Server;
  readonly load: ChildProcess;
  /** Process id of PostgreSQL's first process. */
  readonly postgres: number;
  readonly databaseUrl: string;
  /** Creates another database on the same PostgreSQL. @returns its URL */
  readonly newDatabase: (name: string) => Promise<string>;
  /** Facts for programs that write to the service's tables. */
  readonly facts: LimitFacts;
  readonly headers: CallHeaders;
}

/** Runs `work` on a new bed, and leaves nothing behind. @param nodeOptions for the service, such as `--cpu-prof` */
export async function onBed(nodeOptions: readonly string[], work: (bed: Bed) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'service-bench-'));
  await chmod(folder, 0o755); // The server's user must get in.
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const started: ChildProcess[] = [];
  try {
    const newDatabase = (name: string): Promise<string> => ensureDatabase(server, name);
    await work(await makeBed(newDatabase, nodeOptions, started));
  } finally {
    for (const child of started.toReversed()) await stop(child);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeBed(
  newDatabase: Bed['newDatabase'],
  nodeOptions: readonly string[],
  started: ChildProcess[],
): Promise<Bed> {
  const url = await newDatabase('bench');
  const keep = <S extends Server>(server: S): S => {
    started.push(server.process);
    return server;
  };
  const service = keep(await startService(url, nodeOptions));
  const headers = await callHeaders(service);
  const { facts, postgres } = await prepareDatabase(url, service, headers);
  const limit = keep(await forkServer('../limit/serve-limit.ts', facts));
  const access = await fetch(`http://127.0.0.1:${service.port}/api/v1/access`, { headers });
  const raw = keep(await forkServer('../limit/serve-raw.ts', await access.text()));
  const load = forkProgram('../load/generate-load.ts');
  started.push(load);
  return { service, limit, raw, load, postgres, databaseUrl: url, newDatabase, facts, headers };
}

async function prepareDatabase(
  url: string,
  service: Server,
  headers: CallHeaders,
): Promise<{ facts: LimitFacts; postgres: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const environment = await environmentOf(client);
    await seed(client, environment);
    await insertFirst(service, headers);
    const sequence = await customerSequence(client, environment);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const facts = { databaseUrl: url, poolSize: POOL_SIZE, tokenSecret: TOKEN_SECRET, ...environment, sequence };
    return { facts, postgres: parentOf(rows[0].pid) };
  } finally {
    await client.end();
  }
}

/** Shows that the service answers, and makes the sequence of customer numbers. */
async function insertFirst({ port }: Server, headers: CallHeaders): Promise<void> {
  const { method, path, body } = insertRequest(headers);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: body?.replaceAll('#', '0'),
  });
  if (!response.ok) throw new Error(`The first insert failed: ${await response.text()}`);
}
