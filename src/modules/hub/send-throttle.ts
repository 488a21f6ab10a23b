import { setImmediate as turn } from 'node:timers/promises';

/** How long one turn of the event loop tells: requests must not wait for all that many clients hear. */
const SLICE_MS = 4;
/** After so many messages those before must be on their way: what waits for a client that reads stays far below its limit. */
const MESSAGES = 250;

/** Keeps whoever tells many things to many clients from taking the event loop, and from being faster than it can write. */
export class SendThrottle {
  #messages = 0;
  #sinceMs = 0;

  /** @param written waits until everything so far was written to the clients' sockets */
  constructor(private readonly written: () => Promise<void>) {}

  /** Something was told. @returns what to wait for before the next is */
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
