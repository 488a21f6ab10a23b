import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData as testPath } from 'node:worker_threads';

/** The longest files take a few minutes on slow machines. */
const MINUTES = Number(process.env.TEST_FILE_MINUTES ?? 15);
const STDERR = 2;

/**
 * A thread beside a test file, for a file that blocks its process, whose own time limits can then not be reached. Jest reports
 * the killed process as a failure of the file and continues with the next.
 */
await sleep(MINUTES * 60_000);
writeSync(STDERR, `\n${testPath} did not end within ${MINUTES} minutes.\n`);
process.kill(process.pid, 'SIGKILL');
