/** Bytes after which a batch of rows ends, so that no transaction of a copy is long. */
const BATCH_BYTES = 16 * 1_048_576;

const NEW_LINE = 10;

/** Counts of what has been written. */
export interface Counted {
  rows: number;
  bytes: number;
}

/** Whole rows that are written at once. */
export interface RowBatch {
  readonly chunks: readonly Buffer[];
}

/**
 * Divides rows in the text format of COPY into batches of whole rows. A line ends each row, since the format escapes
 * line breaks of values.
 * @param counted is added to as rows pass
 */
export async function* rowBatches(
  chunks: AsyncIterable<Buffer>,
  counted: Counted,
  batchBytes = BATCH_BYTES,
): AsyncGenerator<RowBatch> {
  let [batch, bytes]: [Buffer[], number] = [[], 0];
  for await (const chunk of chunks) {
    counted.bytes += chunk.length;
    counted.rows += rowsIn(chunk);
    const end = bytes + chunk.length < batchBytes ? -1 : chunk.lastIndexOf(NEW_LINE);
    if (end < 0) {
      batch.push(chunk);
      bytes += chunk.length;
      continue;
    }
    batch.push(chunk.subarray(0, end + 1));
    yield { chunks: batch };
    batch = [chunk.subarray(end + 1)];
    bytes = batch[0].length;
  }
  if (bytes > 0) yield { chunks: batch };
}

/** Number of rows that end in a chunk. */
export function rowsIn(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) count++;
  return count;
}
