import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadDemoCopy } from '../../support/demo-copy.js';
import { runCommand, RunningCommand } from '../../support/environment-command.js';
import { PostgresProxy } from '../../support/postgres-proxy.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const TEST_MS = 300_000;
const FROM = 'Copy/OrderToCash/Development';
const TO = 'Copy/OrderToCash/Killed';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copies-'));
  app = await TestApp.start();
  await loadDemoCopy(app, {});
}, TEST_MS);
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

const states = (): Promise<readonly { state: string; hasSchema: boolean }[]> =>
  app.query(
    `SELECT e.state, EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = e.schema_name) AS "hasSchema"
     FROM platform.environment e JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id
     WHERE t.name = 'Copy' ORDER BY 1`,
  );

/** Environments that are being copied. */
const copying = async (): Promise<number> => (await states()).filter(({ state }) => state === 'Copying').length;

/** Kills a copy some time after it has made its environment. @returns false where it had ended before */
async function killAfter(ms: number, ...line: readonly string[]): Promise<boolean> {
  const command = RunningCommand.start(app.databaseUrl, ...line);
  const ended = command.ended.then(() => true);
  while ((await copying()) === 0) if (await Promise.race([ended, delay(5, false)])) return false;
  await delay(ms);
  const isLeft = (await copying()) > 0;
  await command.kill();
  return isLeft;
}

it('leaves nothing that is served when it is killed, and the next copy removes it', async () => {
  for (const ms of [0, 20, 100, 300, 600]) {
    const isLeft = await killAfter(ms, 'copy', FROM, TO);
    if (!isLeft) break;
    expect((await states()).map(({ state }) => state)).toEqual(['Active', 'Copying']);
  }
  const { code, errors } = await runCommand(app.databaseUrl, 'copy', FROM, TO);
  expect(code === 0 ? '' : errors).toBe('');
  expect(errors).toMatch(/which an earlier copy had left/);
  expect(await states()).toEqual([
    { state: 'Active', hasSchema: true },
    { state: 'Active', hasSchema: true },
  ]);
  const orphans = await app.query(
    `SELECT DISTINCT environment_id FROM platform.change c
     WHERE NOT EXISTS (SELECT FROM platform.environment e WHERE e.id = c.environment_id)`,
  );
  expect(orphans).toEqual([]);
}, 300_000);

describe('an archive', () => {
  const path = (): string => join(folder, 'development.archive');

  it('leaves no file on a full disk, and says so', async () => {
    await symlink('/dev/full', `${path()}.part`);
    const { code, errors } = await runCommand(app.databaseUrl, 'archive', FROM, path());
    expect([code, errors]).toEqual([2, expect.stringMatching(/cannot be written, and nothing of it is left: ENOSPC/)]);
    expect(await readdir(folder)).toEqual([]);
  }, 60_000);

  it('is written by the same command after one that was killed', async () => {
    const command = RunningCommand.start(app.databaseUrl, 'archive', FROM, path());
    await until('the file is begun', async () => (await readdir(folder)).length > 0);
    await command.kill();
    expect(await readdir(folder)).toEqual(['development.archive.part']);
    const { code, errors } = await runCommand(app.databaseUrl, 'archive', FROM, path());
    expect([code, errors]).toEqual([0, expect.stringContaining('Archived')]);
    expect(await readdir(folder)).toEqual(['development.archive']);
  }, 60_000);

  it('is restored by the same command after one that was killed', async () => {
    const line = ['restore', path(), 'Copy/OrderToCash/Restored'];
    expect(await killAfter(0, ...line)).toBe(true);
    const { code, errors } = await runCommand(app.databaseUrl, ...line);
    expect(code === 0 ? '' : errors).toBe('');
    expect(errors).toMatch(/which an earlier copy had left/);
    expect(await copying()).toBe(0);
  }, 60_000);
});

it.each(['source', 'target'] as const)(
  'leaves nothing where the connection to the %s is lost',
  async (side) => {
    const proxy = await PostgresProxy.start(app.databaseUrl);
    try {
      let chunks = 0;
      // Rows of the copy: several MB of them pass.
      proxy.judge = ({ type, from }) =>
        type === 'd' && from === (side === 'source' ? 'server' : 'client') && ++chunks === 20 ? 3 : undefined;
      const settings =
        side === 'source'
          ? { DATABASE_URL: proxy.url, TARGET_DATABASE_URL: app.databaseUrl }
          : { DATABASE_URL: app.databaseUrl, TARGET_DATABASE_URL: proxy.url };
      const line = ['copy', FROM, `Copy/OrderToCash/Lost-${side}`];
      const failed = await RunningCommand.startWith(settings, ...line).ended;
      expect([failed.code, failed.errors]).toEqual([2, expect.stringContaining('nothing of it is left')]);
      expect(chunks).toBeGreaterThanOrEqual(20);
      expect(await copying()).toBe(0);
      const { code, errors } = await RunningCommand.startWith(settings, ...line).ended;
      expect([code, errors]).toEqual([0, expect.not.stringContaining('had left')]);
    } finally {
      await proxy.stop();
    }
  },
  60_000,
);
