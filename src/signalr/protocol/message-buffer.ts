import { ProtocolError } from './protocol-error.js';

interface Kept<T> {
  readonly number: number;
  readonly message: T;
  readonly bytes: number;
}

/**
 * The book-keeping of stateful reconnect: numbers what is sent and keeps it until it is acknowledged, counts what is
 * received, and tells duplicates after a reconnect.
 *
 * When more than the limit is unacknowledged, the oldest is forgotten. A client that is there receives it anyway; one
 * that lost its socket cannot resume then, and connects anew.
 */
export class MessageBuffer<T> {
  readonly #kept: Kept<T>[] = [];
  #keptBytes = 0;
  #lastSent = 0;
  #lastForgotten = 0;
  #nextToReceive = 1;
  #lastReceived = 0;
  #lastAcknowledged = 0;
  #waitsForSequence = false;

  constructor(private readonly maximumBytes: number) {}

  /** Numbers a message that is sent. */
  keep(message: T, bytes: number): void {
    this.#kept.push({ number: ++this.#lastSent, message, bytes });
    this.#keptBytes += bytes;
    while (this.#keptBytes > this.maximumBytes) this.#lastForgotten = this.#drop();
  }

  /** The other side has everything up to `number`. */
  acknowledge(number: number): void {
    while (this.#kept.length > 0 && this.#kept[0].number <= number) this.#drop();
    if (number >= this.#lastForgotten) this.#lastForgotten = 0;
  }

  /** Whether nothing that the other side may lack has been forgotten. */
  get canResume(): boolean {
    return this.#lastForgotten === 0;
  }

  /** A new socket: what has to be sent again, after a Sequence with `next`; until the other's Sequence, nothing counts. */
  resume(): { readonly next: number; readonly messages: readonly T[] } {
    this.#waitsForSequence = true;
    const next = this.#kept.length > 0 ? this.#kept[0].number : this.#lastSent + 1;
    return { next, messages: this.#kept.map(({ message }) => message) };
  }

  /** Whether messages are dropped because the other side has not told yet where it goes on. */
  get waitsForSequence(): boolean {
    return this.#waitsForSequence;
  }

  /** Counts a numbered message that arrived. @returns whether it is new. */
  receive(): boolean {
    const number = this.#nextToReceive++;
    if (number <= this.#lastReceived) return false;
    this.#lastReceived = number;
    return true;
  }

  /** The other side's Sequence. @throws {ProtocolError} when it skips messages that never arrived. */
  sequence(number: number): void {
    if (number > this.#nextToReceive) throw new ProtocolError('a Sequence beyond what was received');
    this.#waitsForSequence = false;
    this.#nextToReceive = number;
    this.#lastAcknowledged = Math.min(this.#lastAcknowledged, number - 1);
  }

  /** @returns the number to acknowledge, if there is anything new; asked at most once a second. */
  acknowledgement(): number | undefined {
    if (this.#lastReceived === this.#lastAcknowledged) return undefined;
    this.#lastAcknowledged = this.#lastReceived;
    return this.#lastReceived;
  }

  #drop(): number {
    const { number, bytes } = this.#kept.shift()!;
    this.#keptBytes -= bytes;
    return number;
  }
}
