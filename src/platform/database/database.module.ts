import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Readiness } from '../health/readiness.js';
import { FairShare } from '../shares/fair-share.js';
import { CallerConnections } from './caller-connections.js';
import { Commits } from './commits.js';
import { ConfinedDatabase } from '../routine-sessions/confined-database.js';
import { Connection } from './connection.js';
import { ConnectionPool } from './connection-pool.js';
import { Database } from './database.js';
import { DatabaseServer } from './database-server.js';
import { LogDatabase, logPools } from '../changes/log-database.js';
import { PlatformDatabase } from './platform-database.js';
import { NotifyChannel } from '../changes/notify-channel.js';
import { ReadPipelines } from '../pipelines/read-pipelines.js';
import { RoutineLogins } from '../routine-sessions/routine-logins.js';
import { RoutineSessions } from '../routine-sessions/routine-sessions.js';
import { StatementCache } from './statement-cache.js';

const PLATFORM_CONNECTIONS = 2;
/**
 * Uses of such a connection. They read definitions of all environments, and a server process keeps 20 to 40 KB for each
 * table that it has read: 350 MB after 1,000 environments.
 */
const PLATFORM_USES = 500;

const poolOf = ({ url }: DatabaseServer, { database }: Config, size: number, maxUses?: number): ConnectionPool =>
  new ConnectionPool({ ...database, url }, size, maxUses);

/** Longest wait of a pipeline for the server. */
const OPEN_MS = 2_000;
const openFor = ({ url }: DatabaseServer, { database }: Config): Promise<Connection> =>
  Connection.open({ ...database, url }, OPEN_MS);

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
      inject: [DatabaseServer, Config, PlatformDatabase, Commits],
      useFactory: (server: DatabaseServer, config: Config, platform: PlatformDatabase, commits: Commits) => {
        const pool = poolOf(server, config, config.database.poolSize);
        const share = new FairShare('database connections', config.database.share);
        const cancel = (processId: number): void => platform.cancel(processId);
        const jobs = poolOf(server, config, config.database.jobConnections);
        const pipelines = new ReadPipelines(() => openFor(server, config), cancel);
        return new Database(new CallerConnections(pool, share, cancel, pipelines), jobs, commits);
      },
    },
    {
      provide: PlatformDatabase,
      inject: [DatabaseServer, Config, Readiness],
      useFactory: (server: DatabaseServer, config: Config, readiness: Readiness) => {
        const platform = new PlatformDatabase(poolOf(server, config, PLATFORM_CONNECTIONS, PLATFORM_USES), server.url);
        readiness.register('database', () => platform.repeatable('SELECT'));
        return platform;
      },
    },
    {
      provide: ConfinedDatabase,
      inject: [DatabaseServer, Config, PlatformDatabase, Commits],
      useFactory: ({ url }: DatabaseServer, { database }: Config, platform: PlatformDatabase, commits: Commits) => {
        const sessions = new RoutineSessions({ ...database, url }, platform);
        const share = new FairShare('calls of database objects', database.objectCalls);
        return new ConfinedDatabase(sessions, platform, database.statementTimeoutMs, { commits, share });
      },
    },
    {
      provide: RoutineLogins,
      inject: [PlatformDatabase],
      useFactory: (platform: PlatformDatabase) => new RoutineLogins(platform),
    },
    {
      provide: LogDatabase,
      inject: [DatabaseServer, Config],
      useFactory: (server: DatabaseServer, config: Config) =>
        new LogDatabase(
          logPools((size) => poolOf(server, config, size)),
          server.url,
        ),
    },
    {
      provide: NotifyChannel,
      inject: [DatabaseServer, Config],
      useFactory: ({ url }: DatabaseServer, { database }: Config) => new NotifyChannel({ ...database, url }),
    },
    Commits,
    StatementCache,
  ],
  exports: [
    Commits,
    ConfinedDatabase,
    Database,
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
