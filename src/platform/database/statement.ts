import type { RequestContext } from '#core/context/context.js';
import type { Args } from '#core/statements/args.js';
import type { SqlText } from '#core/sql/sql.js';
import type { StatementLatency } from './connections/statement-latency.js';
import type { BoundStatement } from './connections/connection.js';

/** Characters of a text from which an array with it is sent in the binary format. */
const LONG_TEXT = 10_000;
/** Identifier of the type `text`. */
const TEXT_OID = 25;
/** Number of dimensions, a flag for nulls, the type of the elements, their number, and the index of the first. */
const HEADER_BYTES = 5 * 4;

/** Compiled statement: text, slots, and the schema that it was compiled for. */
export interface Statement extends SqlText {
  /** Name of the prepared statement; empty for an unnamed one. */
  readonly name: string;
  /** Schema of the only environment that the statement runs in. */
  readonly schema: string;
  /** True for a statement without writes, which may be sent again when its answer was lost. */
  readonly readOnly?: boolean;
  /** Running times of a cached read. */
  readonly latency?: StatementLatency;
}

/**
 * Binds the request's values to a statement.
 *
 * @throws {Error} when it was compiled for another environment than the caller's: the second barrier between tenants
 */
export function bindStatement(
  ctx: RequestContext,
  { name, text, slots, schema, latency }: Statement,
  args: Args,
): BoundStatement {
  if (schema !== ctx.catalogue.environment.schema)
    throw new Error(`A statement for ${schema} was about to run in ${ctx.catalogue.environment.schema}.`);
  const values = slots.map((slot, i) => {
    const value = args.values[slot];
    return hasLongText(value) && text.includes(`$${i + 1}::text[]`) ? binaryTextArray(value) : value;
  });
  return { name, text, values, latency, schema };
}

const isLong = (item: unknown): boolean => typeof item === 'string' && item.length > LONG_TEXT;

/** Tells whether a value is an array with a long text. */
const hasLongText = (value: unknown): value is readonly (string | null)[] => Array.isArray(value) && value.some(isLong);

/**
 * Writes an array of texts in PostgreSQL's binary format. The driver writes arrays as text and escapes each quote on its
 * own, which takes 100 ms for a million of them.
 */
function binaryTextArray(items: readonly (string | null)[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  for (const [i, value] of [1, items.includes(null) ? 1 : 0, TEXT_OID, items.length, 1].entries())
    header.writeInt32BE(value, 4 * i);
  return Buffer.concat([header, ...items.flatMap(binaryText)]);
}

function binaryText(item: string | null): readonly Buffer[] {
  const length = Buffer.alloc(4);
  if (item === null) {
    length.writeInt32BE(-1);
    return [length];
  }
  const bytes = Buffer.from(item);
  length.writeInt32BE(bytes.length);
  return [length, bytes];
}
