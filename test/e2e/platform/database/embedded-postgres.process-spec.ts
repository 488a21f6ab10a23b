import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ensureDatabase } from '#platform/database/embedded-postgres/embedded-database.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded-postgres/embedded-postgres.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const asRoot = process.getuid?.() === 0;

async function query(url: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: unknown = await client.query({ text, rowMode: 'array' });
    return Array.isArray(results) ? results.at(-1).rows : (results as pg.QueryResult).rows;
  } finally {
    await client.end();
  }
}

/** A process of its own that starts the server, says `{adminUrl, reused, notes}` and then lives on. */
class OtherProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly server: { readonly adminUrl: string; readonly reused: boolean; readonly notes: readonly string[] },
  ) {}

  static async start(dataDir: string): Promise<OtherProcess> {
    const script = join(HERE, '../../../support/start-embedded-postgres.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    return new OtherProcess(child, JSON.parse(output.toString()));
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

const serverPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  for (const deadline = performance.now() + ms; performance.now() < deadline; await sleep(50)) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
  }
  return false;
}

// Requirement: R222
describe('the embedded PostgreSQL', () => {
  let folder: string;
  const running: EmbeddedPostgres[] = [];
  const start = async (dataDir = folder, durable = false): Promise<EmbeddedPostgres> => {
    running.push(await startEmbeddedPostgres({ dataDir, durable }));
    return running.at(-1)!;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'path with spaces '));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  it('starts in a path with spaces, with the configured settings, and keeps data between runs', async () => {
    const first = await start(folder, true);
    const url = await ensureDatabase(first, 'service');
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS a');
    const settings = ['server_encoding', 'fsync', 'jit', 'listen_addresses', 'password_encryption'];
    expect(await query(url, `SELECT ${settings.map((name) => `current_setting('${name}')`).join()}`)).toEqual([
      ['UTF8', 'on', 'off', '127.0.0.1', 'scram-sha-256'],
    ]);
    await first.stop();

    const second = await start();
    const sameUrl = await ensureDatabase(second, 'service');
    expect(await query(sameUrl, `SELECT a, current_setting('fsync') FROM kept`)).toEqual([[1, 'off']]);
  });

  it('serves through a Unix socket that only its user may enter, to other processes too', async () => {
    const server = await start();
    expect((await stat(server.socketFolder!)).mode & 0o777).toBe(0o700);
    const viaSocket = 'SELECT inet_client_addr() IS NULL';
    const url = await ensureDatabase(server, 'service');
    expect(await query(url, viaSocket)).toEqual([[true]]);
    expect(await query(server.adminUrl, viaSocket)).toEqual([[false]]);
    const other = await startEmbeddedPostgres({ dataDir: folder });
    expect(other.reused).toBe(true);
    expect(await query(await ensureDatabase(other, 'service'), viaSocket)).toEqual([[true]]);
    const guessed = new URL(url);
    guessed.password = 'guess';
    await expect(query(guessed.href, 'SELECT')).rejects.toMatchObject({ code: '28P01' });
  });

  it('serves through TCP only in a folder whose path is too long for a socket', async () => {
    const server = await start(join(folder, 'x'.repeat(80)));
    expect(server.socketFolder).toBeUndefined();
    expect(await query(await ensureDatabase(server, 'service'), 'SELECT inet_client_addr() IS NULL')).toEqual([
      [false],
    ]);
  });

  it('requires the password from the data folder', async () => {
    const server = await start();
    const url = new URL(server.adminUrl);
    url.password = 'guess';
    await expect(query(url.href, 'SELECT')).rejects.toMatchObject({ code: '28P01' });
  });

  it('leaves no orphan when its process is killed, and starts again on the same data', async () => {
    const other = await OtherProcess.start(folder);
    const pid = await serverPid(folder);
    await other.kill();
    expect(await isGoneWithin(pid, 5_000)).toBe(true);

    const next = await start();
    expect(next.reused).toBe(false);
  });

  it('is initialised once by processes that start at the same time', async () => {
    const others = await Promise.all([1, 2, 3].map(() => OtherProcess.start(folder)));
    expect(others.filter(({ server }) => server.reused)).toHaveLength(2);
    expect(new Set(others.map(({ server }) => server.adminUrl)).size).toBe(1);
    expect(await query(others[0].server.adminUrl, 'SELECT 1')).toEqual([[1]]);
    const pid = await serverPid(folder);
    await Promise.all(others.map((other) => other.kill()));
    expect(await isGoneWithin(pid, 20_000)).toBe(true);
  });

  it('moves to a public path with a notice when its user cannot reach the folder', async () => {
    if (!asRoot) return; // Any other user runs the server under their own account.
    const data = join(folder, 'closed', 'data');
    await mkdir(join(folder, 'closed'), { mode: 0o700 });
    const server = await start(data);
    const [[directory]] = await query(server.adminUrl, 'SHOW data_directory');
    expect(directory).toMatch(/^\/var\/tmp\/data-and-workflow-service-[0-9a-f]{16}\/data\/postgres$/);
    expect(server.notes).toEqual([expect.stringContaining('DATA_DIR')]);
    await server.stop(); // Before its data goes.
    await rm(dirname(dirname(String(directory))), { recursive: true });
  });

  it('gives the service a login without superuser rights and without extra capabilities', async () => {
    const server = await start();
    const url = await ensureDatabase(server, 'service');
    const facts = `SELECT rolsuper, rolcreaterole, pg_catalog.has_function_privilege('public', 'pg_advisory_lock(bigint)', 'EXECUTE')
      FROM pg_roles WHERE rolname = current_user`;
    expect(await query(url, facts)).toEqual([[false, true, false]]);
    const elsewhere = new URL(url);
    elsewhere.pathname = '/postgres';
    await expect(query(elsewhere.href, 'SELECT')).rejects.toMatchObject({ code: '42501' });
  });

  it('migrates a database that an earlier version created as superuser', async () => {
    const server = await start();
    const admin = new URL(server.adminUrl);
    await query(admin.href, 'CREATE DATABASE service');
    admin.pathname = '/service';
    await query(
      admin.href,
      `CREATE SCHEMA platform; CREATE TABLE platform.change (id bigserial) PARTITION BY RANGE (id);
       CREATE TABLE platform.change_1 PARTITION OF platform.change FOR VALUES FROM (1) TO (9);
       CREATE TABLE platform_migration (id serial PRIMARY KEY); CREATE EXTENSION pg_trgm;
       CREATE SCHEMA env_x; CREATE SEQUENCE env_x.numbers; CREATE TABLE env_x."Customer" ("Name" text);
       CREATE ROLE env_x_objects; GRANT USAGE, CREATE ON SCHEMA env_x TO env_x_objects; SET ROLE env_x_objects;
       CREATE FUNCTION env_x."F"() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';`,
    );
    const url = await ensureDatabase(server, 'service');
    await ensureDatabase(server, 'service');
    expect(
      await query(
        url,
        `ALTER TABLE env_x."Customer" ADD "City" text; ALTER TABLE platform.change ADD x int; DROP TABLE platform_migration;
         SELECT nextval('env_x.numbers')::int, (SELECT count(*)::int FROM pg_roles WHERE rolname = 'env_x_objects'),
           (SELECT count(*)::int FROM pg_proc WHERE proname = 'F')`,
      ),
    ).toEqual([[1, 0, 0]]);
  });

  it('creates a database once for two concurrent requests', async () => {
    const server = await start();
    const urls = await Promise.all([1, 2, 3].map(() => ensureDatabase(server, 'twice')));
    expect(await query(urls[2], 'SELECT current_database()')).toEqual([['twice']]);
  });
});
