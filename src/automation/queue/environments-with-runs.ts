/** Time after its due time within which a run is visible, unless its transaction took long. */
const VISIBLE_WITHIN_MS = 2_000;

/** Finding of a claim in one environment. */
export interface SeenEnvironment {
  readonly id: string;
  /** Due times of the runs that were claimed, the first ones among those due. */
  readonly dueMs: readonly number[];
  /** False where more runs may be due than the claim has looked at. */
  readonly isRead: boolean;
}

/** Environments that have runs in the queue, each with a time before which none of its runs is due, for the next claim. */
export class EnvironmentsWithRuns {
  #since = new Map<string, number>();

  get ids(): readonly string[] {
    return [...this.#since.keys()];
  }

  /** Of each environment, in milliseconds of the database's clock. */
  get sinceMs(): readonly number[] {
    return [...this.#since.values()];
  }

  /** Notes a claim. @param atMs its time by the database's clock */
  note(atMs: number, seen: readonly SeenEnvironment[]): void {
    for (const { id, dueMs, isRead } of seen) {
      const none = isRead ? Infinity : (this.#since.get(id) ?? 0);
      this.#since.set(id, Math.min(dueMs.length > 0 ? Math.min(...dueMs) : none, atMs - VISIBLE_WITHIN_MS));
    }
  }

  /** Forgets the environments that a claim of all did not find. */
  keepOnly(ids: ReadonlySet<string>): void {
    this.#since = new Map([...this.#since].filter(([id]) => ids.has(id)));
  }
}
