/**
 * A program that finds or starts the PostgreSQL of a test run and makes the template of its databases. It prints the
 * variables that tests need, and removes everything when its input ends.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { makeTemplate } from './test-database.js';
import { dropRun, makeLogin } from './test-login.js';
import { startTestServer } from './test-server.js';

// Signals to the process group end jest, and that ends the input.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

/** Sets the variables. @returns function that removes what was made */
async function prepare(): Promise<() => Promise<void>> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL === undefined) return startTestServer();
  process.env.TEST_RUN = randomUUID().slice(0, 8);
  process.env.TEST_SERVER_URL = DATABASE_URL;
  process.env.TEST_LOGIN = await makeLogin(DATABASE_URL);
  await makeTemplate();
  return dropRun;
}

// Nobody reads it if jest has ended meanwhile.
process.stdout.on('error', () => undefined);

const end = await prepare();
const { TEST_RUN, TEST_SERVER_URL, TEST_LOGIN } = process.env;
process.stdout.write(JSON.stringify({ TEST_RUN, TEST_SERVER_URL, TEST_LOGIN }));
await once(process.stdin.resume(), 'end');
await end();
