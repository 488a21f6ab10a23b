import { execFile, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { START_MS } from '../../../support/service-process.js';
import { assignments, DEVELOPMENT, type Row, where } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../../../../.compiled/src/main.js', import.meta.url));
/** Flags of the image, which each version must know. */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=60'];
const INSTALL_MS = 120_000;
const TEST_MS = INSTALL_MS + 4 * START_MS;

let folder: string;
let database: TestDatabase;
let service: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'node-versions-'));
  database = await createTestDatabase();
}, START_MS);
afterEach(async () => {
  if (service?.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGKILL');
  await ended;
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Installs a version of Node.js outside of the project. @returns undefined where no registry has it */
async function nodeOf(version: string): Promise<string | undefined> {
  const name = `node-${process.platform}-${process.arch}`;
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  try {
    await run('npm', [...args, `v${version}@npm:${name}@${version}`], { timeout: INSTALL_MS, cwd: folder });
    return join(folder, 'node_modules', `v${version}`, 'bin', 'node');
  } catch {
    return undefined;
  }
}

/** Starts the service. @returns where it listens */
async function start(node: string): Promise<string> {
  const settings = { DATABASE_URL: database.url, DEMO: 'false', DEV_TOKENS: 'true', PORT: '0', LOG_LEVEL: 'warn' };
  const env = { ...process.env, ...settings, NODE_OPTIONS: '' };
  const child = spawn(node, [...FLAGS, MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  service = child;
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  await until(
    'the service listens or has ended',
    () => said.includes('Listening on') || child.exitCode !== null,
    START_MS,
  );
  return /Listening on (\S+)/.exec(said)![1];
}

/** Uses the service as a client does: a token, writes and reads of each kind, metrics. */
async function use(origin: string): Promise<void> {
  const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Row> => {
    const content = { 'Content-Type': 'application/json', ...headers };
    const answer = await fetch(origin + path, {
      method,
      headers: content,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path} answers ${answer.status}: ${text}`);
    return path === '/metrics' ? { text } : (JSON.parse(text) as Row);
  };
  const { AccessToken } = await call('POST', '/dev/token', {}, { UserName: 'nina.north' });
  const headers = { Authorization: `Bearer ${String(AccessToken)}`, ...DEVELOPMENT };
  const post = (path: string, body: unknown): Promise<Row> => call('POST', `/api/v1${path}`, headers, body);
  const note = { EntityName: 'Note', Fields: assignments({ Subject: `Node in ${origin}` }) };
  await post('/records/insert', note);
  await post('/records/bulk-insert', { EntityName: 'Note', Fields: ['Subject'], Values: [[`Bulk in ${origin}`]] });
  const clause = where('Subject', 'EqualTo', `Node in ${origin}`);
  const found = await post('/queries/select', { EntityName: 'Note', WhereClause: clause });
  expect(found.Result).toHaveLength(1);
  await call('GET', '/api/v1/openapi.json', headers);
  await call('GET', '/health/ready', {});
  expect((await call('GET', '/metrics', {})).text).toContain('http_request_duration_seconds');
}

it.each(['22', '24'])(
  'the compiled service starts, serves and stops with Node %s',
  async (version) => {
    const node = await nodeOf(version);
    if (node === undefined) {
      process.stderr.write(`Node ${version} is not tried: no registry has it.\n`);
      return;
    }
    expect((await run(node, ['--version'])).stdout).toMatch(new RegExp(`^v${version}\\.`));
    await use(await start(node));
    const ended = once(service!, 'exit');
    service!.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
  TEST_MS,
);
