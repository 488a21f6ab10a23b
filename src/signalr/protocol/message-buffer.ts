import { ProtocolError } from './protocol-error.js';

interface Kept<T> {
  readonly number: number;
  readonly message: T;
  readonly bytes: number;
}

/**
 * Buffer for stateful reconnect. It numbers sent messages, keeps them until they are acknowledged, counts received
 * messages, and detects duplicates after a reconnect.
 *
 * Above the limit the oldest unacknowledged messages are dropped. A connected client receives them anyway; a client
 * that loses its socket then cannot resume and must connect again.
 */
export class MessageBuffer<T> {
  readonly #kept: Kept<T>[] = [];
  #keptBytes = 0;
  #lastSent = 0;
  #lastDropped = 0;
  #nextToReceive = 1;
  #lastReceived = 0;
  #lastAcknowledged = 0;
  #waitsForSequence = false;

  constructor(private readonly maximumBytes: number) {}

  /** Numbers and keeps a message that is sent. */
  keep(message: T, bytes: number): void {
    this.#kept.push({ number: ++this.#lastSent, message, bytes });
    this.#keptBytes += bytes;
    while (this.#keptBytes > this.maximumBytes) this.#lastDropped = this.#drop();
  }

  /** Handles an acknowledgement: the client has received everything up to `number`. */
  acknowledge(number: number): void {
    while (this.#kept.length > 0 && this.#kept[0].number <= number) this.#drop();
    if (number >= this.#lastDropped) this.#lastDropped = 0;
  }

  /** True while all messages that the client may lack are kept. */
  get canResume(): boolean {
    return this.#lastDropped === 0;
  }

  /**
   * Resumes on a new socket: send a Sequence with `next`, then `messages`. Ignores input until the client's Sequence.
   */
  resume(): { readonly next: number; readonly messages: readonly T[] } {
    this.#waitsForSequence = true;
    const next = this.#kept.length > 0 ? this.#kept[0].number : this.#lastSent + 1;
    return { next, messages: this.#kept.map(({ message }) => message) };
  }

  /** True while messages are ignored because the client's Sequence has not arrived. */
  get waitsForSequence(): boolean {
    return this.#waitsForSequence;
  }

  /** Counts a received numbered message. @returns false for a duplicate */
  receive(): boolean {
    const number = this.#nextToReceive++;
    if (number <= this.#lastReceived) return false;
    this.#lastReceived = number;
    return true;
  }

  /** Handles the client's Sequence. @throws {ProtocolError} when it skips messages that never arrived */
  sequence(number: number): void {
    if (number > this.#nextToReceive) throw new ProtocolError('a Sequence beyond what was received');
    this.#waitsForSequence = false;
    this.#nextToReceive = number;
    this.#lastAcknowledged = Math.min(this.#lastAcknowledged, number - 1);
  }

  /** Number to acknowledge; `undefined` when nothing new has arrived. Called at most once a second. */
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
