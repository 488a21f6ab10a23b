import type { RecordReader } from './hub-protocol.js';
import { ProtocolError } from './protocol-error.js';

/** Greatest size of a length prefix in bytes; the greatest length is 0x7fffffff. */
const PREFIX_BYTES = 5;
const MAXIMUM_LENGTH = 0x7fffffff;

/** Frames a body as a record: its length as a varint, least significant bits first, then the body. */
export function binaryRecord(body: Uint8Array): Buffer {
  const prefix: number[] = [];
  let length = body.length;
  for (; length > 0x7f; length >>>= 7) prefix.push((length & 0x7f) | 0x80);
  prefix.push(length);
  return Buffer.concat([Buffer.from(prefix), body]);
}

/** Reads records that start with their length. */
export class BinaryRecordReader implements RecordReader {
  #pieces: Buffer[] = [];
  #heldBytes = 0;
  /** Number of bytes needed for the next record, so that pieces are joined once per record. */
  #neededBytes = 1;

  constructor(private readonly maximumBytes: number) {}

  push(piece: Buffer): readonly Buffer[] {
    this.#pieces.push(piece);
    this.#heldBytes += piece.length;
    if (this.#heldBytes < this.#neededBytes) return [];
    const records: Buffer[] = [];
    let bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces);
    for (let end = this.#endOf(bytes); end <= bytes.length; end = this.#endOf(bytes)) {
      records.push(bytes.subarray(readPrefix(bytes)!.bytes, end));
      bytes = bytes.subarray(end);
    }
    this.#pieces = bytes.length > 0 ? [bytes] : [];
    this.#heldBytes = bytes.length;
    this.#neededBytes = this.#endOf(bytes);
    return records;
  }

  /** End of the first record in bytes; more than `bytes` has while the record's prefix is incomplete. */
  #endOf(bytes: Buffer): number {
    const prefix = readPrefix(bytes);
    if (!prefix) return bytes.length + 1;
    if (prefix.length > this.maximumBytes) throw new ProtocolError('a record is above the size limit');
    return prefix.bytes + prefix.length;
  }
}

/**
 * Reads a length prefix.
 *
 * @returns the length and the size of the prefix in bytes; `undefined` while it is incomplete
 */
function readPrefix(bytes: Buffer): { readonly length: number; readonly bytes: number } | undefined {
  let length = 0;
  for (let at = 0; at < PREFIX_BYTES; at++) {
    if (at >= bytes.length) return undefined;
    length += (bytes[at] & 0x7f) * 2 ** (7 * at);
    if ((bytes[at] & 0x80) === 0) {
      if (length > MAXIMUM_LENGTH) break;
      return { length, bytes: at + 1 };
    }
  }
  throw new ProtocolError('a length prefix is above 2 GB');
}
