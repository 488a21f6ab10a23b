import { spawnSync } from 'node:child_process';

const JEST = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', '--ci'];
/** Two files at a time, then those one by one that judge time and memory. */
const RUNS = [
  ['--selectProjects', 'unit', 'e2e'],
  ['--selectProjects', 'timed', '--maxWorkers=1'],
];

/** Runs all tests; with arguments, what they select. Fails if one test of any run does. */
const [, , ...given] = process.argv;
const statuses = (given.length > 0 ? [given] : RUNS).map(
  (options) => spawnSync(process.execPath, [...JEST, ...options], { stdio: 'inherit' }).status ?? 1,
);
process.exitCode = Math.max(...statuses);
