import type { RequestContext } from '../../core/context.js';
import type { Args } from '../../core/sql/args.js';
import type { CallerConnections } from './caller-connections.js';
import type { ConnectionPool, Connections } from './connection-pool.js';
import type { Commits } from './commits.js';
import { bindStatement, type Statement } from './statement.js';
import { Transaction } from './transaction.js';
import { autoCommit, inTransaction } from './unit-of-work.js';

/** Runs statements of callers, in fair shares, and those of jobs beside them. All statements on tenants' data pass here. */
export class Database {
  constructor(
    private readonly callers: CallerConnections,
    private readonly jobs: ConnectionPool,
    private readonly commits: Commits,
  ) {}

  /**
   * Runs one statement with autocommit, in one round trip. Retries it after a conflict with another transaction, and a
   * read also after the loss of its connection.
   *
   * @throws {ConstraintViolation}
   * @throws {DomainError} QueryTimeout, RateLimited, Unavailable, Validation
   */
  async execute<Row>(ctx: RequestContext, statement: Statement, args: Args): Promise<readonly Row[]> {
    const call = bindStatement(ctx, statement, args);
    if (statement.readOnly === true) {
      const rows = ctx.job ? undefined : await this.callers.readPipelined<Row>(ctx, call);
      return rows ?? autoCommit<Row>(ctx.job ? this.jobs : this.callers.forRead(ctx), call, true);
    }
    return this.commits.noted(await autoCommit<Row>(this.#forWrite(ctx), call, false));
  }

  /**
   * Runs `work` between BEGIN and COMMIT.
   *
   * @param work is retried from its start after a conflict with another transaction. It must change only the database
   *   and must not catch errors of its statements.
   * @throws {ConstraintViolation}
   * @throws {DomainError} QueryTimeout, RateLimited, Unavailable, Validation, and whatever `work` throws
   */
  async transaction<T>(ctx: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let last: Transaction | undefined;
    const result = await inTransaction(this.#forWrite(ctx), (unit) => work((last = new Transaction(ctx, unit))));
    last?.noteCommit();
    return this.commits.noted(result);
  }

  /**
   * Runs reads of the service's own on the connections of jobs, whoever the caller of `ctx` is, and undoes whatever they
   * did.
   *
   * @throws as `transaction`
   */
  inBackground<T>(ctx: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.jobs, (unit) => {
      unit.rollbackOnly();
      return work(new Transaction(ctx, unit));
    });
  }

  /** Closes each connection after its current work. */
  async end(): Promise<void> {
    await Promise.all([this.callers.end(), this.jobs.end()]);
  }

  #forWrite(ctx: RequestContext): Connections {
    return ctx.job ? this.jobs : this.callers.forWrite(ctx);
  }
}
