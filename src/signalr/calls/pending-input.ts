import { ProtocolError } from '../protocol/protocol-error.js';

/**
 * Multiple of the limit that may arrive after reading was paused, because the socket had read it, such as a large
 * frame.
 */
const OVERSHOOT = 32;

/** Counts the bytes of unhandled input from a client, and pauses reading above the limit. */
export class PendingInput {
  #bytes = 0;
  #exempt = 0;
  #waiting: (() => void) | undefined;
  #hold: Promise<void> | undefined;

  constructor(private readonly maximumBytes: number) {}

  /** Counts new input. @throws {ProtocolError} when far more than the limit has arrived */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.maximumBytes * OVERSHOOT) throw new ProtocolError('too much unhandled input');
  }

  handled(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes <= this.maximumBytes / 2) this.release();
  }

  /** Runs `work`, which waits for an answer of the client, without pausing. */
  async exempt<T>(work: Promise<T>): Promise<T> {
    this.#exempt++;
    this.release();
    try {
      return await work;
    } finally {
      this.#exempt--;
    }
  }

  /** True while reading from the client is paused. */
  get isHeld(): boolean {
    return this.#hold !== undefined;
  }

  /** Applies back-pressure. @returns a promise to wait for before more is read; `undefined` when there is room */
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
