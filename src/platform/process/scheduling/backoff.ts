/** Waits before further attempts: each failure multiplies them, up to a limit. */
export class Backoff {
  readonly #growth: number;
  readonly #jitter: number;

  /**
   * @param options `growth` by each failure, 2 unless given; `jitter` is the part of a wait that is random, so that those who
   *   failed together do not come back together
   */
  constructor(
    readonly firstMs: number,
    readonly longestMs: number,
    { growth = 2, jitter = 0 } = {},
  ) {
    this.#growth = growth;
    this.#jitter = jitter;
  }

  /**
   * Milliseconds to wait.
   * @param failures in a row, from 1
   * @param random from 0 to 1
   */
  after(failures: number, random = Math.random()): number {
    const longestMs = Math.min(this.firstMs * this.#growth ** (failures - 1), this.longestMs);
    return longestMs * (1 - this.#jitter * (1 - random));
  }
}

/** Between attempts of a request that others have disturbed: by their writes, or by changes of definitions. */
export const REPEAT = new Backoff(10, 1_000, { jitter: 1 / 2 });
