import type { RequestContext } from '../../core/context.js';
import type { Args } from '../../core/sql/args.js';
import type { Commits } from './commits.js';
import type { ConnectionPool } from './connection-pool.js';
import { bound, type Statement } from './statement.js';
import { Transaction } from './transaction.js';
import { autoCommit, inTransaction } from './unit-of-work.js';

/** The only way a tenant's statements reach PostgreSQL. */
export class Database {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly commits: Commits,
  ) {}

  /**
   * Runs one statement that commits by itself: one round trip. It runs again when it lost against another transaction;
   * a read also when its connection broke.
   *
   * @throws {ConstraintViolation}
   * @throws {DomainError} QueryTimeout, Unavailable, Validation
   */
  async run<Row>(ctx: RequestContext, statement: Statement, args: Args): Promise<readonly Row[]> {
    const isRead = statement.readOnly === true;
    const rows = await autoCommit<Row>(this.pool, bound(ctx, statement, args), isRead);
    return isRead ? rows : this.commits.noted(rows);
  }

  /**
   * Runs `work` between BEGIN and COMMIT.
   *
   * @param work runs again from its start when its transaction lost against another one, so it must change nothing but
   *   the database, and let the errors of its statements pass.
   * @throws {ConstraintViolation}
   * @throws {DomainError} QueryTimeout, Unavailable, Validation, and whatever `work` throws
   */
  async transaction<T>(ctx: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.commits.noted(await inTransaction(this.pool, (unit) => work(new Transaction(ctx, unit))));
  }

  /** Closes all connections, each after its turn. */
  end(): Promise<void> {
    return this.pool.end();
  }
}
