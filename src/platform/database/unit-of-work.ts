import type { BoundStatement, Connection, StatementResult } from './connections/connection.js';
import type { Connections } from './connections/connection-pool.js';
import { ConnectionLost, OutcomeUnknown } from './connections/database.errors.js';
import { retrying } from './retry.js';

/** Transaction on one connection, from BEGIN to COMMIT or ROLLBACK. */
export class UnitOfWork {
  #begun: Promise<unknown> | undefined;
  #isOver = false;
  #rollsBack = false;
  #savepoints = 0;

  constructor(private readonly connection: Connection) {}

  /**
   * Runs a statement. Concurrent calls share a round trip and run in the order of the calls.
   *
   * @param readOnly sends the statement in the same round trip as BEGIN. A write may not do so, because it would commit
   *   by itself if BEGIN failed.
   */
  async query<Row>(statement: BoundStatement, readOnly: boolean): Promise<readonly Row[]> {
    if (this.#isOver) throw new Error('A statement was run on a transaction that is over.');
    this.#begun ??= this.#send('BEGIN');
    if (!readOnly) await this.#begun;
    const [result] = await Promise.all([this.connection.query<Row>(statement), this.#begun]);
    return result.rows;
  }

  /** Runs `work` behind a savepoint, to which a failure rolls back. May be nested. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`;
    await this.#command(`SAVEPOINT ${name}`);
    try {
      const result = await work();
      await this.#command(`RELEASE ${name}`);
      return result;
    } catch (error) {
      // If this fails, the next statement fails too.
      await this.#command(`ROLLBACK TO ${name}`).catch(() => undefined);
      throw error;
    }
  }

  #command(text: string): Promise<unknown> {
    return this.query({ name: '', text, values: [] }, false);
  }

  /** Makes this a dry run: the end is a rollback. */
  rollbackOnly(): void {
    this.#rollsBack = true;
  }

  /** Commits, or rolls a dry run back. @throws {OutcomeUnknown} when the connection broke during COMMIT */
  async complete(): Promise<void> {
    this.#isOver = true;
    if (this.#begun === undefined) return;
    await this.#begun;
    if (this.#rollsBack) return this.#completeDry();
    const { command } = await this.#send('COMMIT').catch((error: unknown) => {
      throw error instanceof ConnectionLost && error.sent ? new OutcomeUnknown() : error;
    });
    if (command !== 'COMMIT') throw new Error('The work went on after a statement of its transaction had failed.');
  }

  /** Rolls back. If that fails, the pool closes the connection. */
  async abandon(): Promise<void> {
    this.#isOver = true;
    if (this.#begun !== undefined) await this.#send('ROLLBACK').catch(() => undefined);
  }

  /** Checks deferred constraints before the rollback, so that a dry run fails where a COMMIT would. */
  async #completeDry(): Promise<void> {
    await this.#send('SET CONSTRAINTS ALL IMMEDIATE');
    await this.#send('ROLLBACK');
  }

  #send(text: string): Promise<StatementResult<unknown>> {
    return this.connection.query({ name: '', text, values: [] });
  }
}

/**
 * Runs `work` as one transaction. Retries it from its start after a conflict with another transaction, and after the
 * loss of the connection before COMMIT was sent.
 */
export function inTransaction<T>(
  connections: Connections,
  work: (unit: UnitOfWork, connection: Connection) => Promise<T>,
): Promise<T> {
  return retrying(() =>
    connections.use(async (connection) => {
      const unit = new UnitOfWork(connection);
      try {
        const result = await work(unit, connection);
        await unit.complete();
        return result;
      } catch (error) {
        await unit.abandon();
        throw error;
      }
    }),
  );
}

/** Runs one statement with autocommit. After the loss of its connection only a read is retried. */
export function autoCommit<Row>(
  connections: Connections,
  statement: BoundStatement,
  readOnly: boolean,
): Promise<readonly Row[]> {
  return retrying(() =>
    connections.use(async (connection) => {
      const startedAt = performance.now();
      try {
        const { rows } = await connection.query<Row>(statement);
        statement.latency?.note(performance.now() - startedAt);
        return rows;
      } catch (error) {
        throw error instanceof ConnectionLost && error.sent && !readOnly ? new OutcomeUnknown() : error;
      }
    }),
  );
}
