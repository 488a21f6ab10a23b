import { writeFileSync } from 'node:fs';
import { readIfThere } from './compile-typescript.mjs';

/** Title of skipped tests that needed a program (needed-programs.ts). */
const NEEDS = /\(needs ([^)]+)\)/;

/** Names the programs for lack of which tests were skipped, with the number of these. */
function missingPrograms({ testResults }) {
  const counts = new Map();
  for (const { status, fullName } of testResults.flatMap(({ testResults: tests }) => tests)) {
    const program = status === 'pending' ? NEEDS.exec(fullName)?.[1] : undefined;
    if (program !== undefined) counts.set(program, (counts.get(program) ?? 0) + 1);
  }
  return [...counts].map(([program, count]) => `${count} need ${program}`);
}

/**
 * Says which tests were skipped for lack of a program. Adds to `<passed> <failed>` in the file that TEST_TOTALS names, for
 * a run that reports them.
 */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const missing = missingPrograms(results);
    if (missing.length > 0)
      process.stderr.write(`\nSkipped: ${missing.join('; ')}. Install them to run these tests too.\n`);
    const file = process.env.TEST_TOTALS;
    if (!file) return;
    const [passed = 0, failed = 0] = readIfThere(file)?.split(' ').map(Number) ?? [];
    // A file that does not load counts as one failed test.
    const failedNow = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(file, `${passed + results.numPassedTests} ${failed + failedNow}\n`);
  }
}
