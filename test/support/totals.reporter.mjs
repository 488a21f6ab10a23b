import { appendFileSync } from 'node:fs';

/** Title of skipped tests that needed a program (needed-programs.ts). */
const NEEDS = /\(needs ([^)]+)\)/;

/** Appends the totals of a run to the file that TEST_TOTALS names, as a line of JSON: numbers of tests, programs that lack. */
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
      needed: skipped.flatMap(({ fullName }) => NEEDS.exec(fullName)?.[1] ?? []),
    };
    appendFileSync(file, `${JSON.stringify(totals)}\n`);
  }
}
