import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { START_MS } from '../../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const MAIN = fileURLToPath(new URL('../../../.compiled/src/main.js', import.meta.url));
const TEST_MS = 4 * START_MS;

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()), START_MS);
afterAll(() => database?.drop());

const settings = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: '0',
  DATABASE_URL: database.url,
  DEMO: 'false',
  ROLES: 'api',
  LOG_FORMAT: 'json',
  ...more,
});

/** Starts the service, which must refuse to. @returns how it ended, and what it wrote */
async function refusal(more: Readonly<Record<string, string>>): Promise<{ code: unknown; said: string; log: string }> {
  const child = spawn(process.execPath, [MAIN], { env: settings(more), stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, log, [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'exit')]);
  return { code, said, log };
}

const withUrl = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

it.each<[string, () => Readonly<Record<string, string>>, RegExp]>([
  ['settings', () => ({ NODE_ENV: 'production', JWT_SECRET: 'a' }), /Bad configuration:\n- JWT_SECRET has 1 byte/],
  [
    'a wrong password',
    () => ({ DATABASE_URL: withUrl((url) => void (url.password = 'guess')) }),
    /The database refuses the service: .*28P01.*DATABASE_URL is wrong/,
  ],
  [
    'a database that there is not',
    () => ({ DATABASE_URL: withUrl((url) => void (url.pathname = '/nowhere')) }),
    /"nowhere" does not exist \(3D000\)\. Create the database/,
  ],
  ['no server', () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }), /cannot be reached: connect ECONNREFUSED/],
  [
    'an unknown host',
    () => ({ DATABASE_URL: 'postgres://u:p@nowhere.invalid/x' }),
    /cannot be reached: .*nowhere\.invalid/,
  ],
  [
    'a broken key',
    () => ({ JWT_PUBLIC_KEY: 'b', JWT_ISSUER: 'i', JWT_AUDIENCE: 'a' }),
    /JWT_PUBLIC_KEY is not a public key/,
  ],
])(
  'says in one readable message that it does not start because of %s',
  async (_, more, message) => {
    const { code, said, log } = await refusal(more());
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(message) });
    expect(said).toMatch(/^The service did not start\. /);
    expect(said + log).not.toMatch(/^\s+at |\\n\s+at /m);
  },
  TEST_MS,
);

it(
  'names a port that is in use',
  async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, said, log } = await refusal({ PORT: String(port) });
    other.close();
    expect({ code, said }).toEqual({
      code: 1,
      said: `The service did not start. The address 127.0.0.1:${port} is in use by another program. Set PORT to another one, or end that program.\n`,
    });
    expect(log).not.toMatch(/\\n\s+at /);
  },
  TEST_MS,
);

it.each([
  ['gone', () => 'pipe' as const],
  ['without room', () => openSync('/dev/full', 'w')],
])(
  'ends with code 1 when its output is %s',
  async (_, open) => {
    const output = open();
    const env = settings({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', LOG_LEVEL: 'trace' });
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', output, output] });
    child.stdout?.destroy();
    child.stderr?.destroy();
    if (typeof output === 'number') closeSync(output);
    const late = setTimeout(() => child.kill('SIGKILL'), START_MS);
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    clearTimeout(late);
    expect([code, signal]).toEqual([1, null]);
  },
  TEST_MS,
);

it(
  'warns at each start of the public secret and of development settings on a real database',
  async () => {
    const { log } = await refusal({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', NODE_ENV: 'development' });
    const warnings = log
      .split('\n')
      .filter((line) => line.includes('"Settings"'))
      .map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(warnings.map(({ level }) => level)).toEqual([40, 40]);
    expect(warnings.map(({ msg }) => msg).join('\n')).toMatch(
      /NODE_ENV is not production[^]*public development secret/,
    );
  },
  TEST_MS,
);
