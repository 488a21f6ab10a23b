const FIRST_MS = 100;
const LONGEST_MS = 30_000;
/** A worker that served for so long did not end because it was started. */
const STEADY_MS = 60_000;

/** Decides when the next worker starts in the place of one that ended: the later, the more have ended soon. */
export class RestartDelay {
  #shortLives = 0;

  /** @param livedMs how long the worker lived */
  after(livedMs: number): number {
    this.#shortLives = livedMs < STEADY_MS ? this.#shortLives + 1 : 0;
    return Math.min(FIRST_MS * 2 ** this.#shortLives, LONGEST_MS);
  }
}
