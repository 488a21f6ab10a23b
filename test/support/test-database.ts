import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { REVOKE_SHARED_FUNCTIONS } from '../../src/platform/routine-sessions/open-functions.js';

/** A database of its own for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database and its sessions. */
  drop(): Promise<void>;
}

/** A copy of the template: the platform's schema, and whatever `prepareTemplate` puts there. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(async (admin) => `TEMPLATE ${await template(admin)}`);
}

/** A database with nothing in it. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create(async () => 'TEMPLATE template0');
}

/** URL of the server that global-setup.ts started. */
function serverUrl(): string {
  const { TEST_SERVER_URL } = process.env;
  if (!TEST_SERVER_URL) throw new Error('Tests with a database need jest to run test/support/global-setup.ts.');
  return TEST_SERVER_URL;
}

const TEMPLATE_LOCK = 4_711;
const prefix = (): string => `test_${process.env.TEST_RUN}_`;

async function create(source: (admin: pg.Client) => Promise<string>): Promise<TestDatabase> {
  const name = `${prefix()}${randomUUID().slice(0, 8)}`;
  await asAdmin(async (admin) => make(admin, name, await source(admin)));
  return { url: urlOf(name), drop: () => drop(name) };
}

/** Creates a database as the documentation tells operators: owned by the service's login, without shared functions. */
async function make(admin: pg.Client, name: string, source: string): Promise<void> {
  const [login] = loginOfService();
  if (login === '') return void (await admin.query(`CREATE DATABASE ${name} ${source}`));
  await admin.query(`CREATE DATABASE ${name} ${source} OWNER ${login}`);
  await asAdmin((inside) => inside.query(REVOKE_SHARED_FUNCTIONS), name);
}

const loginOfService = (): readonly string[] => (process.env.TEST_LOGIN ?? '').split(':');

const drop = (name: string): Promise<void> =>
  asAdmin(async (admin) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)));

/** The first test file creates the template; the others wait. */
async function template(admin: pg.Client): Promise<string> {
  const name = `${prefix()}template`;
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) {
    const draft = `${prefix()}draft_${randomUUID().slice(0, 8)}`;
    await make(admin, draft, 'TEMPLATE template0');
    const { prepareTemplate } = await import('./prepare-template.js');
    await prepareTemplate(urlOf(draft));
    await admin.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    await admin.query(`ALTER DATABASE ${name} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  }
  await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  return name;
}

/** Of a database, as the service logs in. */
function urlOf(database: string): string {
  const url = new URL(adminUrlOf(database));
  const [name, password] = loginOfService();
  if (name !== '') Object.assign(url, { username: name, password });
  return url.href;
}

/** Of a database, as the owner of the server logs in. */
export function adminUrlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>, database?: string): Promise<T> {
  const admin = new pg.Client({ connectionString: database === undefined ? serverUrl() : adminUrlOf(database) });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** Runs statements in a database as the owner of the server, who may do what the service may not. */
export function runAsAdmin(databaseUrl: string, text: string): Promise<void> {
  return asAdmin(async (admin) => void (await admin.query(text)), new URL(databaseUrl).pathname.slice(1));
}
