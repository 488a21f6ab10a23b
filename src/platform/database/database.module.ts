import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '#platform/process/config/config.js';
import { NotReady, Readiness } from '#platform/observability/readiness.js';
import { addDatabaseFaults } from '#platform/observability/metrics/database-faults.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { addPool, addShare } from '#platform/observability/metrics/part-metrics.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import { CallerConnections } from './caller-connections.js';
import { Commits } from './commits.js';
import { ConfinedDatabase } from './confined-database.js';
import { Connection } from './connections/connection.js';
import type { ReadOnlySigns } from './connections/read-only-signs.js';
import { ConnectionPool } from './connections/connection-pool.js';
import { Database } from './database.js';
import { DatabaseServer } from './database-server.js';
import { LogDatabase, logPools } from './log-database.js';
import { PlatformDatabase } from './platform-database.js';
import { NotifyChannel } from './notify-channel.js';
import { ReadPipelines } from './connections/read-pipelines.js';
import { PrimaryPosition } from './standby/primary-position.js';
import { Probe } from './standby/probe.js';
import { Standby } from './standby/standby.js';
import { Standbys } from './standby/standbys.js';
import { RoutineLogins } from './routine-logins.js';
import { RoutineSessions } from './routine-sessions.js';
import { StatementCache } from './statement-cache.js';

const PLATFORM_CONNECTIONS = 2;
/**
 * Uses of such a connection. They read definitions of all environments, and a server process keeps 20 to 40 KB for each
 * table that it has read: 350 MB after 1,000 environments.
 */
const PLATFORM_USES = 500;

const poolOf = ({ url, signs }: DatabaseServer, { database }: Config, size: number, maxUses?: number): ConnectionPool =>
  new ConnectionPool({ ...database, url, signs }, size, maxUses);

type DatabaseParts = [
  server: DatabaseServer,
  config: Config,
  metrics: Metrics,
  commits: Commits,
  traces: Traces,
  statements: StatementCache,
];

type ConfinedParts = [...DatabaseParts, platform: PlatformDatabase];

/** Longest wait of a pipeline for the server. */
const OPEN_MS = 2_000;
const openFor = ({ url, signs }: DatabaseServer, { database }: Config): Promise<Connection> =>
  Connection.open({ ...database, url, signs }, OPEN_MS);

/** The standbys of the settings; undefined without any. */
function standbysOf(server: DatabaseServer, config: Config, metrics: Metrics): Standbys | undefined {
  if (server.standbyUrls.length === 0) return undefined;
  const { database } = config;
  const standbys = server.standbyUrls.map((url) => new Standby({ ...database, url }));
  const position = new PrimaryPosition(new Probe(() => openFor(server, config)));
  const all = new Standbys(standbys, position, database.statementTimeoutMs);
  all.addMetrics(metrics);
  return all;
}

/**
 * Owns the server and its connections, so that they close in the right order, after those of the change log's readers.
 */
@Global()
@Module({
  providers: [
    {
      provide: DatabaseServer,
      inject: [Config],
      useFactory: (config: Config) => DatabaseServer.start(config),
    },
    {
      provide: Database,
      inject: [DatabaseServer, Config, Metrics, Commits, Traces, StatementCache],
      useFactory: (...[server, config, metrics, commits, traces, statements]: DatabaseParts) => {
        const pool = poolOf(server, config, config.database.poolSize);
        const share = new FairShare('database connections', config.database.share);
        const jobs = poolOf(server, config, config.database.jobConnections);
        const pipelines = new ReadPipelines(() => openFor(server, config));
        addPool(metrics, 'callers', pool);
        addPool(metrics, 'jobs', jobs);
        addShare(metrics, 'database_connections', share);
        addShare(metrics, 'short_reads', pipelines.share);
        const callers = new CallerConnections(pool, share, config.database.prepares ? pipelines : undefined);
        const standbys = standbysOf(server, config, metrics);
        return new Database(callers, jobs, commits, traces, statements, standbys);
      },
    },
    {
      provide: PlatformDatabase,
      inject: [DatabaseServer, Config, Readiness, Metrics],
      useFactory: (server: DatabaseServer, config: Config, readiness: Readiness, metrics: Metrics) => {
        const pool = poolOf(server, config, PLATFORM_CONNECTIONS, PLATFORM_USES);
        addPool(metrics, 'platform', pool);
        addDatabaseFaults(metrics);
        const platform = new PlatformDatabase(pool, server.directUrl);
        readiness.register('database', () => requireWritable(platform, server.signs));
        return platform;
      },
    },
    {
      provide: ConfinedDatabase,
      inject: [DatabaseServer, Config, Metrics, Commits, Traces, StatementCache, PlatformDatabase],
      useFactory: (...[server, config, metrics, commits, traces, statements, platform]: ConfinedParts) => {
        const { database } = config;
        const sessions = new RoutineSessions({ ...database, url: server.directUrl }, platform);
        const share = new FairShare('calls of database objects', database.objectCalls);
        addShare(metrics, 'database_objects', share);
        return new ConfinedDatabase(sessions, platform, database.statementTimeoutMs, {
          commits,
          share,
          traces,
          statements,
        });
      },
    },
    {
      provide: RoutineLogins,
      inject: [PlatformDatabase],
      useFactory: (platform: PlatformDatabase) => new RoutineLogins(platform),
    },
    {
      provide: LogDatabase,
      inject: [DatabaseServer, Config, Metrics],
      useFactory: (server: DatabaseServer, config: Config, metrics: Metrics) => {
        const pools = logPools((size) => poolOf(server, config, size));
        for (const [lane, pool] of Object.entries(pools)) addPool(metrics, `log_${lane}`, pool);
        return new LogDatabase(pools, server.directUrl);
      },
    },
    {
      provide: NotifyChannel,
      inject: [DatabaseServer, Config],
      useFactory: ({ directUrl }: DatabaseServer, { database }: Config) =>
        new NotifyChannel({ ...database, url: directUrl }),
    },
    Commits,
    StatementCache,
  ],
  exports: [
    Commits,
    ConfinedDatabase,
    Database,
    DatabaseServer,
    LogDatabase,
    PlatformDatabase,
    NotifyChannel,
    RoutineLogins,
    StatementCache,
  ],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly server: DatabaseServer,
    private readonly database: Database,
    private readonly confined: ConfinedDatabase,
    private readonly platform: PlatformDatabase,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.database.end(), this.confined.end(), this.platform.end()]);
    await this.server.stop();
  }
}

/**
 * Reads go on while the database accepts no writes, but load balancers should prefer another node. Connections are replaced
 * then, also where nothing is written.
 */
async function requireWritable(platform: PlatformDatabase, signs: ReadOnlySigns): Promise<void> {
  const [{ isReadOnly }] = await platform.repeatable<{ isReadOnly: boolean }>(IS_READ_ONLY);
  if (!isReadOnly) return;
  signs.note();
  throw new NotReady('database, which accepts no writes: it is a standby or read-only');
}

const IS_READ_ONLY = `
  SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS "isReadOnly"`;
