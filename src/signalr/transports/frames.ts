import type { TransferFormat } from '../protocol/hub-protocol.js';

const FINAL = 0x80;
const OPCODES: Readonly<Record<TransferFormat, number>> = { Text: 1, Binary: 2 };
/** Greatest payload lengths of a header without an extended length, and with one of two bytes; others take eight. */
const SHORT = 125;
const MIDDLE = 65_535;

/**
 * Builds WebSocket frames of a server. A broadcast writes the same pieces to one client after the other, so the last
 * frame is cached and built once.
 *
 * `Sender.frame` of `ws` is not used: its type declarations lack `Sender`, and it takes one payload, so that several
 * pieces would have to be copied twice.
 */
export class Frames {
  #pieces: readonly Buffer[] = [];
  #format: TransferFormat | undefined;
  #frame: Buffer = Buffer.alloc(0);

  /** Frames all pieces as one message. */
  of(pieces: readonly Buffer[], format: TransferFormat): Buffer {
    if (format !== this.#format || !isSame(pieces, this.#pieces)) {
      this.#frame = build(pieces, OPCODES[format]);
      this.#pieces = pieces;
      this.#format = format;
    }
    return this.#frame;
  }
}

function isSame(some: readonly Buffer[], others: readonly Buffer[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false;
  return true;
}

function build(pieces: readonly Buffer[], opcode: number): Buffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return Buffer.concat([headerOf(length, FINAL | opcode), ...pieces]);
}

function headerOf(length: number, first: number): Buffer {
  if (length <= SHORT) return Buffer.from([first, length]);
  const isMiddle = length <= MIDDLE;
  const header = Buffer.alloc(isMiddle ? 4 : 10);
  header[0] = first;
  header[1] = isMiddle ? SHORT + 1 : SHORT + 2;
  if (isMiddle) header.writeUInt16BE(length, 2);
  else header.writeUIntBE(length, 4, 6);
  return header;
}
