import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedFolders, embeddedFolders, handOver, type Owner, serverOwner } from './embedded-folders.js';
import type { DatabaseLogin } from './embedded-database.js';
import { ServerStartFailed, type StopServer, superviseServer } from './embedded-supervisor.js';
import { socketSetting, throughSocket } from './unix-socket.js';

const run = promisify(execFile);

/** Options of an embedded server. */
export interface EmbeddedOptions {
  readonly dataDir: string;
  /** False trades durability in a crash of the machine for speed: for test data only. Default true. */
  readonly durable?: boolean;
  /** Port to listen on; default: a free one. */
  readonly port?: number;
  /** Value of max_connections if more than 100. */
  readonly maxConnections?: number;
}

/** Running embedded server. */
export interface EmbeddedPostgres {
  /** URL of its database `postgres` for the superuser. It holds the password, so it must not be logged. */
  readonly adminUrl: string;
  /** Login of the service, which is not a superuser. */
  readonly login: DatabaseLogin;
  /** Folder of its Unix socket; undefined where it listens on TCP only. */
  readonly socketFolder: string | undefined;
  /** True when the server was already running, started by another process; `stop` then does nothing. */
  readonly reused: boolean;
  /** Notes for the operator, such as another folder for the data. */
  readonly notes: readonly string[];
  stop(): Promise<void>;
}

/** User that owns the cluster. It stays a superuser, so it is used for set-up only. */
const SUPERUSER = 'service';
const LOGIN = 'data_service';
/** Name of a file with a password, inside the cluster's folder, which only its owner may enter. */
const passwordFile = (user: string): string => `${user}.password`;
/** Line of `postmaster.pid` with the folder of the Unix socket, from 0; empty without one. */
const SOCKET_LINE = 4;
const START_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 100;
/** Errors of a start that may be retried: another start was first, old processes still run, or the port was taken. */
const WORTH_ANOTHER_TRY = /lock file|shared memory block|could not create any TCP\/IP sockets/;
const MIN_CONNECTIONS = 100;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  jit: 'off',
  /** Short, because the victim of a deadlock is retried. */
  deadlock_timeout: '200ms',
  /** Keeps statements and their values out of the server's log. */
  log_min_messages: 'log',
} as const;

/** Settings for test data: faster, but not durable in a power failure. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } as const;

/**
 * Starts the packaged PostgreSQL on `dataDir` and creates a cluster there if there is none. Several processes may call
 * it at once: one starts the server, the others use it.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const owner = serverOwner();
  const folders = await embeddedFolders(options.dataDir, owner);
  const cluster = join(folders.data, 'postgres');
  await initialise(cluster, folders, owner);
  for (const deadline = performance.now() + START_TIMEOUT_MS; ; await sleep(RETRY_DELAY_MS)) {
    const running = await runningUrl(cluster);
    const { notes } = folders;
    const login = await serviceLogin(cluster, owner);
    if (running !== undefined) {
      const socketFolder = await answeringSocket(cluster, running);
      return { adminUrl: running, login, socketFolder, reused: true, notes, stop: async () => undefined };
    }
    try {
      const { port, stop } = await startServer(cluster, folders, owner, options);
      const adminUrl = await urlOf(cluster, port);
      return { adminUrl, login, socketFolder: await answeringSocket(cluster, adminUrl), reused: false, notes, stop };
    } catch (error) {
      const temporary = error instanceof ServerStartFailed && WORTH_ANOTHER_TRY.test(error.output);
      if (!temporary || performance.now() > deadline) throw error;
    }
  }
}

/**
 * Creates the cluster in a temporary folder and renames it, so that it is complete or absent, even with concurrent
 * starts.
 */
async function initialise(cluster: string, { binaries }: EmbeddedFolders, owner: Owner): Promise<void> {
  if (await isThere(join(cluster, 'PG_VERSION'))) return;
  const draft = `${cluster}.${process.pid}`;
  const password = randomBytes(24).toString('base64url');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const draftOfPassword = `${draft}.password`;
  try {
    await writeFile(draftOfPassword, password, { mode: 0o600 });
    await Promise.all([handOver(draft, owner), handOver(draftOfPassword, owner)]);
    const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--encoding=UTF8'];
    const access = ['-U', SUPERUSER, '--auth=scram-sha-256', `--pwfile=${draftOfPassword}`];
    await run(join(binaries, 'bin', 'initdb'), ['-D', draft, ...access, ...locale, '--no-instructions'], {
      ...owner,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
    });
    await rename(draftOfPassword, join(draft, passwordFile(SUPERUSER)));
    await rename(draft, cluster);
  } catch (error) {
    if (!(await isThere(join(cluster, 'PG_VERSION')))) throw error;
  } finally {
    await Promise.all([draft, draftOfPassword].map((path) => rm(path, { recursive: true, force: true })));
  }
}

/** Reads or creates the login, which clusters of earlier versions lack. Concurrent processes use the first password. */
async function serviceLogin(cluster: string, owner: Owner): Promise<DatabaseLogin> {
  const file = join(cluster, passwordFile(LOGIN));
  const draft = `${file}.${process.pid}`;
  if (!(await isThere(file))) {
    await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
    await handOver(draft, owner);
    await link(draft, file).catch(() => undefined);
    await rm(draft, { force: true });
  }
  return { name: LOGIN, password: await readFile(file, 'utf8') };
}

async function startServer(
  cluster: string,
  { binaries }: EmbeddedFolders,
  owner: Owner,
  { durable = true, maxConnections = MIN_CONNECTIONS, port: chosen }: EmbeddedOptions,
): Promise<{ port: number; stop: StopServer }> {
  const port = chosen ?? (await freePort());
  const max_connections = Math.max(maxConnections, MIN_CONNECTIONS);
  const unix_socket_directories = socketSetting(cluster, port);
  const settings = Object.entries({
    ...SETTINGS,
    max_connections,
    unix_socket_directories,
    ...(durable ? {} : NOT_DURABLE),
  });
  const args = ['-D', cluster, '-p', String(port), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  return { port, stop: await superviseServer(join(binaries, 'bin', 'postgres'), args, owner) };
}

/** Folder of the server's Unix socket, if that answers: the one that the server has written into its file. */
async function answeringSocket(cluster: string, adminUrl: string): Promise<string | undefined> {
  const folder = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[SOCKET_LINE];
  return folder && (await answers(throughSocket(adminUrl, folder))) ? folder : undefined;
}

/** URL of the server that runs on this cluster; undefined when none answers. */
async function runningUrl(cluster: string): Promise<string | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, , , port] = lines.map(Number);
  if (!pid) return undefined;
  if (port && (await answers(await urlOf(cluster, port)))) return urlOf(cluster, port);
  // In a container without init, zombies are not reaped, and PostgreSQL would take a dead server for a running one.
  if (await isZombie(pid)) await rm(join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/** True when the cluster's own server answers; a server of another cluster refuses the password. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

async function isZombie(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /^State:\s+Z/m.test(status);
}

async function urlOf(cluster: string, port: number): Promise<string> {
  const password = await readFile(join(cluster, passwordFile(SUPERUSER)), 'utf8');
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
