/** Average below which a statement counts as short. */
const SHORT_MS = 10;
/** Average of a statement that has not run yet: about a dozen short runs make it short. */
const UNKNOWN_MS = 40;
/** Average of a statement that was stopped because it took too long for a pipeline. */
const STOPPED_MS = 1_000;
/** Part of a new run in the average. */
const WEIGHT = 1 / 8;

/** Moving average of the time that a statement takes, over its runs on this node. */
export class StatementLatency {
  #averageMs = UNKNOWN_MS;

  get isShort(): boolean {
    return this.#averageMs < SHORT_MS;
  }

  /** Notes that a run was stopped: some 35 short runs make the statement short again. */
  noteStopped(): void {
    this.#averageMs = Math.max(this.#averageMs, STOPPED_MS);
  }

  /** Adds a run. */
  note(ms: number): void {
    this.#averageMs += (ms - this.#averageMs) * WEIGHT;
  }
}
