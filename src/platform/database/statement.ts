import type { RequestContext } from '../../core/context.js';
import type { Args } from '../../core/sql/args.js';
import type { SqlText } from '../../core/sql/sql.js';
import type { Pace } from '../pipelines/pace.js';
import type { BoundStatement } from './connection.js';
import { binaryTextArray, hasLongText } from './text-array.js';

/** Compiled statement: text, slots, and the schema that it was compiled for. */
export interface Statement extends SqlText {
  /** Name of the prepared statement; empty for an unnamed one. */
  readonly name: string;
  /** Schema of the only environment that the statement runs in. */
  readonly schema: string;
  /** True for a statement without writes, which may be sent again when its answer was lost. */
  readonly readOnly?: boolean;
  /** Running times of a cached read. */
  readonly pace?: Pace;
}

/**
 * Binds the request's values to a statement.
 *
 * @throws {Error} when it was compiled for another environment than the caller's: the second barrier between tenants
 */
export function bindStatement(
  ctx: RequestContext,
  { name, text, slots, schema, pace }: Statement,
  args: Args,
): BoundStatement {
  if (schema !== ctx.catalogue.environment.schema)
    throw new Error(`A statement for ${schema} was about to run in ${ctx.catalogue.environment.schema}.`);
  const values = slots.map((slot, i) => {
    const value = args.values[slot];
    return hasLongText(value) && text.includes(`$${i + 1}::text[]`) ? binaryTextArray(value) : value;
  });
  return { name, text, values, pace, schema };
}
