import { isArray, type JsonValue } from '#core/json/json.js';
import { readSlice, type RowSlice, scanRows } from '#core/json/scan-rows.js';
import type { NumberedRow } from '#records/core/bulk/flat-rows.js';
import type { TimeSlicer } from '#platform/process/scheduling/time-slicer.js';

/** Member of the body that holds the rows. */
export const ROWS_MEMBER = 'Values';

/** Bytes at the beginning of a body whose parsed rows stay in memory, so that small bodies are parsed once. */
const KEPT_BYTES = 1024 * 1024;
/** Bytes of text after which a chunk ends early. */
const BATCH_BYTES = 8 * 1024 * 1024;

interface Slice {
  readonly start: number;
  readonly end: number;
  readonly firstIndex: number;
  /** Cells of the shortest and the longest row; -1 stands for a row that is no array. */
  readonly shortest: number;
  readonly longest: number;
  readonly kept?: readonly JsonValue[];
}

/** Cells of a row. */
const widthOf = (row: JsonValue): number => (isArray(row) ? row.length : -1);

/** Body of a bulk insert: validated once from end to end, its rows parsed again chunk by chunk. */
export class BulkBody {
  private constructor(
    private readonly bytes: Buffer,
    /** The body with an empty array in place of its rows. */
    readonly members: JsonValue | undefined,
    private readonly slices: readonly Slice[],
    readonly rowCount: number,
  ) {}

  /** @throws {DomainError} MalformedJson, TooLarge */
  static async read(bytes: Buffer | undefined, limitBytes: number, slicer: TimeSlicer): Promise<BulkBody> {
    if (!bytes) return new BulkBody(Buffer.alloc(0), undefined, [], 0);
    const slices: Slice[] = [];
    let rowCount = 0;
    const scan = scanRows(bytes, { member: ROWS_MEMBER, limitBytes });
    for (let step = scan.next(); ; step = scan.next()) {
      if (step.done) return new BulkBody(bytes, step.value, slices, rowCount);
      if (step.value) {
        slices.push(described(step.value, rowCount));
        rowCount += step.value.rows.length;
      }
      await slicer.yieldIfDue();
    }
  }

  /** Rows that are no array of `width` cells. */
  async *unevenRows(width: number, slicer: TimeSlicer): AsyncGenerator<NumberedRow> {
    for (const slice of this.slices) {
      if (slice.shortest === width && slice.longest === width) continue;
      for (const numbered of await this.#rowsOf(slice, slicer)) if (widthOf(numbered.row) !== width) yield numbered;
      await slicer.yieldIfDue();
    }
  }

  /** All rows in order, at most `size` per chunk. */
  async *chunks(size: number, slicer: TimeSlicer): AsyncGenerator<readonly NumberedRow[]> {
    let batch: NumberedRow[] = [];
    let bytes = 0;
    for (const slice of this.slices) {
      for (const row of await this.#rowsOf(slice, slicer)) {
        if (batch.length >= size || bytes >= BATCH_BYTES) {
          yield batch;
          batch = [];
          bytes = 0;
        }
        batch.push(row);
      }
      bytes += slice.end - slice.start;
      await slicer.yieldIfDue();
    }
    if (batch.length > 0) yield batch;
  }

  async #rowsOf(slice: Slice, slicer: TimeSlicer): Promise<readonly NumberedRow[]> {
    const rows = slice.kept ?? (await slicer.execute(readSlice(this.bytes, slice)));
    return rows.map((row, i) => ({ index: slice.firstIndex + i, row }));
  }
}

function described({ start, end, rows }: RowSlice, firstIndex: number): Slice {
  let [shortest, longest] = [Number.POSITIVE_INFINITY, -1];
  for (const row of rows) {
    shortest = Math.min(shortest, widthOf(row));
    longest = Math.max(longest, widthOf(row));
  }
  return { start, end, firstIndex, shortest, longest, ...(end < KEPT_BYTES && { kept: rows }) };
}
