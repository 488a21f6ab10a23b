import { appendFileSync, writeSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Title of skipped tests that needed a program (needed-programs.ts). */
const NEEDS = /\(needs ([^)]+)\)/;

/** Lines of a message that the end of a run repeats. */
const LINES = 3;

const STDERR = 2;
const MS_PER_MINUTE = 60_000;

const minutesSince = (startMs) => `${((performance.now() - startMs) / MS_PER_MINUTE).toFixed(1)} min`;

/** A failed test of a file, or its failure to load: its title and how its message begins. */
function failuresOf({ testFilePath, testExecError, testResults }) {
  const said = (title, message) => {
    const lines = stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '');
    return [`${relative('.', testFilePath)}: ${title}`, ...lines.slice(0, LINES)].join('\n    ');
  };
  const failed = testResults.filter(({ status }) => status === 'failed');
  const tests = failed.map(({ fullName, failureMessages }) => said(fullName, failureMessages[0] ?? ''));
  return testExecError ? [said('the file', testExecError.stack ?? testExecError.message ?? ''), ...tests] : tests;
}

/**
 * Names the files that are running when the run is ended from outside, since one of them may hang.
 *
 * Appends the totals of a run to the file that TEST_TOTALS names, as a line of JSON: numbers of tests, programs that lack,
 * and what failed, in the order in which it did.
 */
export default class TotalsReporter {
  /** Files that are running, with the time at which each began. */
  #running = new Map();
  #ended = 0;
  #startMs = performance.now();

  onRunStart() {
    process.once('SIGTERM', () => {
      const running = [...this.#running].map(
        ([file, startMs]) => `  ${relative('.', file)} for ${minutesSince(startMs)}`,
      );
      const heading = `Ended from outside after ${minutesSince(this.#startMs)} and ${this.#ended} files. Running:`;
      writeSync(STDERR, `\n${[heading, ...running].join('\n')}\n`);
      process.exit(1);
    });
  }

  onTestFileStart({ path }) {
    this.#running.set(path, performance.now());
  }

  onTestFileResult({ path }) {
    this.#running.delete(path);
    this.#ended++;
  }

  onRunComplete(
    _contexts,
    { testResults, numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests },
  ) {
    const file = process.env.TEST_TOTALS;
    if (!file) return;
    const skipped = testResults.flatMap(({ testResults: tests }) => tests.filter(({ status }) => status === 'pending'));
    const totals = {
      passed: numPassedTests,
      // A file that does not load counts as one failed test.
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped: numPendingTests,
      failures: testResults.flatMap(failuresOf),
      needed: skipped.flatMap(({ fullName }) => NEEDS.exec(fullName)?.[1] ?? []),
    };
    appendFileSync(file, `${JSON.stringify(totals)}\n`);
  }
}
