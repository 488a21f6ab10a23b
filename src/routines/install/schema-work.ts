import type { RequestContext } from '#core/context/context.js';
import { render, type Sql } from '#core/sql/sql.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Executes DDL statements, which have no values and run too rarely to be prepared. */
export class SchemaWork {
  readonly schema: string;

  constructor(
    private readonly ctx: RequestContext,
    private readonly tx: Transaction,
  ) {
    this.schema = ctx.catalogue.environment.schema;
  }

  execute<Row>(fragment: Sql): Promise<readonly Row[]> {
    return this.executeText<Row>(render(fragment).text);
  }

  async executeAll(fragments: readonly Sql[]): Promise<void> {
    for (const fragment of fragments) await this.execute(fragment);
  }

  /**
   * Executes one statement.
   * @param text the only text of users that becomes SQL comes from `routineStatement`.
   */
  executeText<Row>(text: string): Promise<readonly Row[]> {
    return this.tx.executeOnce<Row>(this.ctx, { text, slots: [] });
  }
}
