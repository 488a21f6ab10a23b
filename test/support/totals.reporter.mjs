import { writeFileSync } from 'node:fs';

/** Writes `<passed> <failed>` to the file that TEST_TOTALS names, for a run that reports them; otherwise does nothing. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const file = process.env.TEST_TOTALS;
    if (!file) return;
    // A file that does not load counts as one failed test.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(file, `${results.numPassedTests} ${failed}\n`);
  }
}
