import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { START_MS } from '../../../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

const COMPILER = new URL('../../../support/run-typescript.mjs', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../../../../src/main.ts', import.meta.url));
const READABLE = /^\d\d:\d\d:\d\d\.\d{3} INFO {2}request .*method=GET path=\/nowhere status=404 durationMs=[\d.]+$/;
/** Its program to run others in a pseudo-terminal; those of other systems take other arguments. */
const hasScript = String(spawnSync('script', ['--version']).stdout).includes('util-linux');

let database: TestDatabase;
let child: ChildProcess;
beforeAll(async () => void (database = await createTestDatabase()));
afterEach(async () => {
  const ended = once(child, 'exit');
  for (const pid of [...childrenOf(child.pid!), child.pid!]) process.kill(pid, 'SIGKILL');
  await ended;
});
afterAll(() => database.drop());

const childrenOf = (pid: number): readonly number[] => {
  const lines = String(execFileSync('ps', ['-A', '-o', 'pid=,ppid=']));
  const pairs = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === pid).map(([each]) => each);
};

/**
 * Starts the service, and asks for its health, which is not logged, and for what is not there.
 * @returns the lines that tell of the latter
 */
async function linesOf(
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const env = { ...process.env, DATABASE_URL: database.url, DEMO: 'false', PORT: '0', LOG_LEVEL: 'info', ...settings };
  child = spawn(command, [...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout!.on('data', (chunk) => (said += String(chunk)));
  await until('the service listens', () => /Listening on \S+\s/.test(said), START_MS);
  const [, origin] = /Listening on (\S+)/.exec(said)!;
  await fetch(`${origin}/health/ready`);
  await fetch(`${origin}/nowhere?secret=1`);
  await until('the request is logged', () => said.includes('/nowhere'));
  expect(said).not.toContain('/health/ready');
  return said.split(/\r?\n/).filter((line) => line.includes('/nowhere'));
}

const NODE = ['--import', COMPILER, MAIN];

it(
  'writes JSON to a pipe',
  async () => {
    const [line] = await linesOf(process.execPath, NODE);
    expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'request', path: '/nowhere', status: 404 });
  },
  START_MS,
);

it(
  'writes readable lines where LOG_FORMAT asks for text',
  async () => {
    const [line] = await linesOf(process.execPath, NODE, { LOG_FORMAT: 'text' });
    expect(line).toMatch(READABLE);
  },
  START_MS,
);

describe.each([
  ['auto', READABLE],
  ['json', /^\{"level":30,.*"path":"\/nowhere".*\}$/],
])('with LOG_FORMAT=%s', (LOG_FORMAT, expected) => {
  it(
    'writes to a terminal in that format',
    async () => {
      if (!hasScript) return;
      const inTerminal = ['-qec', `exec "${process.execPath}" --import "${COMPILER}" "${MAIN}"`, '/dev/null'];
      const [line] = await linesOf('script', inTerminal, { LOG_FORMAT });
      expect(line).toMatch(expected);
    },
    START_MS,
  );
});
