import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded-postgres/embedded-postgres.js';
import { makeTemplate } from './test-database.js';
import { makeLogin } from './test-login.js';

const run = promisify(execFile);

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(PROJECT, 'node_modules/.cache/test-clusters');
/** Everything that decides what the template contains. */
const SOURCES = ['src', 'demo', 'test/support', 'package-lock.json'].map((path) => join(PROJECT, path));
/** The service partitions and expires records by their age, so the records of the template must be recent. */
const MAX_AGE_MS = 3_600_000;
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 1_024 ** 3;

/**
 * Starts the embedded PostgreSQL with a template in it. It runs on a copy of an earlier run's cluster, unless that is
 * old or sources have changed since.
 * @returns function that stops it and removes its data
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await fastFolder(), 'service tests '));
  await chmod(folder, 0o755); // The server's user must get in.
  const cached = join(CACHE, await keyOfSources());
  const cluster = join(folder, 'postgres');
  if (!(await copied(cached, cluster))) {
    const { stop } = await start(folder);
    await makeTemplate();
    await stop();
    await keep(cluster, cached);
  }
  const server = await start(folder);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  process.env.TEST_RUN = 'embedded';
  process.env.TEST_SERVER_URL = server.adminUrl;
  process.env.TEST_LOGIN = await makeLogin(server.adminUrl);
  return server;
}

/** A file system in memory, if there is one with room: cloning the template on a disk costs up to a second of CPU. */
async function fastFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir();
}

async function keyOfSources(): Promise<string> {
  const age = Math.floor(Date.now() / MAX_AGE_MS);
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()} ${age}`);
  for (const path of await filesOf(SOURCES)) hash.update(`\0${path}\0`).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
  const lists = paths.map(async (path) => {
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
    if (entries === undefined) return [path];
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  });
  return (await Promise.all(lists)).flat().toSorted();
}

/** Copies a stopped cluster with its owners. @returns false if it is missing */
async function copied(from: string, to: string): Promise<boolean> {
  try {
    await run('cp', ['-R', '-p', from, to]);
    return true;
  } catch {
    await rm(to, { recursive: true, force: true });
    return false;
  }
}

/** Keeps a stopped cluster for later runs, in place of earlier ones. */
async function keep(cluster: string, as: string): Promise<void> {
  const draft = `${as}.${process.pid}`;
  await rm(CACHE, { recursive: true, force: true });
  await mkdir(CACHE, { recursive: true });
  if (await copied(cluster, draft)) await rename(draft, as).catch(() => rm(draft, { recursive: true, force: true }));
}
