import type { RequestContext } from '../../core/context.js';
import type { Args } from '../../core/sql/args.js';
import type { CallerConnections } from './caller-connections.js';
import type { Commits } from './commits.js';
import { bindStatement, type Statement } from './statement.js';
import { Transaction } from './transaction.js';
import { autoCommit, inTransaction } from './unit-of-work.js';

/** The only way a tenant's statements reach PostgreSQL. */
export class Database {
  constructor(
    private readonly connections: CallerConnections,
    private readonly commits: Commits,
  ) {}

  /**
   * Runs one statement that commits by itself: one round trip. It runs again when it lost against another transaction;
   * a read also when its connection broke.
   *
   * @throws {ConstraintViolation}
   * @throws {DomainError} QueryTimeout, RateLimited, Unavailable, Validation
   */
  async execute<Row>(ctx: RequestContext, statement: Statement, args: Args): Promise<readonly Row[]> {
    const call = bindStatement(ctx, statement, args);
    if (statement.readOnly === true) return autoCommit<Row>(this.connections.forRead(ctx), call, true);
    return this.commits.noted(await autoCommit<Row>(this.connections.forWrite(ctx), call, false));
  }

  /**
   * Runs `work` between BEGIN and COMMIT.
   *
   * @param work runs again from its start when its transaction lost against another one, so it must change nothing but
   *   the database, and let the errors of its statements pass.
   * @throws {ConstraintViolation}
   * @throws {DomainError} QueryTimeout, RateLimited, Unavailable, Validation, and whatever `work` throws
   */
  async transaction<T>(ctx: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const connections = this.connections.forWrite(ctx);
    return this.commits.noted(await inTransaction(connections, (unit) => work(new Transaction(ctx, unit))));
  }

  /** Closes all connections, each after its turn. */
  end(): Promise<void> {
    return this.connections.end();
  }
}
