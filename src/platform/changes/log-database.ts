import { bindLogAt } from './bind-log.js';
import type { BoundStatement } from '../database/connection.js';
import type { ConnectionPool } from '../database/connection-pool.js';
import { autoCommit } from '../database/unit-of-work.js';

/** Connections that read the change log for: what is new, the service's own followers that are behind, callers that catch up. */
export type LogLane = 'news' | 'followers' | 'catchUps';

/** Callers that catch up at once. */
export const CATCH_UPS = 2;

/** Reads the change log on connections of its own: readers and callers never wait for each other, nor do the lanes. */
export class LogDatabase {
  constructor(
    private readonly pools: Readonly<Record<LogLane, ConnectionPool>>,
    private readonly url: string,
  ) {}

  /** @throws {DomainError} Unavailable */
  read<Row>(lane: LogLane, statement: BoundStatement): Promise<readonly Row[]> {
    return autoCommit<Row>(this.pools[lane], statement, true);
  }

  /** Ties the log to its server again, when the database was switched to another one while the service ran. */
  bind(): Promise<void> {
    return bindLogAt(this.url);
  }

  /** Closes all connections, each after its turn. */
  async end(): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.end()));
  }
}

/** The pools of all lanes. */
export const logPools = (poolOf: (size: number) => ConnectionPool): Readonly<Record<LogLane, ConnectionPool>> => ({
  news: poolOf(1),
  followers: poolOf(1),
  catchUps: poolOf(CATCH_UPS),
});
