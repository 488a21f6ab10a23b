import { ProtocolError } from '../protocol/protocol-error.js';

/** How many times the limit may arrive after reading was stopped: what a socket had read already, such as a big frame. */
const OVERSHOOT = 32;

/** Counts what a client has sent and nobody has handled yet, and holds it back when that is too much. */
export class PendingInput {
  #bytes = 0;
  #exempt = 0;
  #waiting: (() => void) | undefined;
  #hold: Promise<void> | undefined;

  constructor(private readonly maximumBytes: number) {}

  /** @throws {ProtocolError} when a client does not stop. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.maximumBytes * OVERSHOOT) throw new ProtocolError('too much unhandled input');
  }

  handled(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes <= this.maximumBytes / 2) this.release();
  }

  /** While `work` runs nothing is held back: it waits for an answer of the client. */
  async exempt<T>(work: Promise<T>): Promise<T> {
    this.#exempt++;
    this.release();
    try {
      return await work;
    } finally {
      this.#exempt--;
    }
  }

  /** Whether the client is not being read. */
  get isHeld(): boolean {
    return this.#hold !== undefined;
  }

  /** @returns a promise to wait for before more is read; `undefined` when there is room */
  hold(): Promise<void> | undefined {
    if (this.#bytes <= this.maximumBytes || this.#exempt > 0) return undefined;
    this.#hold ??= new Promise((resolve) => (this.#waiting = resolve));
    return this.#hold;
  }

  release(): void {
    this.#waiting?.();
    this.#waiting = this.#hold = undefined;
  }
}
