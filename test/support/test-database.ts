import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { REVOKE_SHARED_FUNCTIONS } from '#core/routine-roles/open-functions.js';

/** A database of its own for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database and its sessions. */
  drop(): Promise<void>;
}

/** A copy of the template: the platform's schema, and whatever `prepareTemplate` puts there. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create((admin, name) => clone(admin, name));
}

/** A database with nothing in it. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create((admin, name) => make(admin, name));
}

/** URL of the server that global-setup.mjs started. */
function serverUrl(): string {
  const { TEST_SERVER_URL } = process.env;
  if (!TEST_SERVER_URL) throw new Error('Tests with a database need jest to run test/support/global-setup.mjs.');
  return TEST_SERVER_URL;
}

const prefix = (): string => `test_${process.env.TEST_RUN}_`;
const templateName = (): string => `${prefix()}template`;

async function create(fill: (admin: pg.Client, name: string) => Promise<unknown>): Promise<TestDatabase> {
  const name = `${prefix()}${randomUUID().slice(0, 8)}`;
  await asAdmin((admin) => fill(admin, name));
  return { url: urlOf(name), drop: () => drop(name) };
}

/** Creates a database as the documentation tells operators: owned by the login of the service, without shared functions. */
async function make(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0${ownership()}`);
  if (ownership() !== '') await asAdmin((inside) => inside.query(REVOKE_SHARED_FUNCTIONS), name);
}

/** Clones the template, shared functions closed. Copying its files takes half the time of logging them. */
const clone = (admin: pg.Client, name: string): Promise<unknown> =>
  admin.query(`CREATE DATABASE ${name} TEMPLATE ${templateName()} STRATEGY file_copy${ownership()}`);

function ownership(): string {
  const [login] = loginOfService();
  return login === '' ? '' : ` OWNER ${login}`;
}

const loginOfService = (): readonly string[] => (process.env.TEST_LOGIN ?? '').split(':');

const drop = (name: string): Promise<void> =>
  asAdmin(async (admin) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)));

/** Makes the template, once for a test run. Loads the service only here, since that takes seconds. */
export async function makeTemplate(): Promise<void> {
  const { prepareTemplate } = await import('./prepare-template.js');
  await asAdmin(async (admin) => {
    await make(admin, templateName());
    await prepareTemplate(urlOf(templateName()));
    await admin.query(`ALTER DATABASE ${templateName()} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  });
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
