/** Characters of a text from which an array with it is sent in the binary format. */
const LONG_TEXT = 10_000;
/** Identifier of the type `text`. */
const TEXT_OID = 25;
/** Number of dimensions, a flag for nulls, the type of the elements, their number, and the index of the first. */
const HEADER_BYTES = 5 * 4;

const isLong = (item: unknown): boolean => typeof item === 'string' && item.length > LONG_TEXT;

/** Tells whether a value is an array with a long text. */
export const hasLongText = (value: unknown): value is readonly (string | null)[] =>
  Array.isArray(value) && value.some(isLong);

/**
 * Writes an array of texts in PostgreSQL's binary format. The driver writes arrays as text and escapes each quote on its
 * own, which takes 100 ms for a million of them.
 */
export function binaryTextArray(items: readonly (string | null)[]): Buffer {
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
