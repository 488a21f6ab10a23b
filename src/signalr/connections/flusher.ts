/** Holder of output that waits to be written. */
interface Flushable {
  flush(): void;
}

/** Time slice for writes within one iteration of the event loop, so that a broadcast does not delay requests. */
const SLICE_MS = 4;
/** Pause after a round, as a multiple of the round's work time, and its upper limit. */
const PAUSE_PER_WORK = 2;
const MAX_PAUSE_MS = 20;

/**
 * Writes queued output in rounds. Messages for a client since the last round leave as one write: under low load those
 * of one iteration of the event loop, and more of them as the load grows.
 */
export class Flusher {
  #waiting: Flushable[] = [];
  #isRunning = false;

  add(one: Flushable): void {
    this.#waiting.push(one);
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => this.#begin());
  }

  /** Waits until everything added so far has been written. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.add({ flush: resolve }));
  }

  #begin(): void {
    const round = this.#waiting;
    this.#waiting = [];
    if (round.length > 0) this.#write(round, 0, 0);
    else this.#isRunning = false;
  }

  /**
   * Writes one time slice of a round.
   *
   * @param from index of the next one
   * @param workedMs work time of the round so far
   */
  #write(round: readonly Flushable[], from: number, workedMs: number): void {
    const startedAt = performance.now();
    let [next, spentMs] = [from, 0];
    for (; next < round.length && spentMs < SLICE_MS; spentMs = performance.now() - startedAt) round[next++].flush();
    const allMs = workedMs + spentMs;
    if (next < round.length) setImmediate(() => this.#write(round, next, allMs));
    else this.#pause(Math.min(allMs * PAUSE_PER_WORK, MAX_PAUSE_MS));
  }

  #pause(pauseMs: number): void {
    if (pauseMs < 1) setImmediate(() => this.#begin());
    else setTimeout(() => this.#begin(), pauseMs);
  }
}
