import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { Config } from '../config/config.js';
import { ensureDatabase, startEmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './migrate.js';

const EMBEDDED_DATABASE = 'service';
const MIN_VERSION = 15;
/** What a process opens beside the pool for its callers, at most: the service's own work, the change log, tenants' code. */
const OWN_CONNECTIONS = 9;
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
      await requireFit(server.url);
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
  const maxConnections = SPARE_CONNECTIONS + cluster * (database.poolSize + OWN_CONNECTIONS);
  const server = await startEmbeddedPostgres({ dataDir: database.dataDir, maxConnections });
  const log = new Logger('Database');
  for (const note of server.notes) log.warn(note);
  if (server.reused)
    log.warn('Using an embedded PostgreSQL that runs already; it ends with the process that started it.');
  return { url: await ensureDatabase(server.url, EMBEDDED_DATABASE), stop: server.stop };
}

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly hasIcu: boolean;
}

/** @throws {Error} that says what the database lacks. */
async function requireFit(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Facts>(`
      SELECT current_setting('server_version_num')::int / 10000 AS version,
        current_setting('server_encoding') AS encoding,
        EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS "hasIcu"`);
    const problems = unfitness(rows[0]);
    if (problems.length > 0) throw new Error(`The database cannot be used:\n- ${problems.join('\n- ')}`);
  } finally {
    await client.end();
  }
}

/** What a database lacks, in sentences; nothing when it is fit. */
export function unfitness({ version, encoding, hasIcu }: Facts): readonly string[] {
  return [
    version < MIN_VERSION && `PostgreSQL ${version} is too old; version ${MIN_VERSION} or later is needed.`,
    encoding !== 'UTF8' && `Its encoding is ${encoding}; create it with ENCODING 'UTF8'.`,
    !hasIcu && 'Its server was built without ICU (there is no collation "und-x-icu").',
  ].filter((problem) => problem !== false);
}
