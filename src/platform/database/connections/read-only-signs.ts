/** Least time between two replacements of all connections, so that a server that stays read-only serves reads meanwhile. */
const REPLACE_EVERY_MS = 1_000;

/**
 * Signs that the server accepts no writes. Connections that were opened before the last one are replaced: after a failover
 * a router may have led them to the former primary, and would never move them.
 */
export class ReadOnlySigns {
  #lastMs = -Infinity;

  /** Notes a sign: a statement that was refused for it, or the answer of a probe. */
  note(): void {
    const now = performance.now();
    if (now - this.#lastMs >= REPLACE_EVERY_MS) this.#lastMs = now;
  }

  /** True when a connection has to be replaced. @param openedMs time by the monotonic clock at which it was opened */
  outdate(openedMs: number): boolean {
    return openedMs <= this.#lastMs;
  }
}
