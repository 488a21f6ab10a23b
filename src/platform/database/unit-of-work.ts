import type { BoundStatement, Connection, StatementResult } from './connection.js';
import type { Connections } from './connection-pool.js';
import { ConnectionLost, OutcomeUnknown } from './database.errors.js';
import { retrying } from './retry.js';

/** Statements between one BEGIN and its COMMIT or ROLLBACK. */
export class UnitOfWork {
  #begun: Promise<unknown> | undefined;
  #isOver = false;
  #rollsBack = false;
  #savepoints = 0;

  constructor(private readonly connection: Connection) {}

  /**
   * Runs a statement. Several at once share a round trip, and run in the order of their calls.
   *
   * @param readOnly lets the statement follow BEGIN in the same round trip. Only what changes nothing may go unseen
   *   like that: were BEGIN refused, a write would commit by itself.
   */
  async query<Row>(statement: BoundStatement, readOnly: boolean): Promise<readonly Row[]> {
    if (this.#isOver) throw new Error('A statement was run on a transaction that is over.');
    this.#begun ??= this.#send('BEGIN');
    if (!readOnly) await this.#begun;
    const [result] = await Promise.all([this.connection.query<Row>(statement), this.#begun]);
    return result.rows;
  }

  /** Runs `work`; when it fails, all it did is undone and what was done before it goes on. May be nested. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`;
    await this.#command(`SAVEPOINT ${name}`);
    try {
      const result = await work();
      await this.#command(`RELEASE ${name}`);
      return result;
    } catch (error) {
      // Where not even that can be done, the next statement fails.
      await this.#command(`ROLLBACK TO ${name}`).catch(() => undefined);
      throw error;
    }
  }

  #command(text: string): Promise<unknown> {
    return this.query({ name: '', text, values: [] }, false);
  }

  /** From now on the work runs to its end and leaves nothing: a dry run. */
  rollbackOnly(): void {
    this.#rollsBack = true;
  }

  /** @throws {OutcomeUnknown} when the connection broke while committing */
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

  /** Undoes everything. A connection that cannot do even that is closed by its pool. */
  async abandon(): Promise<void> {
    this.#isOver = true;
    if (this.#begun !== undefined) await this.#send('ROLLBACK').catch(() => undefined);
  }

  /** What a COMMIT would check is checked before the rollback, so that a dry run fails where the real one would. */
  async #completeDry(): Promise<void> {
    await this.#send('SET CONSTRAINTS ALL IMMEDIATE');
    await this.#send('ROLLBACK');
  }

  #send(text: string): Promise<StatementResult<unknown>> {
    return this.connection.query({ name: '', text, values: [] });
  }
}

/**
 * Runs `work` as one transaction, and again from its start when that lost against another one or its connection broke
 * before COMMIT was sent.
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

/** Runs one statement that commits by itself; after its connection broke only what changes nothing runs again. */
export function autoCommit<Row>(
  connections: Connections,
  statement: BoundStatement,
  readOnly: boolean,
): Promise<readonly Row[]> {
  return retrying(() =>
    connections.use(async (connection) => {
      try {
        return (await connection.query<Row>(statement)).rows;
      } catch (error) {
        throw error instanceof ConnectionLost && error.sent && !readOnly ? new OutcomeUnknown() : error;
      }
    }),
  );
}
