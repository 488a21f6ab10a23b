import type { RequestContext } from '../../core/context.js';
import type { Args } from '../../core/sql/args.js';
import { bindStatement, type Statement } from './statement.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Transaction of a caller. Valid only while its work runs. */
export class Transaction {
  constructor(
    private readonly ctx: RequestContext,
    private readonly unit: UnitOfWork,
  ) {}

  /** Runs a statement within the transaction. Concurrent calls share a round trip. */
  async execute<Row>(statement: Statement, args: Args): Promise<readonly Row[]> {
    return this.unit.query<Row>(bindStatement(this.ctx, statement, args), statement.readOnly === true);
  }

  /**
   * Runs `work` behind a savepoint, to which a failure rolls back. The transaction stays usable. May be nested.
   *
   * @throws the error of `work`; callers must not catch `TransactionConflict` and `ConnectionLost`
   */
  savepoint<T>(work: () => Promise<T>): Promise<T> {
    return this.unit.savepoint(work);
  }

  /** Makes the transaction a dry run: all statements run, and the end is a rollback. */
  rollbackOnly(): void {
    this.unit.rollbackOnly();
  }
}
