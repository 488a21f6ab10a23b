/** Counts work that must not be cut off when the process stops: request handlers, and writes that outlive theirs. */
export class Drain {
  #running = 0;
  #draining = false;
  #whenIdle: (() => void) | undefined;

  /** The process is about to stop: readiness says no, and connections are not kept alive. */
  get isDraining(): boolean {
    return this.#draining;
  }

  begin(): void {
    this.#draining = true;
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

  /** @returns whether all work had settled before `graceMs` was over. */
  async idle(graceMs: number): Promise<boolean> {
    if (this.#running === 0) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), graceMs);
      this.#whenIdle = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
