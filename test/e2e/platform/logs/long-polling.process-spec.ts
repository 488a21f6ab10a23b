import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { START_MS } from '../../../support/service-process.js';
import { DEVELOPMENT, type Row } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

const MAIN = fileURLToPath(new URL('../../../../.compiled/src/main.js', import.meta.url));
const HUB = '/hubs/crud-notifications';
const LEVELS = { debug: 20, info: 30 } as const;

let database: TestDatabase;
let child: ChildProcess;
beforeAll(async () => void (database = await createTestDatabase()), START_MS);
afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await database.drop();
});

it(
  'logs polls of the hub at debug level, and its requests with user and tenant',
  async () => {
    const settings = { DATABASE_URL: database.url, DEMO: 'false', DEV_TOKENS: 'true', PORT: '0', LOG_LEVEL: 'debug' };
    child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout!.on('data', (chunk) => (said += String(chunk)));
    await until('the service listens', () => /Listening on \S+\s/.test(said), START_MS);
    const [, origin] = /Listening on (\S+)/.exec(said)!;
    const call = async (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
      (
        await fetch(origin + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
      ).text();
    const json = { 'Content-Type': 'application/json' };
    const { AccessToken } = JSON.parse(await call('POST', '/dev/token', json, { UserName: 'nina.north' })) as Row;
    const headers = { Authorization: `Bearer ${String(AccessToken)}`, ...DEVELOPMENT };
    const offer = JSON.parse(await call('POST', `${HUB}/negotiate?negotiateVersion=1`, headers)) as Row;
    await call('GET', `${HUB}?id=${String(offer.connectionToken)}`, headers);
    await call('GET', `${HUB}?id=unknown`, headers);

    const lines = (): readonly Row[] =>
      said
        .split('\n')
        .filter((line) => line.startsWith('{') && line.includes(HUB))
        .map((line) => JSON.parse(line) as Row);
    await until('all three are logged', () => lines().length === 3);
    expect(lines().map(({ method, status, level }) => [method, status, level])).toEqual([
      ['POST', 200, LEVELS.info],
      ['GET', 200, LEVELS.debug],
      ['GET', 404, LEVELS.info],
    ]);
    for (const line of lines())
      expect(line).toMatchObject({ userId: expect.any(String), tenantId: expect.any(String) });
  },
  4 * START_MS,
);
