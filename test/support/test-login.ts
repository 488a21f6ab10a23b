import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Makes the login of the service, which must be no superuser; one that is there already gets a new password.
 * @returns `name:password`; empty: the server's URL names no superuser, so it is the service's too.
 */
export async function makeLogin(serverUrl: string): Promise<string> {
  const name = `test_${process.env.TEST_RUN}_login`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ super: boolean; exists: boolean }>(
      'SELECT rolsuper AS super, to_regrole($1) IS NOT NULL AS exists FROM pg_roles WHERE rolname = current_user',
      [name],
    );
    if (!rows[0].super) return '';
    const password = randomUUID();
    await admin.query(`${rows[0].exists ? 'ALTER' : 'CREATE'} ROLE ${name} LOGIN CREATEROLE PASSWORD '${password}'`);
    await admin.query(`GRANT SET ON PARAMETER temp_file_limit TO ${name}`);
    return `${name}:${password}`;
  } finally {
    await admin.end();
  }
}

/** Drops the login and the roles of environments' routines, of which only the login is a member. */
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

/** Drops the databases and the login of the run from a server that others use. */
export async function dropRun(): Promise<void> {
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
