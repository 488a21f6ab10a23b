import type { Backoff } from './backoff.js';
import { Outage, type OutageLogger } from './outage.js';
import { WakeSignal } from './wake-signal.js';

/** Settings of a loop. */
interface LoopOptions {
  /** Longest pause where the work names none, and after a failure without `retry`. */
  readonly pauseMs: number;
  /** Pauses after failures in a row. */
  readonly retry?: Backoff;
  /** Takes the first failure of the work in a row, and their end. */
  readonly logger: OutageLogger;
  /** Ends a pause early; the loop makes its own unless given. */
  readonly signal?: WakeSignal;
}

/** Repeats work until it is stopped, after a pause or as soon as it is woken. */
export class Loop {
  /** Failures of the work; work that goes on for long ends it when it has begun well. */
  readonly outage: Outage;
  readonly #stop = new AbortController();
  readonly #signal: WakeSignal;
  #running: Promise<void> | undefined;

  /** @param work resolves to the longest pause after it in milliseconds: 0 for none, Infinity until it is woken */
  constructor(
    private readonly work: (stop: AbortSignal) => Promise<number | void>,
    private readonly options: LoopOptions,
  ) {
    this.#signal = options.signal ?? new WakeSignal();
    this.outage = new Outage(options.logger);
  }

  /** @param afterMs longest pause before the first time */
  start(afterMs = 0): void {
    this.#running ??= this.#repeat(afterMs);
  }

  wake(): void {
    this.#signal.wake();
  }

  /** Waits for the work under way, which gets the signal. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#signal.wake();
    await this.#running;
  }

  async #repeat(afterMs: number): Promise<void> {
    const { signal: stop } = this.#stop;
    for (let pauseMs = afterMs; ; pauseMs = await this.#workOnce(stop)) {
      if (pauseMs > 0) await this.#signal.wait(pauseMs);
      if (stop.aborted) return;
    }
  }

  async #workOnce(stop: AbortSignal): Promise<number> {
    try {
      const pauseMs = (await this.work(stop)) ?? this.options.pauseMs;
      this.outage.end();
      return pauseMs;
    } catch (error) {
      this.outage.fail(error);
      return this.options.retry?.after(this.outage.failures) ?? this.options.pauseMs;
    }
  }
}
