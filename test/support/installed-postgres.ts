import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverOwner } from '../../src/platform/embedded-postgres/embedded-folders.js';
import { type StopServer, superviseServer } from '../../src/platform/embedded-postgres/embedded-supervisor.js';

const run = promisify(execFile);
/** Where Debian and its descendants install each version of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql';
const LEAST_VERSION = 15;

/**
 * Folder of a whole PostgreSQL that is installed on this machine, with `pg_dump`, which the embedded one lacks.
 * @returns undefined where there is none
 */
export async function installedPostgres(): Promise<string | undefined> {
  const versions = (await readdir(VERSIONS).catch((): string[] => []))
    .map(Number)
    .filter((each) => each >= LEAST_VERSION);
  for (const version of versions.toSorted((one, other) => other - one)) {
    const folder = join(VERSIONS, String(version), 'bin');
    const names = await readdir(folder).catch((): string[] => []);
    if (['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => names.includes(name))) return folder;
  }
  return undefined;
}

/** A server of a test, with an empty database that belongs to a login without further rights. */
export class InstalledPostgres {
  private constructor(
    private readonly folder: string,
    private readonly binaries: string,
    /** Of the database, as its owner. */
    readonly url: string,
    private readonly stopServer: StopServer,
  ) {}

  static async start(binaries: string): Promise<InstalledPostgres> {
    const owner = serverOwner();
    const folder = await mkdtemp(join(tmpdir(), 'installed postgres '));
    await chmod(folder, 0o755);
    const cluster = join(folder, 'data');
    await mkdir(cluster, { mode: 0o700 });
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(cluster, owner.uid, owner.gid);
    const program = (name: string): string => join(binaries, name);
    const how = { ...owner, cwd: '/', env: { LC_ALL: 'C' } };
    await run(program('initdb'), ['-D', cluster, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-locale'], how);
    const port = await freePort();
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const stop = await superviseServer(program('postgres'), ['-D', cluster, '-p', String(port), ...args], owner);
    const server = new InstalledPostgres(folder, binaries, `postgres://owner@127.0.0.1:${port}/service`, stop);
    const sql = ['CREATE ROLE owner LOGIN CREATEROLE', 'CREATE DATABASE service OWNER owner'];
    for (const each of sql) await run(program('psql'), ['-qc', each, `postgres://admin@127.0.0.1:${port}/postgres`]);
    return server;
  }

  /** Dumps the database to a file, as an operator does. */
  async dump(file: string): Promise<void> {
    await run(join(this.binaries, 'pg_dump'), ['-Fc', '-f', file, this.url]);
  }

  /** Restores a dump into the database, without privileges of roles that this server lacks. */
  async restore(file: string): Promise<void> {
    await run(join(this.binaries, 'pg_restore'), ['--no-owner', '--no-acl', '-d', this.url, file]);
  }

  async stop(): Promise<void> {
    await this.stopServer();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
