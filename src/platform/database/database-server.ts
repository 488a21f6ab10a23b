import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { Config } from '../config/config.js';
import { ensureDatabase } from '../embedded-postgres/embedded-database.js';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { migrate } from '../migration/migrate.js';
import { OPEN_SHARED_FUNCTIONS } from '../routine-sessions/open-functions.js';

const EMBEDDED_DATABASE = 'service';
const MIN_VERSION = 15;
/** From here on CREATEROLE reaches no further than the roles that it made. */
const SAFE_CREATEROLE_VERSION = 16;
/** What a process opens beside those for callers and for tenants' code: its own work 3, the change log 4, signals 1, upkeep 2. */
const OWN_CONNECTIONS = 10;
/** For set-up, and for people who look. */
const SPARE_CONNECTIONS = 20;

/** The PostgreSQL that holds the data: the one that DATABASE_URL names, or an embedded one that ends with this process. */
export class DatabaseServer {
  private constructor(
    readonly url: string,
    private readonly stopEmbedded: () => Promise<void>,
  ) {}

  /** Answers once the server runs, is fit for us, and has the schema of this version. */
  static async start(config: Config): Promise<DatabaseServer> {
    const { url } = config.database;
    const server = url === undefined ? await embedded(config) : { url, stop: async () => undefined };
    try {
      await requireFit(server.url, config.production);
      await migrate(server.url);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return new DatabaseServer(server.url, server.stop);
  }

  /** Ends an embedded server; close all connections before. */
  stop(): Promise<void> {
    return this.stopEmbedded();
  }
}

async function embedded({ database, cluster }: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  const ofProcess = database.poolSize + database.objectCalls.places + OWN_CONNECTIONS;
  const maxConnections = SPARE_CONNECTIONS + cluster * ofProcess;
  const server = await startEmbeddedPostgres({ dataDir: database.dataDir, maxConnections });
  const log = new Logger('Database');
  for (const note of server.notes) log.warn(note);
  if (server.reused)
    log.warn('Using an embedded PostgreSQL that runs already; it ends with the process that started it.');
  return { url: await ensureDatabase(server, EMBEDDED_DATABASE), stop: server.stop };
}

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly hasIcu: boolean;
  /** Whether the login of the service may do everything on the server. */
  readonly isSuperuser: boolean;
  /** How many functions that reach beyond the rights of their caller are open to everybody. */
  readonly openFunctions: number;
}

async function factsOf(url: string): Promise<Facts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Facts>(`
      SELECT current_setting('server_version_num')::int / 10000 AS version,
        current_setting('server_encoding') AS encoding,
        EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS "hasIcu",
        (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = current_user) AS "isSuperuser",
        ${OPEN_SHARED_FUNCTIONS} AS "openFunctions"`);
    return rows[0];
  } finally {
    await client.end();
  }
}

/** @throws {Error} that says what the database lacks. */
async function requireFit(url: string, production: boolean): Promise<void> {
  const facts = await factsOf(url);
  const problems = [...unfitness(facts), ...(production && facts.isSuperuser ? [SUPERUSER] : [])];
  if (problems.length > 0) throw new Error(`The database cannot be used:\n- ${problems.join('\n- ')}`);
  const log = new Logger('Database');
  if (facts.isSuperuser) log.warn(SUPERUSER);
  else if (facts.version < SAFE_CREATEROLE_VERSION) log.warn(OLD_CREATEROLE);
  if (facts.openFunctions > 0) log.warn(OPEN_FUNCTIONS);
}

const SUPERUSER =
  'Its login is a superuser, which production refuses; docs/security.md has the SQL of a login for the service.';
const OLD_CREATEROLE =
  'Before PostgreSQL 16 a login with CREATEROLE can make itself as good as a superuser; docs/security.md says more.';
const OPEN_FUNCTIONS =
  'Everybody may take advisory locks and make large objects in this database, by which one tenant can stop all writes; docs/security.md has the SQL that ends it.';

/** What a database lacks, in sentences; nothing when it is fit. */
export function unfitness({
  version,
  encoding,
  hasIcu,
}: Pick<Facts, 'version' | 'encoding' | 'hasIcu'>): readonly string[] {
  return [
    version < MIN_VERSION && `PostgreSQL ${version} is too old; version ${MIN_VERSION} or later is needed.`,
    encoding !== 'UTF8' && `Its encoding is ${encoding}; create it with ENCODING 'UTF8'.`,
    !hasIcu && 'Its server was built without ICU (there is no collation "und-x-icu").',
  ].filter((problem) => problem !== false);
}
