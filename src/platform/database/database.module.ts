import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Readiness } from '../health/readiness.js';
import { Commits } from './commits.js';
import { ConfinedDatabase } from './confined-database.js';
import { ConnectionPool } from './connection-pool.js';
import { Database } from './database.js';
import { DatabaseServer } from './database-server.js';
import { LogDatabase } from './log-database.js';
import { PlatformDatabase } from './platform-database.js';
import { RingLine } from './ring-line.js';
import { StatementCache } from './statement-cache.js';

const PLATFORM_CONNECTIONS = 2;
/** One follows the change log, one reads for those who are behind. */
const LOG_CONNECTIONS = 2;
/** Calls of tenants' code that run at once; the next ones wait. */
const CONFINED_CONNECTIONS = 4;

const poolOf = ({ url }: DatabaseServer, { database }: Config, size: number): ConnectionPool =>
  new ConnectionPool({ ...database, url }, size);

/** Owns the server and all connections to it, so that at the end they close in the right order; readers of the log have closed theirs by then. */
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
      inject: [DatabaseServer, Config, Commits],
      useFactory: (server: DatabaseServer, config: Config, commits: Commits) =>
        new Database(poolOf(server, config, config.database.poolSize), commits),
    },
    {
      provide: PlatformDatabase,
      inject: [DatabaseServer, Config],
      useFactory: (server: DatabaseServer, config: Config) =>
        new PlatformDatabase(poolOf(server, config, PLATFORM_CONNECTIONS), server.url),
    },
    {
      provide: ConfinedDatabase,
      inject: [DatabaseServer, Config, PlatformDatabase, Commits],
      useFactory: (server: DatabaseServer, config: Config, platform: PlatformDatabase, commits: Commits) => {
        const pool = new ConnectionPool({ ...config.database, url: server.url }, CONFINED_CONNECTIONS, true);
        return new ConfinedDatabase(pool, platform, config.database.statementTimeoutMs, commits);
      },
    },
    {
      provide: LogDatabase,
      inject: [DatabaseServer, Config],
      useFactory: (server: DatabaseServer, config: Config) => new LogDatabase(poolOf(server, config, LOG_CONNECTIONS)),
    },
    {
      provide: RingLine,
      inject: [DatabaseServer, Config],
      useFactory: ({ url }: DatabaseServer, { database }: Config) => new RingLine({ ...database, url }),
    },
    Commits,
    StatementCache,
  ],
  exports: [Commits, ConfinedDatabase, Database, LogDatabase, PlatformDatabase, RingLine, StatementCache],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly server: DatabaseServer,
    private readonly database: Database,
    private readonly confined: ConfinedDatabase,
    private readonly platform: PlatformDatabase,
    readiness: Readiness,
  ) {
    readiness.register('database', () => this.platform.repeatable('SELECT'));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.database.end(), this.confined.end(), this.platform.end()]);
    await this.server.stop();
  }
}
