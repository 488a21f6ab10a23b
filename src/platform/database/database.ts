import type { RequestContext } from '#core/context/context.js';
import type { Args } from '#core/statements/args.js';
import type { DeclaredStatement, Parameters, Subject, ValuesOf } from '#core/statements/statement.js';
import type { CallerConnections } from './caller-connections.js';
import type { ConnectionPool, Connections } from './connections/connection-pool.js';
import type { Commits } from './commits.js';
import { statementSpan } from './statement-span.js';
import type { NewSpan } from '#platform/observability/traces/tracer.js';
import { Traces } from '#platform/observability/traces/traces.js';
import type { BoundStatement } from './connections/connection.js';
import { bindStatement, type Statement } from './statement.js';
import type { Standbys } from './standby/standbys.js';
import { StatementCache } from './statement-cache.js';
import { Transaction } from './transaction.js';
import { autoCommit, inTransaction } from './unit-of-work.js';

/** Span from the wait for a connection to COMMIT, further tries included. */
const TRANSACTION: NewSpan = { name: 'transaction', kind: 'client', attributes: { 'db.system.name': 'postgresql' } };

/** Runs statements of callers, in fair shares, and those of jobs beside them. All statements on tenants' data pass here. */
export class Database {
  constructor(
    private readonly callers: CallerConnections,
    private readonly jobs: ConnectionPool,
    private readonly commits: Commits,
    readonly traces = new Traces(undefined),
    readonly statements = new StatementCache(),
    private readonly standbys?: Standbys,
  ) {}

  /** Runs a declared statement as `execute` does. @param about what it is declared to be about */
  runStatement<P extends Parameters, About extends readonly Subject[], Row>(
    declared: DeclaredStatement<P, About, Row>,
    ctx: RequestContext,
    values: ValuesOf<P>,
    ...about: About
  ): Promise<readonly Row[]> {
    return this.execute<Row>(ctx, this.statements.of(ctx, declared, about), declared.bind(ctx, values));
  }

  /**
   * Runs one statement with autocommit, in one round trip. Retries it after a conflict with another transaction, and a
   * read also after the loss of its connection.
   *
   * @throws {ConstraintViolation}
   * @throws {DomainError} QueryTimeout, RateLimited, Unavailable, Validation
   */
  async execute<Row>(ctx: RequestContext, statement: Statement, args: Args): Promise<readonly Row[]> {
    const call = bindStatement(ctx, statement, args);
    const { correlationId: id } = ctx;
    if (!this.traces.isRecorded(id)) return this.#execute(ctx, call, statement.readOnly === true);
    return this.traces.leaf(
      id,
      () => statementSpan(call),
      () => this.#execute<Row>(ctx, call, statement.readOnly === true),
    );
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
    const { correlationId: id } = ctx;
    if (!this.traces.isRecorded(id)) return this.#transaction(ctx, work);
    return this.traces.within(
      id,
      () => TRANSACTION,
      () => this.#transaction(ctx, work),
    );
  }

  /**
   * Runs reads of the service's own on the connections of jobs, whoever the caller of `ctx` is, and undoes whatever they
   * did.
   *
   * @throws as `transaction`
   */
  inBackground<T>(ctx: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.#forJob(ctx), (unit) => {
      unit.rollbackOnly();
      return work(new Transaction(ctx, unit, this));
    });
  }

  /** Closes each connection after its current work. */
  async end(): Promise<void> {
    await Promise.all([this.standbys?.end(), this.callers.end(), this.jobs.end()]);
  }

  async #execute<Row>(ctx: RequestContext, call: BoundStatement, isRead: boolean): Promise<readonly Row[]> {
    if (!isRead) return this.commits.noted(await autoCommit<Row>(this.#forWrite(ctx), call, false));
    if (ctx.job) return autoCommit<Row>(this.#forJob(ctx), call, true);
    const read = this.standbys && (await this.standbys.read<Row>(ctx, call));
    if (read !== undefined) return read;
    const rows = await this.callers.readPipelined<Row>(ctx, call);
    return rows ?? autoCommit<Row>(this.callers.forRead(ctx), call, true);
  }

  async #transaction<T>(ctx: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let last: Transaction | undefined;
    const result = await inTransaction(this.#forWrite(ctx), async (unit) => {
      const tx = (last = new Transaction(ctx, unit, this));
      const made = await work(tx);
      await tx.nameKey();
      return made;
    });
    last?.noteCommit();
    return this.commits.noted(result);
  }

  #forWrite(ctx: RequestContext): Connections {
    return ctx.job ? this.#forJob(ctx) : this.callers.forWrite(ctx);
  }

  #forJob({ catalogue }: RequestContext): Connections {
    return this.jobs.preferring(catalogue.environment.schema);
  }
}
