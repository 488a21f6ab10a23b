import type { RecordReader } from './hub-protocol.js';
import { ProtocolError } from './protocol-error.js';

/** Bytes that a length prefix may take; the largest length is 0x7fffffff. */
const PREFIX_BYTES = 5;
const MAXIMUM_LENGTH = 0x7fffffff;

/** A body as one record: its length as a varint, least significant bits first, then the body. */
export function binaryRecord(body: Uint8Array): Buffer {
  const prefix: number[] = [];
  let length = body.length;
  for (; length > 0x7f; length >>>= 7) prefix.push((length & 0x7f) | 0x80);
  prefix.push(length);
  return Buffer.concat([Buffer.from(prefix), body]);
}

/** Reads records that begin with their length. */
export class BinaryRecordReader implements RecordReader {
  #held: Buffer = Buffer.alloc(0);

  constructor(private readonly maximumBytes: number) {}

  push(piece: Buffer): readonly Buffer[] {
    const records: Buffer[] = [];
    let bytes = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    for (let prefix = readPrefix(bytes); prefix; prefix = readPrefix(bytes)) {
      if (prefix.length > this.maximumBytes) throw new ProtocolError('a record is above the size limit');
      const end = prefix.bytes + prefix.length;
      if (bytes.length < end) break;
      records.push(bytes.subarray(prefix.bytes, end));
      bytes = bytes.subarray(end);
    }
    this.#held = bytes;
    return records;
  }
}

/** @returns the length at the start of `bytes`, and the bytes it takes; `undefined` while it is not complete. */
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
