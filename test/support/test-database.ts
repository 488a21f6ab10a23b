import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database of its own for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Drops it, whoever is still connected. */
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

/** Where databases are made; global-setup.ts started it. */
export function serverUrl(): string {
  const { TEST_SERVER_URL } = process.env;
  if (!TEST_SERVER_URL) throw new Error('Tests with a database need jest to run test/support/global-setup.ts.');
  return TEST_SERVER_URL;
}

const TEMPLATE_LOCK = 4_711;
const prefix = (): string => `test_${process.env.TEST_RUN}_`;

async function create(source: (admin: pg.Client) => Promise<string>): Promise<TestDatabase> {
  const name = `${prefix()}${randomUUID().slice(0, 8)}`;
  await asAdmin(async (admin) => admin.query(`CREATE DATABASE ${name} ${await source(admin)}`));
  return { url: urlOf(name), drop: () => drop(name) };
}

const drop = (name: string): Promise<void> =>
  asAdmin(async (admin) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)));

/** The first test file that needs it makes it; the others wait. */
async function template(admin: pg.Client): Promise<string> {
  const name = `${prefix()}template`;
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) {
    const draft = `${prefix()}draft_${randomUUID().slice(0, 8)}`;
    await admin.query(`CREATE DATABASE ${draft} TEMPLATE template0`);
    const { prepareTemplate } = await import('./prepare-template.js');
    await prepareTemplate(urlOf(draft));
    await admin.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    await admin.query(`ALTER DATABASE ${name} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  }
  await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  return name;
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl() });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
