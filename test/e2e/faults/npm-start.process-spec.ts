import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assignments, DEVELOPMENT, type Row } from '../../support/test-app.js';
import { START_MS } from '../../support/service-process.js';
import { until } from '../../support/until.js';

const COMPILER = new URL('../../support/run-typescript.mjs', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const SLOW_MS = 2_000;
/** The first start makes the embedded database and loads the demo. */
const TEST_MS = 2 * START_MS;

let folder: string;
let npm: ChildProcess | undefined;
let service: readonly number[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'npm start '));
  await chmod(folder, 0o755); // The embedded server's user must get in.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { start: await script() } }));
});
afterEach(() => {
  for (const pid of [npm?.pid, ...service]) if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL');
});
afterAll(async () => {
  await until('the database has ended', () => !isServing());
  await rm(folder, { recursive: true, force: true });
});

/** The start script of the package, on the sources: a build takes long. */
async function script(): Promise<string> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
  return scripts.start.replaceAll('dist/src/main.js', `--import ${COMPILER} "${MAIN}"`);
}

/** Starts the service as a user does. @returns where it listens */
async function start(): Promise<string> {
  const settings = { PORT: '0', DATA_DIR: join(folder, 'data'), DATABASE_URL: '', DRAIN_DELAY_MS: '300', CLUSTER: '1' };
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...settings, NODE_ENV: '', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true, // A process group of its own, as a shell gives to each of its commands.
  });
  npm = child;
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  await until('the service listens', () => said.includes('Listening on'), START_MS);
  service = descendants(child.pid!);
  return /Listening on (\S+)/.exec(said)![1];
}

function descendants(pid: number): readonly number[] {
  const lines = String(execFileSync('ps', ['-A', '-o', 'pid=,ppid=']));
  const pairs = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): readonly number[] =>
    pairs.filter(([, each]) => each === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Tells whether the embedded database of this test runs. */
const isServing = (): boolean => String(execFileSync('ps', ['-A', '-o', 'args='])).includes(`${folder}/data`);

const post = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Begins to store a note that takes its time. @returns the status of its answer, or why there was none */
async function begin(url: string, ms: number): Promise<{ readonly status: Promise<number | string> }> {
  const { AccessToken } = (await (await post(`${url}/dev/token`, { UserName: 'nina.north' })).json()) as Row;
  const note = { EntityName: 'Note', Fields: assignments({ Subject: `SLOW:${ms}` }) };
  const headers = { Authorization: `Bearer ${String(AccessToken)}`, Prefer: 'wait=30', ...DEVELOPMENT };
  const status = post(`${url}/api/v1/records/insert`, note, headers).then(
    (answer) => answer.status,
    (error: Error) => error.message,
  );
  await delay(500);
  return { status };
}

/** Waits for the end of npm. @returns how it ended, and which processes of the service it left behind */
async function ended(): Promise<{ readonly end: unknown; readonly left: readonly number[] }> {
  const [code, signal] = (await once(npm!, 'exit')) as [number | null, string | null];
  return { end: code ?? signal, left: service.filter(isAlive) };
}

it(
  'SIGTERM to npm finishes running requests and ends all processes',
  async () => {
    const { status } = await begin(await start(), SLOW_MS);
    const end = ended();
    npm!.kill('SIGTERM');
    expect(await status).toBe(200);
    expect(await end).toEqual({ end: 0, left: [] });
    expect(isServing()).toBe(false);
  },
  TEST_MS,
);

it(
  'Ctrl-C, received twice by the process, finishes running requests',
  async () => {
    const { status } = await begin(await start(), SLOW_MS);
    const end = ended();
    process.kill(-npm!.pid!, 'SIGINT');
    expect(await status).toBe(200);
    expect(await end).toEqual({ end: 0, left: [] });
  },
  TEST_MS,
);

it(
  'a second Ctrl-C ends the service at once',
  async () => {
    const { status } = await begin(await start(), 4_500);
    const end = ended();
    const since = performance.now();
    process.kill(-npm!.pid!, 'SIGINT');
    setTimeout(() => process.kill(-npm!.pid!, 'SIGINT'), 1_500);
    expect(await status).toBe('fetch failed');
    expect(await end).toMatchObject({ end: 130 });
    expect(performance.now() - since).toBeLessThan(10_000);
  },
  TEST_MS,
);
