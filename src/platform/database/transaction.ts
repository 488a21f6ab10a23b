import type { RequestContext } from '#core/context/context.js';
import { nameKey } from '#core/changes/name-key.sql.js';
import { Args } from '#core/statements/args.js';
import { raw, render, Sql, type SqlText } from '#core/sql/sql.js';
import type { DeclaredStatement, Parameters, StatementAccess, Subject, ValuesOf } from '#core/statements/statement.js';
import { LONG_PAUSE_MS } from './connections/connection-settings.js';
import type { StatementCache } from './statement-cache.js';
import { statementSpan } from './statement-span.js';
import type { Traces } from '#platform/observability/traces/traces.js';
import { bindStatement, type Statement } from './statement.js';
import type { UnitOfWork } from './unit-of-work.js';

/** An operator's choice of no limit at all stays. */
const ALLOW_PAUSES = `
  SELECT set_config('idle_in_transaction_session_timeout', '${LONG_PAUSE_MS}', true)
  WHERE current_setting('idle_in_transaction_session_timeout') <> '0'`;

const NAME_KEY = render(nameKey(raw('$1::uuid'))).text;

/** Parts that all transactions of a database share. */
export interface StatementTools {
  readonly traces: Traces;
  readonly statements: StatementCache;
}

/** Transaction of a caller. Valid only while its work runs. */
export class Transaction {
  readonly #committed: (() => void)[] = [];
  #mayHaveWritten = false;

  constructor(
    private readonly ctx: RequestContext,
    private readonly unit: UnitOfWork,
    private readonly tools: StatementTools,
  ) {}

  /**
   * Runs a declared statement within the transaction.
   * @param ctx by which it is compiled
   * @param about what it is declared to be about
   */
  runStatement<P extends Parameters, About extends readonly Subject[], Row>(
    declared: DeclaredStatement<P, About, Row>,
    ctx: RequestContext,
    values: ValuesOf<P>,
    ...about: About
  ): Promise<readonly Row[]> {
    return this.execute<Row>(this.tools.statements.of(ctx, declared, about), declared.bind(ctx, values));
  }

  /** Runs a statement within the transaction. Concurrent calls share a round trip. */
  async execute<Row>(statement: Statement, args: Args): Promise<readonly Row[]> {
    const call = bindStatement(this.ctx, statement, args);
    const isRead = statement.readOnly === true;
    if (!isRead) this.#mayHaveWritten = true;
    const { correlationId: id } = this.ctx;
    const { traces } = this.tools;
    if (!traces.isRecorded(id)) return this.unit.query<Row>(call, isRead);
    return traces.leaf(
      id,
      () => statementSpan(call),
      () => this.unit.query<Row>(call, isRead),
    );
  }

  /**
   * Executes a statement that is too rare to be kept and prepared, such as a change of the schema.
   * @param ctx by which it was compiled
   */
  executeOnce<Row>(
    ctx: RequestContext,
    statement: Sql | SqlText,
    args = new Args(ctx),
    access: StatementAccess = 'write',
  ): Promise<readonly Row[]> {
    const { text, slots } = statement instanceof Sql ? render(statement) : statement;
    const { schema } = ctx.catalogue.environment;
    return this.execute<Row>({ text, slots, name: '', schema, readOnly: access === 'read' }, args);
  }

  /**
   * Runs `work`; when it fails, all it did is undone, and the transaction may go on. May be nested.
   *
   * @throws the error of `work`; callers must not catch `TransactionConflict` and `ConnectionLost`
   */
  savepoint<T>(work: () => Promise<T>): Promise<T> {
    return this.unit.savepoint(work);
  }

  /**
   * Lets the transaction pause for minutes, because its work is divided into slices that wait for their turns. Others end
   * after seconds, so that a process that hangs holds no locks.
   */
  async allowPauses(): Promise<void> {
    await this.unit.query({ name: '', text: ALLOW_PAUSES, values: [] }, false);
  }

  /** Makes the transaction a dry run: all statements run, and the end is a rollback. */
  rollbackOnly(): void {
    this.unit.rollbackOnly();
  }

  /** Called by `Database` before COMMIT: the changes that the caller has caused have the limits of the caller's key. */
  async nameKey(): Promise<void> {
    const { key } = this.ctx.principal;
    if (key && this.#mayHaveWritten) await this.unit.query({ name: '', text: NAME_KEY, values: [key.id] }, false);
  }

  /** Calls `listener` right after COMMIT, so it must be fast. */
  onCommit(listener: () => void): void {
    this.#committed.push(listener);
  }

  /** Called by `Database` after COMMIT. */
  noteCommit(): void {
    for (const listener of this.#committed) listener();
  }
}
