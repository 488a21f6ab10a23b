import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Collector } from '../../../support/collector.js';
import { USER } from '../../../support/demo.js';
import { HUB } from '../../../support/hub-client.js';
import { inDays } from '../../../support/keys.js';
import { START_MS } from '../../../support/service-process.js';
import { assignments, DEVELOPMENT, type Row } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

const MAIN = fileURLToPath(new URL('../../../../.compiled/src/main.js', import.meta.url));

let database: TestDatabase;
let collector: Collector;
let child: ChildProcess;
beforeAll(async () => {
  [database, collector] = await Promise.all([createTestDatabase(), Collector.start()]);
}, START_MS);
afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await collector.stop();
  await database.drop();
});

it(
  'names keys in the log, and their secrets neither there nor in traces and metrics',
  async () => {
    const settings = {
      DATABASE_URL: database.url,
      DEMO: 'false',
      DEV_TOKENS: 'true',
      PORT: '0',
      LOG_LEVEL: 'trace',
      TRACES_ENDPOINT: collector.url,
      TRACES_SAMPLE_RATIO: '1',
    };
    child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const output of [child.stdout!, child.stderr!]) output.on('data', (chunk) => (said += String(chunk)));
    await until('the service listens', () => /Listening on \S+\s/.test(said), START_MS);
    const [, origin] = /Listening on (\S+)/.exec(said)!;
    const call = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
      fetch(origin + path, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const { AccessToken } = (await (await call('POST', '/dev/token', {}, { UserName: 'ada.admin' })).json()) as Row;
    const ada = { Authorization: `Bearer ${String(AccessToken)}`, ...DEVELOPMENT };
    const Fields = assignments({ UserId: USER.nina, Name: 'a key', ExpiresOn: inDays(1) });
    const made = await call('POST', '/api/v1/records/insert', ada, { EntityName: 'ApiKey', Fields });
    const { Result } = (await made.json()) as { readonly Result: { readonly Secret: string; readonly Id: string } };
    const { Secret: secret, Id: id } = Result;
    const wrong = `${secret.slice(0, -4)}wrng`;
    const select = { EntityName: 'Customer', WhereClause: { Filters: [{ FieldName: 'Nme', Operator: 3, Value: 1 }] } };
    const answers = [
      await call('GET', '/api/v1/me', { Authorization: `Bearer ${secret}` }),
      await call('POST', '/api/v1/queries/select', { 'X-Api-Key': secret }, select),
      await call('GET', `/api/v1/me?access_token=${secret}&api_key=${secret}`),
      await call('GET', '/api/v1/me', { 'X-Api-Key': wrong }),
      await call('GET', `/api/v1/me?key=${secret}`, { Authorization: `Basic ${secret}` }),
      await call('POST', `${HUB}/negotiate?negotiateVersion=1&access_token=${secret}`),
      await call('POST', `${HUB}/negotiate?negotiateVersion=1&access_token=${wrong}`),
      await call('GET', `${HUB}?access_token=${secret}&id=unknown`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 401, 401, 200, 401, 404]);
    for (const answer of answers) expect(await answer.text()).not.toContain(secret.slice(13, -4));
    const metrics = await (await call('GET', '/metrics')).text();
    expect(metrics).not.toMatch(/dws_|a key/);
    await until(
      'all are logged',
      () => said.split('\n').filter((line) => line.includes('"msg":"request"')).length >= 10,
    );
    await until('spans arrive', () => collector.bodies.some((body) => body.includes('/api/v1/queries/select')));
    expect(said).toContain(`"keyId":"${id}"`);
    for (const text of [said, ...collector.bodies]) expect(text).not.toContain(secret.slice(13, -4));
  },
  4 * START_MS,
);
