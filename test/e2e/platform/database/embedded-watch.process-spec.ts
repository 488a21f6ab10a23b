import { Logger } from '@nestjs/common';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { createApp } from '#app.js';
import { loadConfig } from '#platform/process/config/load-config.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import { until } from '../../../support/until.js';

const START_MS = 60_000;
const TEST_MS = 4 * START_MS;

let folder: string;
const logged: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(folder, 0o755); // The embedded server's user must get in.
  for (const level of ['log', 'error'] as const)
    mock.method(Logger.prototype, level, (text: unknown) => void logged.push(`${level} ${String(text)}`));
});
afterAll(async () => {
  mock.restoreAll();
  await rm(folder, { recursive: true, force: true });
});

const config = () =>
  loadConfig({
    DATA_DIR: folder,
    DEMO: 'false',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ROLES: 'api',
    DATABASE_POOL_SIZE: '4',
  });

async function postmaster(): Promise<number> {
  const text = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]);
}

it(
  'is started again on its port when it was killed, or when the process that started it has ended',
  async () => {
    const first = await DatabaseServer.start(config());
    const app = await createApp(config());
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const health = async (path: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/health/${path}`)).status;
    const isReady = async (): Promise<boolean> => (await health('ready')) === 200;
    try {
      await until('it is ready', isReady, START_MS);
      const killed = await postmaster();
      process.kill(killed, 'SIGKILL');
      await until('it is not ready', async () => !(await isReady()), START_MS);
      expect(await health('live')).toBe(200);
      await until('it is ready after the kill', isReady, START_MS);
      expect(await postmaster()).not.toBe(killed);
      expect(logged).toContainEqual('error The embedded PostgreSQL has ended. It is started again.');
      await until(
        'both say that it runs',
        () => logged.filter((line) => /runs again/.test(line)).length === 2,
        START_MS,
      );

      await first.stop();
      await until('it is ready without the process that started it', isReady, START_MS);
    } finally {
      await first.stop();
      await app.close();
    }
    expect(await postmaster()).toBe(0);
  },
  TEST_MS,
);
