import { bindLogAt } from './bind-log.js';
import type { BoundStatement } from './connections/connection.js';
import type { ConnectionPool } from './connections/connection-pool.js';
import type { SessionSettings } from './connections/connection-settings.js';
import { autoCommit } from './unit-of-work.js';

/** Group of connections: for the tail, for the service's followers that are behind, and for callers that catch up. */
export type LogLane = 'tail' | 'followers' | 'catchUps';

/** Number of callers that can catch up at the same time. */
export const CATCH_UP_CONNECTIONS = 2;

/**
 * Reads the change log on connections of its own, so that log readers and other statements never wait for each other.
 */
export class LogDatabase {
  constructor(
    private readonly pools: Readonly<Record<LogLane, ConnectionPool>>,
    private readonly url: string,
  ) {}

  /** @throws {DomainError} Unavailable */
  read<Row>(lane: LogLane, statement: BoundStatement): Promise<readonly Row[]> {
    return autoCommit<Row>(this.pools[lane], statement, true);
  }

  /** Binds the log to its server again after the database moved to another server while the service ran. */
  bind(): Promise<void> {
    return bindLogAt(this.url);
  }

  /** Closes each connection after its current work. */
  async end(): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.end()));
  }
}

/**
 * Sessions of the tail plan its read once: that takes eight times as long as the read, several times a second. The plan
 * serves every day's partition, empty or full, because it looks up transactions by index (decision 0446).
 */
const PLANNED_ONCE: SessionSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: 0,
};

/** The pools of all lanes. */
export const logPools = (
  poolOf: (size: number, tuning?: SessionSettings) => ConnectionPool,
): Readonly<Record<LogLane, ConnectionPool>> => ({
  tail: poolOf(1, PLANNED_ONCE),
  followers: poolOf(1),
  catchUps: poolOf(CATCH_UP_CONNECTIONS),
});
