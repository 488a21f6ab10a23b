import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Title of skipped tests that needed a program (needed-programs.ts). */
const NEEDS = /\(needs ([^)]+)\)/;

/** Lines of a message that the end of a run repeats. */
const LINES = 3;

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
 * Appends the totals of a run to the file that TEST_TOTALS names, as a line of JSON: numbers of tests, programs that lack,
 * and what failed, in the order in which it did.
 */
export default class TotalsReporter {
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
