import { setImmediate as turn } from 'node:timers/promises';

/** Time slice of sending in one turn of the event loop, so that requests do not wait for large broadcasts. */
const SLICE_MS = 4;
/** Flush after this many messages; the buffer of a reading client stays far below its limit. */
const MESSAGES = 250;

/** Throttles broadcasts, so that they neither block the event loop nor outrun the sockets. */
export class SendThrottle {
  #messages = 0;
  #sinceMs = 0;

  /** @param written waits until all messages so far are written to the clients' sockets. */
  constructor(private readonly written: () => Promise<void>) {}

  /** Counts a sent message; returns a promise if the next one must wait. */
  next(): Promise<void> | undefined {
    if (++this.#messages >= MESSAGES) return this.#rest(this.written);
    return performance.now() - this.#sinceMs < SLICE_MS ? undefined : this.#rest(turn);
  }

  async #rest(wait: () => Promise<unknown>): Promise<void> {
    if (wait === this.written) this.#messages = 0;
    await wait();
    this.#sinceMs = performance.now();
  }
}
