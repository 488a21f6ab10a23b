import type { ShareClock } from '#platform/process/shares/share-settings.js';

interface Event {
  readonly atMs: number;
  readonly run: () => void;
}

/** A clock that jumps to the next event. */
export class SimulatedClock implements ShareClock {
  #nowMs = 0;
  #events: Event[] = [];

  now(): number {
    return this.#nowMs;
  }

  after(ms: number, run: () => void): void {
    const event = { atMs: this.#nowMs + ms, run };
    const at = this.#events.findLastIndex(({ atMs }) => atMs <= event.atMs);
    this.#events.splice(at + 1, 0, event);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  every(ms: number, run: () => void): () => void {
    let isOver = false;
    const again = (): void => {
      if (isOver) return;
      run();
      this.after(ms, again);
    };
    this.after(ms, again);
    return () => {
      isOver = true;
    };
  }

  /** Advances the time; after each event, promises that it settled continue. */
  async pass(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    await settled();
    while (this.#events.length > 0 && this.#events[0].atMs <= endMs) {
      const [event] = this.#events.splice(0, 1);
      this.#nowMs = event.atMs;
      event.run();
      await settled();
    }
    this.#nowMs = endMs;
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
