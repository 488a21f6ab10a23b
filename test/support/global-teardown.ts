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

/** Roles of environments' routines belong to the server, and are members of nothing but the login of the run. */
async function dropLogin(admin: pg.Client): Promise<void> {
  const [login] = (process.env.TEST_LOGIN ?? '').split(':');
  if (login === '') return;
  const { rows } = await admin.query<{ role: string }>(
    `SELECT DISTINCT m.roleid::regrole::text AS role FROM pg_auth_members m WHERE m.member = $1::regrole AND m.roleid::regrole::text LIKE 'env%'`,
    [login],
  );
  for (const { role } of rows) await admin.query(`DROP ROLE ${role}`);
  await admin.query(`DROP OWNED BY ${login}`);
  await admin.query(`DROP ROLE ${login}`);
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
  await dropLogin(admin);
  await admin.end();
}
