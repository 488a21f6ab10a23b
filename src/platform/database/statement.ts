import type { RequestContext } from '../../core/context.js';
import type { Args } from '../../core/sql/args.js';
import type { SqlText } from '../../core/sql/sql.js';
import type { BoundStatement } from './connection.js';

/** A compiled statement: text, slots, and the schema it was compiled for. */
export interface Statement extends SqlText {
  /** The name it is prepared under; empty while the shape is too rare to be worth a prepared statement. */
  readonly name: string;
  /** The environment's schema; it runs in no other environment. */
  readonly schema: string;
  /** It changes nothing, so it may be sent again when its answer was lost. */
  readonly readOnly?: boolean;
}

/**
 * The statement with the request's values.
 *
 * @throws {Error} when it was compiled for another environment than the caller's: the second barrier between tenants.
 */
export function bindStatement(
  ctx: RequestContext,
  { name, text, slots, schema }: Statement,
  args: Args,
): BoundStatement {
  if (schema !== ctx.catalogue.environment.schema)
    throw new Error(`A statement for ${schema} was about to run in ${ctx.catalogue.environment.schema}.`);
  return { name, text, values: slots.map((slot) => args.values[slot]) };
}
