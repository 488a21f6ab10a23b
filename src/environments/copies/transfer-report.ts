import { rowsIn } from '#platform/database/transfers/row-batches.js';

/** Time between two lines about a table that takes long. */
const EVERY_MS = 5_000;

/** Prints how far a copy is: a line for each table with rows, and one every few seconds within a large one. */
export class TransferReport {
  #before = 0;
  #shownAt = Date.now();
  #current = { table: '', rows: 0, bytes: 0 };

  /** @param expected estimated number of all rows */
  constructor(
    private readonly expected: number,
    private readonly report: (line: string) => void,
  ) {}

  /** @param counted rows and bytes of the table so far */
  show(table: string, { rows, bytes }: { readonly rows: number; readonly bytes: number }, isDone: boolean): void {
    const all = this.#before + rows;
    if (isDone) this.#before = all;
    const isTime = Date.now() - this.#shownAt >= EVERY_MS;
    if (!isTime && !(isDone && rows > 0)) return;
    this.#shownAt = Date.now();
    // The number of all rows is an estimate.
    const percent = Math.min(99, Math.floor((100 * all) / Math.max(1, this.expected, all)));
    this.report(`${percent} %  ${table}: ${rows} rows, ${size(bytes)}${isDone ? '' : ' …'}`);
  }

  /** Counts a chunk of rows; undefined: the table has ended. */
  addChunk(table: string, chunk: Buffer | undefined): void {
    if (this.#current.table !== table) this.#current = { table, rows: 0, bytes: 0 };
    if (chunk) {
      this.#current.bytes += chunk.length;
      this.#current.rows += rowsIn(chunk);
    }
    this.show(table, this.#current, chunk === undefined);
    if (!chunk) this.#current = { table: '', rows: 0, bytes: 0 };
  }

  /** Prints what is done, where something was printed long ago. */
  say(what: string): void {
    if (Date.now() - this.#shownAt < EVERY_MS) return;
    this.#shownAt = Date.now();
    this.report(`${what} …`);
  }
}

const size = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round(bytes / 1_048_576)} MB`;
