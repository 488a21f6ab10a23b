import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONFIG = new URL('../../jest.config.mjs', import.meta.url).href;
const FILES = {
  hangs: `it('blocks its process', () => { for (;;); });`,
  crashes: `it('kills its process', () => process.kill(process.pid, 'SIGKILL'));`,
  exits: `it('leaves its process', () => process.exit(0));`,
  breaks: `import './missing.mjs';`,
  waits: `it('waits for nothing', () => new Promise(() => undefined), 200);`,
  leaks: `it('leaves a timer', () => void setInterval(() => undefined, 1_000));`,
  stops: `
    import { mock } from 'node:test';
    it('leaves a timer behind clocks that stand still', () => {
      setInterval(() => undefined, 1_000);
      for (const clock of [Date, performance]) mock.method(clock, 'now', () => 0);
    });`,
  passes: `it('ends', () => expect(1).toBe(1));`,
};

/** Totals of a run, as its reporter writes them. */
interface Totals {
  readonly passed: number;
  readonly failures: readonly string[];
}

/** Runs these files as the tests of a folder. @returns the end code and the totals that the run wrote */
async function run(folder: string): Promise<{ code: number; totals: Totals }> {
  const { default: config } = await import(CONFIG);
  const project = { ...config.projects[0], displayName: 'given', roots: [folder], testMatch: [`${folder}/*.spec.mjs`] };
  const totals = join(folder, 'totals');
  const env = { ...process.env, TEST_FILE_MINUTES: '0.05', TEST_TOTALS: totals };
  const given = JSON.stringify({ ...config, rootDir: process.cwd(), projects: [project] });
  const jest = ['node_modules/jest/bin/jest.js', '--ci', '--config', given];
  const code = await new Promise<number>((resolve) => {
    const child = execFile(process.execPath, jest, { env }, () => resolve(child.exitCode ?? -1));
  });
  return { code, totals: JSON.parse(await readFile(totals, 'utf8')) };
}

it('a run ends, and names each file that hangs, crashes, does not load or leaves something open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'test-run-'));
  try {
    const write = ([name, text]: [string, string]): Promise<void> => writeFile(join(folder, `${name}.spec.mjs`), text);
    await Promise.all(Object.entries(FILES).map(write));
    const { code, totals } = await run(folder);
    expect(code).toBe(1);
    expect(totals.passed).toBe(1);
    const named = Object.keys(FILES).filter((name) =>
      totals.failures.some((each) => each.includes(`${name}.spec.mjs`)),
    );
    expect(named).toEqual(Object.keys(FILES).filter((name) => name !== 'passes'));
  } finally {
    await rm(folder, { recursive: true });
  }
});
