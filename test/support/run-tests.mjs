import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readIfThere } from './compile-typescript.mjs';

const JEST = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', '--ci'];
const BEHAVIOUR = ['--selectProjects', 'unit', 'e2e'];
/** Two files at a time; then one after the other those that judge time. */
const BEYOND = [
  ['--selectProjects', 'process', 'search'],
  ['--selectProjects', 'timed', '--maxWorkers=1'],
];
const ALL = '--all';
const LOOPS = 20_000_000;

/** CPU time of a loop that is always the same. */
function loopMs() {
  const before = process.cpuUsage();
  let sum = 0;
  for (let i = 0; i < LOOPS; i++) sum = (sum * 31 + i) | 0;
  const { user, system } = process.cpuUsage(before);
  return sum === 0 ? 0 : Math.round((user + system) / 1_000);
}

function runsOf(given) {
  if (given[0] === ALL) return [BEHAVIOUR, ...BEYOND];
  return given.length > 0 ? [given] : [BEHAVIOUR];
}

/** Totals of all runs, as the reporter wrote them. */
const totalsIn = (file) =>
  (readIfThere(file) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Failures that the end of a run repeats; others often follow from the first. */
const MOST_FAILURES = 20;

/** Lines for people: what failed, what was run, how fast this machine is, what was skipped and why. */
function summary({ passed, failed, skipped, needed, failures }, seconds) {
  const time = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  const machine = `${availableParallelism()} cores, ${loopMs()} ms for ${LOOPS / 1_000_000} million loops`;
  const missing = [...new Set(needed)].map((name) => `${needed.filter((each) => each === name).length} need ${name}`);
  const more = failures.length > MOST_FAILURES ? [`and ${failures.length - MOST_FAILURES} more`] : [];
  return [
    ...[...failures.slice(0, MOST_FAILURES), ...more].map((failure) => `\n${failure}`),
    `\n${passed} passed, ${failed} failed, ${skipped} skipped in ${time} (${machine})`,
    ...(missing.length > 0 ? [`Skipped: ${missing.join('; ')}. Install them to run these tests too.`] : []),
  ];
}

/**
 * Runs unit tests, architecture and behaviour; with `--all` every test; with other arguments what they select. Fails if
 * one test does. Writes `<passed> <failed>` to the file that TEST_RESULT names.
 */
function runTests(given) {
  const folder = mkdtempSync(join(tmpdir(), 'test-totals-'));
  const file = join(folder, 'totals');
  const env = { ...process.env, TEST_TOTALS: file };
  const start = performance.now();
  const isRed = runsOf(given)
    .map((options) => spawnSync(process.execPath, [...JEST, ...options], { stdio: 'inherit', env }).status)
    .some((status) => status !== 0);
  const runs = totalsIn(file);
  rmSync(folder, { recursive: true });
  const sum = (name) => runs.reduce((total, run) => total + run[name], 0);
  // A run that broke off has no totals.
  const failed = Math.max(sum('failed'), isRed ? 1 : 0);
  const all = (name) => runs.flatMap((run) => run[name]);
  const totals = {
    passed: sum('passed'),
    failed,
    skipped: sum('skipped'),
    needed: all('needed'),
    failures: all('failures'),
  };
  for (const line of summary(totals, (performance.now() - start) / 1_000)) process.stderr.write(`${line}\n`);
  if (process.env.TEST_RESULT) writeFileSync(process.env.TEST_RESULT, `${totals.passed} ${totals.failed}\n`);
  return isRed ? 1 : 0;
}

process.exitCode = runTests(process.argv.slice(2));
