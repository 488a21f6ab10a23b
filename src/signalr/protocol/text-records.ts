import type { RecordReader } from './hub-protocol.js';
import { ProtocolError } from './protocol-error.js';

/** Byte that ends every record of the JSON protocol and of the handshake. */
export const RECORD_SEPARATOR = 0x1e;

/** Frames a text as a record. */
export const textRecord = (text: string): Buffer => Buffer.from(`${text}\u001e`);

/** Reads records that end with the record separator. */
export class TextRecordReader implements RecordReader {
  #pieces: Buffer[] = [];
  #heldBytes = 0;

  constructor(private readonly maximumBytes: number) {}

  push(piece: Buffer): readonly Buffer[] {
    const records: Buffer[] = [];
    let rest = piece;
    for (let record = this.#next(rest); record; record = this.#next(rest)) {
      records.push(record.bytes);
      rest = record.rest;
    }
    this.#hold(rest);
    return records;
  }

  /** Reads at most one record, because the bytes behind the handshake may be of another protocol. */
  pushFirst(piece: Buffer): { readonly bytes: Buffer; readonly rest: Buffer } | undefined {
    const record = this.#next(piece);
    if (!record) this.#hold(piece);
    return record;
  }

  #next(piece: Buffer): { readonly bytes: Buffer; readonly rest: Buffer } | undefined {
    const end = piece.indexOf(RECORD_SEPARATOR);
    if (end < 0) return undefined;
    this.#hold(piece.subarray(0, end));
    const bytes = this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#heldBytes = 0;
    return { bytes, rest: piece.subarray(end + 1) };
  }

  #hold(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#heldBytes += piece.length;
    if (this.#heldBytes > this.maximumBytes) throw new ProtocolError('a record is above the size limit');
    this.#pieces.push(piece);
  }
}
