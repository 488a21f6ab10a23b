import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverOwner } from '#platform/database/embedded-postgres/embedded-folders.js';
import { freePort } from './installed-postgres.js';
import { PGBOUNCER } from './needed-programs.js';

/** Longest wait of a client for a session of the server, in seconds. */
const WAIT_SECONDS = 10;

export type PoolMode = 'session' | 'transaction';

/** PgBouncer before the database of a test, with the login of its URL. */
export class PgBouncer {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param settings of its section `pgbouncer` */
  static async start(
    databaseUrl: string,
    pool_mode: PoolMode,
    settings: Readonly<Record<string, string>> = { ignore_startup_parameters: 'options' },
  ): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    const url = new URL(databaseUrl);
    const listen_port = await freePort();
    const file = join(folder, 'pgbouncer.ini');
    const fixed = { listen_addr: '127.0.0.1', unix_socket_dir: '', auth_type: 'any', query_wait_timeout: WAIT_SECONDS };
    const all = { ...fixed, listen_port, pool_mode, ...settings };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    await writeFile(file, ['[databases]', databaseLine(url), '[pgbouncer]', ...lines, ''].join('\n'));
    await chmod(folder, 0o755);
    const child = spawn(PGBOUNCER.required, [file], { ...serverOwner(), stdio: ['ignore', 'ignore', 'pipe'] });
    url.port = listen_port;
    const bouncer = new PgBouncer(folder, child, url.href);
    for await (const line of createInterface(child.stderr)) if (line.includes('process up')) break;
    child.stderr.resume();
    return bouncer;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await gone;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

function databaseLine({ hostname, port, pathname, username, password }: URL): string {
  const name = pathname.slice(1);
  return `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}`;
}
