/** Counts work that must end before the process stops: request handlers, and writes that outlive their request. */
export class Drain {
  #running = 0;
  #untilMs: number | undefined;
  #whenIdle: (() => void) | undefined;

  /** True when the process is about to stop: readiness fails, and connections are not kept alive. */
  get isDraining(): boolean {
    return this.#untilMs !== undefined;
  }

  /** Starts the drain. @param graceMs grace period for the work, from now on */
  begin(graceMs: number): void {
    this.#untilMs = performance.now() + graceMs;
  }

  /** Runs `work`, counts it until it settles, and returns its result. */
  async track<T>(work: () => T | Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      if (--this.#running === 0) this.#whenIdle?.();
    }
  }

  /** Waits for the work. @returns true when all of it settled within the grace period */
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
