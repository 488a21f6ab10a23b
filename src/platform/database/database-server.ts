import { Logger } from '@nestjs/common';
import { StartRefused } from '#platform/process/config/start-refused.js';
import type { Config } from '#platform/process/config/config.js';
import { ensureDatabase } from './embedded-postgres/embedded-database.js';
import { EmbeddedWatch } from './embedded-postgres/embedded-watch.js';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import { openSetUp, requireSessions } from './session-check.js';
import { withoutTransactionTimeout } from './connections/connection-settings.js';
import { ReadOnlySigns } from './connections/read-only-signs.js';
import { migrate } from './migrate.js';
import { READ_PIPELINES } from './connections/read-pipelines.js';
import { OPEN_SHARED_FUNCTIONS } from '#core/routine-roles/open-functions.js';

const EMBEDDED_DATABASE = 'service';
const MIN_VERSION = 15;
/** First version in which CREATEROLE only covers roles that the login has created. */
const SAFE_CREATEROLE_VERSION = 16;
/** First version that can end transactions after a time. */
const TRANSACTION_TIMEOUT_VERSION = 17;
/**
 * Connections of a process beside those for callers, jobs and tenants' code: platform 2, change log 4, notify channel 1,
 * upkeep 2, pipelines 2.
 */
const OWN_CONNECTIONS = 9 + READ_PIPELINES;
/** Connections for set-up and for administrators. */
const SPARE_CONNECTIONS = 20;

/** PostgreSQL server of the data: the one at DATABASE_URL, or an embedded one that ends with this process. */
export class DatabaseServer {
  readonly signs = new ReadOnlySigns();

  private constructor(
    readonly url: string,
    /** Of the server itself, for the sessions that a pooler cannot serve. */
    readonly directUrl: string,
    /** Of the standbys that answer reads. */
    readonly standbyUrls: readonly string[],
    private readonly stopEmbedded: () => Promise<void>,
  ) {}

  /** Resolves when the server runs, meets the requirements and has the schema of this version. */
  static async start(config: Config): Promise<DatabaseServer> {
    const { url } = config.database;
    const server = url === undefined ? await embedded(config) : { url, stop: async () => undefined };
    const directUrl = config.database.directUrl ?? server.url;
    try {
      const { version } = await requireFit(directUrl, config.production);
      await requireSessions({ ...config.database, url: server.url, directUrl });
      const sessionsAt = (address: string): string =>
        version < TRANSACTION_TIMEOUT_VERSION ? address : withoutTransactionTimeout(address);
      await migrate(sessionsAt(directUrl));
      const standbyUrls = config.database.standbyUrls.map(sessionsAt);
      return new DatabaseServer(sessionsAt(server.url), sessionsAt(directUrl), standbyUrls, server.stop);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Stops an embedded server. Close all connections first. */
  stop(): Promise<void> {
    return this.stopEmbedded();
  }
}

async function embedded({ database, cluster }: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  const perProcess = database.poolSize + database.jobConnections + database.objectCalls.permits + OWN_CONNECTIONS;
  const maxConnections = SPARE_CONNECTIONS + cluster * perProcess;
  const options = { dataDir: database.dataDir, maxConnections };
  const server = await startEmbeddedPostgres(options);
  const log = new Logger('Database');
  for (const note of server.notes) log.warn(note);
  if (server.reused)
    log.warn(
      'Using an embedded PostgreSQL that is already running. It ends with the process that started it; then this one starts it again.',
    );
  try {
    const url = await ensureDatabase(server, EMBEDDED_DATABASE);
    const watch = new EmbeddedWatch(options, server);
    return { url, stop: () => watch.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly hasIcu: boolean;
  /** True when the login of the service is a superuser. */
  readonly isSuperuser: boolean;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** False where a login or database has switched off foreign keys and triggers. */
  readonly checksKeys: boolean;
  /** False where a crash of the server may lose writes that were acknowledged. */
  readonly isDurable: boolean;
  /** Number of functions that reach beyond the caller's rights and that every role may call. */
  readonly openFunctions: number;
}

async function factsOf(url: string): Promise<Facts> {
  const client = await openSetUp(url);
  try {
    const { rows } = await client.query<Facts>(`
      SELECT current_setting('server_version_num')::int / 10000 AS version,
        current_setting('server_encoding') AS encoding,
        EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS "hasIcu",
        (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = current_user) AS "isSuperuser",
        pg_is_in_recovery() AS "isStandby",
        current_setting('default_transaction_read_only')::bool AS "isReadOnly",
        current_setting('session_replication_role') <> 'replica' AS "checksKeys",
        current_setting('synchronous_commit') <> 'off' AS "isDurable",
        ${OPEN_SHARED_FUNCTIONS} AS "openFunctions"`);
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Checks the requirements. @throws {StartRefused} that lists the requirements that the database does not meet */
async function requireFit(url: string, production: boolean): Promise<Facts> {
  const facts = await factsOf(url);
  const problems = [
    ...unfitness(facts),
    ...refusedSettings(facts),
    ...(production && facts.isSuperuser ? [SUPERUSER] : []),
  ];
  if (problems.length > 0) throw new StartRefused(`The database cannot be used:\n- ${problems.join('\n- ')}`);
  const log = new Logger('Database');
  if (facts.isSuperuser) log.warn(SUPERUSER);
  else if (facts.version < SAFE_CREATEROLE_VERSION) log.warn(OLD_CREATEROLE);
  if (facts.openFunctions > 0) log.warn(OPEN_FUNCTIONS);
  if (!facts.isDurable) log.warn(NOT_DURABLE);
  return facts;
}

/** Settings of the database or of the login that no session of the service should change by itself, as sentences. */
function refusedSettings({ isStandby, isReadOnly, checksKeys }: Facts): readonly string[] {
  return [
    isStandby && 'It is a standby, which accepts no writes; DATABASE_URL must lead to the primary server.',
    isReadOnly && !isStandby && `It accepts no writes: default_transaction_read_only is on. ${RESET}`,
    !checksKeys && `It does not check foreign keys: session_replication_role is replica. ${RESET}`,
  ].filter((problem) => problem !== false);
}

const RESET =
  'ALTER DATABASE … RESET or ALTER ROLE … RESET takes it back, or the configuration of the server has to change.';
const NOT_DURABLE =
  'synchronous_commit is off: a crash of the database server loses the writes of its last moments that were answered.';

const SUPERUSER =
  'Its login is a superuser, which production refuses. docs/security.md has the SQL of a login for the service.';
const OLD_CREATEROLE =
  'Before PostgreSQL 16 a login with CREATEROLE can gain almost all rights of a superuser. docs/security.md says more.';
const OPEN_FUNCTIONS =
  'Every role may take advisory locks and create large objects in this database, so that one tenant can ' +
  'stop all writes. docs/security.md has the SQL that revokes these rights.';

/** Requirements that a database does not meet, as sentences. */
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
