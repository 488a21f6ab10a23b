import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Readiness } from '../health/readiness.js';
import { ConfinedDatabase } from './confined-database.js';
import { ConnectionPool } from './connection-pool.js';
import { Database } from './database.js';
import { DatabaseServer } from './database-server.js';
import { PlatformDatabase } from './platform-database.js';
import { StatementCache } from './statement-cache.js';

const PLATFORM_CONNECTIONS = 2;
/** Calls of tenants' code that run at once; the next ones wait. */
const CONFINED_CONNECTIONS = 4;

const poolOf = ({ url }: DatabaseServer, { database }: Config, size: number): ConnectionPool =>
  new ConnectionPool({ ...database, url }, size);

/** Owns the server and all connections to it, so that at the end they close in the right order. */
@Global()
@Module({
  providers: [
    {
      provide: DatabaseServer,
      inject: [Config],
      useFactory: (config: Config) => DatabaseServer.start(config.database),
    },
    {
      provide: Database,
      inject: [DatabaseServer, Config],
      useFactory: (server: DatabaseServer, config: Config) =>
        new Database(poolOf(server, config, config.database.poolSize)),
    },
    {
      provide: PlatformDatabase,
      inject: [DatabaseServer, Config],
      useFactory: (server: DatabaseServer, config: Config) =>
        new PlatformDatabase(poolOf(server, config, PLATFORM_CONNECTIONS), server.url),
    },
    {
      provide: ConfinedDatabase,
      inject: [DatabaseServer, Config, PlatformDatabase],
      useFactory: (server: DatabaseServer, config: Config, platform: PlatformDatabase) => {
        const pool = new ConnectionPool({ ...config.database, url: server.url }, CONFINED_CONNECTIONS, true);
        return new ConfinedDatabase(pool, platform, config.database.statementTimeoutMs);
      },
    },
    StatementCache,
  ],
  exports: [ConfinedDatabase, Database, PlatformDatabase, StatementCache],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly server: DatabaseServer,
    private readonly database: Database,
    private readonly confined: ConfinedDatabase,
    private readonly platform: PlatformDatabase,
    readiness: Readiness,
  ) {
    readiness.register('database', () => this.platform.query('SELECT'));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.database.end(), this.confined.end(), this.platform.end()]);
    await this.server.stop();
  }
}
