/** Least and most time between two looks at all environments: most for runs whose signal was lost. */
const [EVERY_MS, MOST_MS] = [500, 1_500];
/** Looks take at most these shares of the time: without news, and with news of runs. */
const [SHARE, SHARE_OF_NEWS] = [1 / 200, 1 / 20];

/**
 * Paces looks at all environments. They cost what is left of ended runs, which is much while a long transaction keeps it
 * from being removed.
 */
export class ScanInterval {
  #endedMs = -Infinity;
  #tookMs = 0;

  /** Notes a look. */
  note(beganMs: number, endedMs: number): void {
    this.#endedMs = endedMs;
    this.#tookMs = endedMs - beganMs;
  }

  /** True when the next look is due. @param hasNews whether runs may have been added to other environments */
  isDue(nowMs: number, hasNews: boolean): boolean {
    const pauseMs = hasNews ? this.#tookMs / SHARE_OF_NEWS : Math.max(EVERY_MS, this.#tookMs / SHARE);
    return nowMs - this.#endedMs >= Math.min(pauseMs, MOST_MS);
  }
}
