import { setTimeout as delay } from 'node:timers/promises';

/**
 * Executes a call once for all callers who ask for it at the same time. Callers who ask while it runs share the next one, so
 * that none gets what was true before it asked.
 */
export class JointCall<T> {
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;
  #beganAt = -Infinity;

  /** @param intervalMs least time between the beginnings of two calls */
  constructor(
    private readonly call: () => Promise<T>,
    private readonly intervalMs = 0,
  ) {}

  /** Returns the result of a call that begins now or later. */
  ask(): Promise<T> {
    if (this.#next) return this.#next;
    const waitMs = this.#beganAt + this.intervalMs - performance.now();
    if (!this.#running && waitMs <= 0) return this.#begin();
    this.#next = this.#after(waitMs);
    return this.#next;
  }

  async #after(waitMs: number): Promise<T> {
    await Promise.allSettled([this.#running, waitMs > 0 ? delay(waitMs) : undefined]);
    return this.#begin();
  }

  #begin(): Promise<T> {
    this.#next = undefined;
    this.#beganAt = performance.now();
    const running = this.call();
    this.#running = running;
    const end = (): void => {
      if (this.#running === running) this.#running = undefined;
    };
    running.then(end, end);
    return running;
  }
}
