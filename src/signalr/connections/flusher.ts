/** Something that holds output to be written. */
interface Flushable {
  flush(): void;
}

/** How long connections are written in one turn of the event loop: a broadcast to all must not hold up requests. */
const SLICE_MS = 4;
/** After a round it rests for so many times as long as the round has worked, but no longer than this. */
const REST_PER_WORK = 2;
const LONGEST_REST_MS = 20;

/**
 * Writes queued output in rounds. What came for a client since the last round leaves as one write: while little is
 * sent, that is what one turn of the event loop produced; the more the rounds have to do, the more comes together.
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

  /** Waits until all that was added so far is written. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.add({ flush: resolve }));
  }

  #begin(): void {
    const round = this.#waiting;
    this.#waiting = [];
    if (round.length > 0) this.#write(round, 0, 0);
    else this.#isRunning = false;
  }

  /** @param from who is next @param workedMs what the round has taken so far */
  #write(round: readonly Flushable[], from: number, workedMs: number): void {
    const startedAt = performance.now();
    let [next, spentMs] = [from, 0];
    for (; next < round.length && spentMs < SLICE_MS; spentMs = performance.now() - startedAt) round[next++].flush();
    const allMs = workedMs + spentMs;
    if (next < round.length) setImmediate(() => this.#write(round, next, allMs));
    else this.#rest(Math.min(allMs * REST_PER_WORK, LONGEST_REST_MS));
  }

  #rest(restMs: number): void {
    if (restMs < 1) setImmediate(() => this.#begin());
    else setTimeout(() => this.#begin(), restMs);
  }
}
