import pg from 'pg';
import { REVOKE_SHARED_FUNCTIONS } from '#core/routine-roles/open-functions.js';
import { throughSocket } from './unix-socket.js';

/** Role of the server that may log in. */
export interface DatabaseLogin {
  readonly name: string;
  readonly password: string;
}

/** Access to a server for its set-up. */
interface SetUpAccess {
  /** URL of the server, for a superuser. */
  readonly adminUrl: string;
  readonly login: DatabaseLogin;
  /** Folder of the server's Unix socket, if there is one. */
  readonly socketFolder?: string;
}

/** Key of the advisory lock for set-up, taken in a database that only superusers may enter. */
const SET_UP_LOCK = 7_236_114_905;

/**
 * Creates the service's login and database if they are missing. Hands the login the objects that earlier versions
 * created as the superuser, and revokes functions by which one tenant could stop all others. Safe to run in several
 * processes at once.
 *
 * @returns URL of the database, for the login, through the Unix socket if there is one
 */
export async function ensureDatabase({ adminUrl, login, socketFolder }: SetUpAccess, name: string): Promise<string> {
  await connected(adminUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [SET_UP_LOCK]);
    await ensureLogin(admin, login);
    await admin.query('REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC');
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    const [database, owner] = [name, login.name].map((text) => admin.escapeIdentifier(text));
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${database} OWNER ${owner}`);
    await admin.query(`ALTER DATABASE ${database} OWNER TO ${owner}`);
    await connected(withDatabase(adminUrl, name), (client) => handOverObjects(client, owner));
  });
  const url = new URL(withDatabase(adminUrl, name));
  url.username = login.name;
  url.password = login.password;
  return throughSocket(url.href, socketFolder);
}

async function ensureLogin(admin: pg.Client, { name, password }: DatabaseLogin): Promise<void> {
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  const role = admin.escapeIdentifier(name);
  if (rowCount === 0) await admin.query(`CREATE ROLE ${role}`);
  const rights = 'LOGIN CREATEROLE NOSUPERUSER NOCREATEDB NOREPLICATION NOBYPASSRLS';
  await admin.query(`ALTER ROLE ${role} ${rights} PASSWORD ${admin.escapeLiteral(password)}`);
  await admin.query(`GRANT SET ON PARAMETER temp_file_limit TO ${role}`);
}

/** Hands over objects of earlier versions, which worked as the superuser, and drops their roles. */
async function handOverObjects(client: pg.Client, owner: string): Promise<void> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ statement: string }>(FORMER_OBJECTS, [owner]);
  for (const { statement } of rows) await client.query(statement);
  await client.query(REVOKE_SHARED_FUNCTIONS);
  await client.query('COMMIT');
}

/** Generates the statements that hand over the superuser's objects in this database; `$1` is the new owner, quoted. */
const FORMER_OBJECTS = `
  WITH mine AS (
    SELECT n.oid, n.nspname, n.nspowner
    FROM pg_namespace n
    WHERE n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public')
    UNION ALL
    SELECT n.oid, n.nspname, 0 FROM pg_namespace n WHERE n.nspname = 'public'
  ), admin AS (SELECT r.oid FROM pg_roles r WHERE r.rolname = current_user),
  part_of_extension AS (SELECT d.classid, d.objid FROM pg_depend d WHERE d.deptype = 'e')
  SELECT 1 AS sequence, format('ALTER SCHEMA %I OWNER TO %s', m.nspname, $1::text) AS statement
  FROM mine m, admin a WHERE m.nspowner = a.oid
  UNION ALL
  SELECT 2, format('ALTER %s %s OWNER TO %s',
    CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
    c.oid::regclass, $1)
  FROM pg_class c JOIN mine m ON m.oid = c.relnamespace, admin a
  WHERE c.relowner = a.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
    AND ('pg_class'::regclass, c.oid) NOT IN (SELECT * FROM part_of_extension)
    AND NOT (c.relkind = 'S' AND EXISTS (
      SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass
    ))
  UNION ALL
  SELECT 3, format('ALTER ROUTINE %s OWNER TO %s', p.oid::regprocedure, $1)
  FROM pg_proc p JOIN mine m ON m.oid = p.pronamespace, admin a
  WHERE p.proowner = a.oid AND ('pg_proc'::regclass, p.oid) NOT IN (SELECT * FROM part_of_extension)
  UNION ALL
  SELECT 4, format('DROP OWNED BY %1$I; DROP ROLE %1$I', r.rolname)
  FROM pg_roles r JOIN mine m ON r.rolname = m.nspname || '_objects'
  ORDER BY 1`;

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}
