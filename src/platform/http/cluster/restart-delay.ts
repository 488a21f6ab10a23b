import { Backoff } from '#platform/process/scheduling/backoff.js';

const RESTART = new Backoff(100, 30_000);
/** Life span after which the back-off is reset: the end of such a worker has nothing to do with its start. */
const STEADY_MS = 60_000;

/** Exponential restart back-off for a worker, reset after a minute of service. */
export class RestartDelay {
  #shortLives = 0;

  /** Milliseconds to wait before the next start. @param livedMs life span of the worker that ended */
  after(livedMs: number): number {
    this.#shortLives = livedMs < STEADY_MS ? this.#shortLives + 1 : 0;
    return RESTART.after(this.#shortLives + 1);
  }
}
