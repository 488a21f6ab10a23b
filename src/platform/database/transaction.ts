import type { RequestContext } from '../../core/context.js';
import type { Args } from '../../core/sql/args.js';
import { bindStatement, type Statement } from './statement.js';
import type { UnitOfWork } from './unit-of-work.js';

/** What a write that spans several statements runs them on. Lives no longer than the work it was made for. */
export class Transaction {
  constructor(
    private readonly ctx: RequestContext,
    private readonly unit: UnitOfWork,
  ) {}

  /** As `Database.run`, but nothing is kept before the whole work is done. Calls made at once share a round trip. */
  async execute<Row>(statement: Statement, args: Args): Promise<readonly Row[]> {
    return this.unit.query<Row>(bindStatement(this.ctx, statement, args), statement.readOnly === true);
  }

  /**
   * Runs `work`; when it fails, all it did is undone, and the transaction may go on. May be nested.
   *
   * @throws what `work` throws; a `TransactionConflict` or `ConnectionLost` is to be let pass.
   */
  savepoint<T>(work: () => Promise<T>): Promise<T> {
    return this.unit.savepoint(work);
  }

  /** From now on the work runs for real to its end, and is then undone: a dry run. */
  rollbackOnly(): void {
    this.unit.rollbackOnly();
  }
}
