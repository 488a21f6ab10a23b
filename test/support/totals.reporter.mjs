import { writeFileSync } from 'node:fs';
import { readIfThere } from './compile-typescript.mjs';

/** Adds to `<passed> <failed>` in the file that TEST_TOTALS names, for a run that reports them; otherwise does nothing. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const file = process.env.TEST_TOTALS;
    if (!file) return;
    const [passed = 0, failed = 0] = readIfThere(file)?.split(' ').map(Number) ?? [];
    // A file that does not load counts as one failed test.
    const failedNow = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(file, `${passed + results.numPassedTests} ${failed + failedNow}\n`);
  }
}
