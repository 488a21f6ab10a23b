import type { RequestContext } from '#core/context/context.js';
import { Args } from '#core/statements/args.js';
import type { Query } from '#platform/database/platform-database.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Executes internal statements, independent of requests, on a caller's transaction. */
export function queryOn(ctx: RequestContext, tx: Transaction): Query {
  return (text, values = []) => {
    const args = new Args(ctx);
    const slots = values.map((value) => args.values.push(value) - 1);
    return tx.executeOnce(ctx, { text, slots }, args);
  };
}
