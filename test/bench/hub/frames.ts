/** Of a frame: whatever is looked at. */
export interface FrameSink {
  /** Bytes of a frame's payload; a frame may come in several pieces. @param isFirst whether a frame begins with them */
  payload(chunk: Buffer, start: number, end: number, isFirst: boolean): void;
}

const LENGTH_16 = 126;
const LENGTH_64 = 127;
const OPCODE_TEXT = 1;

/** Cuts what a server sends into WebSocket frames without copying any of it: a client that costs less than the server. */
export class FrameReader {
  #header = Buffer.alloc(0);
  #missing = 0;

  constructor(private readonly sink: FrameSink) {}

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.#missing > 0 ? this.#pass(chunk, at, false) : this.#begin(chunk, at);
  }

  #pass(chunk: Buffer, at: number, isFirst: boolean): number {
    const end = Math.min(chunk.length, at + this.#missing);
    this.#missing -= end - at;
    this.sink.payload(chunk, at, end, isFirst);
    return end;
  }

  #begin(chunk: Buffer, at: number): number {
    const { header, start } = this.#headerAt(chunk, at);
    const lengthBytes = header.length < 2 ? 0 : ({ [LENGTH_16]: 2, [LENGTH_64]: 8 }[header[1]] ?? 0);
    if (header.length < 2 + lengthBytes) {
      this.#header = Buffer.from(header);
      return chunk.length;
    }
    if (lengthBytes === 0) this.#missing = header[1];
    else this.#missing = lengthBytes === 2 ? header.readUInt16BE(2) : header.readUIntBE(4, 6);
    this.#header = Buffer.alloc(0);
    const payloadAt = start + 2 + lengthBytes;
    return this.#missing > 0 && payloadAt < chunk.length ? this.#pass(chunk, payloadAt, true) : payloadAt;
  }

  /** The header, which may have begun in the chunk before. */
  #headerAt(chunk: Buffer, at: number): { readonly header: Buffer; readonly start: number } {
    if (this.#header.length === 0) return { header: chunk.subarray(at, at + 10), start: at };
    return { header: Buffer.concat([this.#header, chunk.subarray(at, at + 10)]), start: at - this.#header.length };
  }
}

/** A client's text frame; its mask changes nothing. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length >= 2 ** 16) throw new Error('The frame is too long.');
  const isShort = payload.length < LENGTH_16;
  const length = isShort ? [payload.length] : [LENGTH_16, payload.length >> 8, payload.length & 0xff];
  const [first, ...others] = length;
  return Buffer.concat([Buffer.from([0x80 | OPCODE_TEXT, 0x80 | first, ...others, 0, 0, 0, 0]), payload]);
}
