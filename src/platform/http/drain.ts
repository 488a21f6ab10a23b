/** Counts work that must not be cut off when the process stops: request handlers, and writes that outlive theirs. */
export class Drain {
  #running = 0;
  #untilMs: number | undefined;
  #whenIdle: (() => void) | undefined;

  /** The process is about to stop: readiness says no, and connections are not kept alive. */
  get isDraining(): boolean {
    return this.#untilMs !== undefined;
  }

  /** @param graceMs how long work may go on from now on, whatever else of the process ends meanwhile. */
  begin(graceMs: number): void {
    this.#untilMs = performance.now() + graceMs;
  }

  /** Runs `work`, counts it until it settles, and gives its outcome. */
  async track<T>(work: () => T | Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      if (--this.#running === 0) this.#whenIdle?.();
    }
  }

  /** Waits for the work. @returns whether all of it had settled before the grace was over. */
  async idle(): Promise<boolean> {
    if (this.#running === 0) return true;
    const graceMs = Math.max(0, (this.#untilMs ?? 0) - performance.now());
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), graceMs);
      this.#whenIdle = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
