import { setTimeout as delay } from 'node:timers/promises';
import { loadDemoCopy } from '../../support/demo-copy.js';
import { runCommand, RunningCommand } from '../../support/environment-command.js';
import { TestApp } from '../../support/test-app.js';

const TEST_MS = 300_000;
const FROM = 'Copy/OrderToCash/Development';
const TO = 'Copy/OrderToCash/Killed';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
  await loadDemoCopy(app, {});
}, TEST_MS);
afterAll(() => app.stop());

const states = (): Promise<readonly { state: string; hasSchema: boolean }[]> =>
  app.query(
    `SELECT e.state, EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = e.schema_name) AS "hasSchema"
     FROM platform.environment e JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id
     WHERE t.name = 'Copy' ORDER BY 1`,
  );

/** Environments that are being copied. */
const copying = async (): Promise<number> => (await states()).filter(({ state }) => state === 'Copying').length;

/** Kills a copy some time after it has made its environment. @returns false where it had ended before */
async function killAfter(ms: number): Promise<boolean> {
  const command = RunningCommand.start(app.databaseUrl, 'copy', FROM, TO);
  const ended = command.ended.then(() => true);
  while ((await copying()) === 0) if (await Promise.race([ended, delay(5, false)])) return false;
  await delay(ms);
  const isLeft = (await copying()) > 0;
  await command.kill();
  return isLeft;
}

it('leaves nothing that is served when it is killed, and the next copy removes it', async () => {
  for (const ms of [0, 20, 100, 300, 600]) {
    const isLeft = await killAfter(ms);
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
