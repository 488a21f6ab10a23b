import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestServer } from './global-setup.js';

/** Ends what `global-setup.ts` started; a server that others use keeps nothing of the run. */
export default async function globalTeardown(): Promise<void> {
  const { testServer } = globalThis as unknown as { testServer?: TestServer };
  if (testServer === undefined) return dropDatabases();
  const exit = once(testServer.process, 'exit');
  testServer.process.stdin?.end();
  await exit;
  await rm(testServer.folder, { recursive: true, force: true });
}

async function dropDatabases(): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
  await admin.connect();
  const ours = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)';
  const { rows } = await admin.query<{ datname: string }>(ours, [`test_${process.env.TEST_RUN}_`]);
  for (const { datname } of rows) {
    await admin.query(`ALTER DATABASE ${datname} IS_TEMPLATE false`);
    await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  }
  await admin.end();
}
