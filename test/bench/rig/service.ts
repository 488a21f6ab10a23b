import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Server, stop } from './processes.js';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** Headers that name the demo's first environment. */
export const PLACE = { TenantId: 'Northgate', AppId: 'OrderToCash', EnvironmentId: 'Development' } as const;
/** A sales representative: creates and reads her own customers. */
export const CALLER = 'nina.north';
export const POOL_SIZE = 10;
export const TOKEN_SECRET = 'secret-of-a-bench-that-protects-nothing';
/** Flags of V8 with which the service ships. */
export const MEMORY_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=60'] as const;

/** Starts the built service as it ships, log lines included, on a database of the bench. @param folder of its build */
export async function startService(
  databaseUrl: string,
  nodeOptions: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  folder = PROJECT,
): Promise<Server> {
  const port = await freePort();
  const args = [...MEMORY_FLAGS, ...nodeOptions, join(folder, 'dist/src/main.js')];
  return startHttpServer(port, process.execPath, args, {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    JWT_SECRET: TOKEN_SECRET,
    DEMO: 'true',
    DEV_TOKENS: 'true',
    HUB_CONNECTIONS: '10000',
    ...settings,
  });
}

/** Starts a program that serves HTTP, and waits until it is ready. @param settings its environment */
export async function startHttpServer(
  port: number,
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const child = spawn(command, args, {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...settings },
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  for (const deadline = performance.now() + START_TIMEOUT_MS; !(await isReady(port)); await sleep(100)) {
    if (child.exitCode === null && performance.now() < deadline) continue;
    await stop(child);
    throw new Error(`${command} did not start; was it built?`);
  }
  return { process: child, port };
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** The headers of a call by a user of the demo. */
export async function callHeaders({ port }: Server, user = CALLER): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`http://127.0.0.1:${port}/dev/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ UserName: user }),
  });
  const { AccessToken } = (await response.json()) as { AccessToken: string };
  return { Authorization: `Bearer ${AccessToken}`, ...PLACE };
}
