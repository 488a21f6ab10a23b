import type { BoundStatement } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';
import { autoCommit } from './unit-of-work.js';

/** Reads the change log on connections of its own: readers and callers never wait for each other. */
export class LogDatabase {
  constructor(private readonly pool: ConnectionPool) {}

  /** @throws {DomainError} Unavailable */
  read<Row>(statement: BoundStatement): Promise<readonly Row[]> {
    return autoCommit<Row>(this.pool, statement, true);
  }

  /** Closes all connections, each after its turn. */
  end(): Promise<void> {
    return this.pool.end();
  }
}
