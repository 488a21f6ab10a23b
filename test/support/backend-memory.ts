import { readFile } from 'node:fs/promises';
import type { TestApp } from './test-app.js';
import { until } from './until.js';

const KB_PER_MB = 1_024;
const SERVICE = `pid <> pg_backend_pid() AND application_name = 'data-and-workflow-service'
  AND datname = current_database()`;

/** True when the server runs on this machine and the system has /proc. */
export async function areBackendsShown(app: TestApp): Promise<boolean> {
  const [{ pid }] = await app.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.startsWith('postgres');
}

/** Ends the sessions of the service, so that new ones serve the following requests. */
export async function renewBackends(app: TestApp): Promise<void> {
  const ended = await app.query<{ pid: number }>(
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SERVICE}`,
  );
  const pids = new Set(ended.map(({ pid }) => pid));
  await until('the sessions have ended', async () => !(await backendPids(app)).some((pid) => pids.has(pid)));
}

/** Peak memory of any session of the service in MB, shared buffers included. */
export async function highWaterMB(app: TestApp): Promise<number> {
  const peaks = await Promise.all((await backendPids(app)).map(peakOf));
  return Math.round(Math.max(...peaks) / KB_PER_MB);
}

const backendPids = async (app: TestApp): Promise<readonly number[]> =>
  (await app.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE ${SERVICE}`)).map(({ pid }) => pid);

async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
}
