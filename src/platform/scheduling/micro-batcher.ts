/** So many runs are under way at once before others wait; one alone would leave the database idle between two. */
const IN_FLIGHT = 2;
/** A longer statement would make its first caller wait for the last. */
const MAX_TOGETHER = 64;
/** Whoever waits does not wait longer for runs that are stuck behind a lock. */
const PATIENCE_MS = 25;

/** What calls that share their turns do. */
export interface BatchWork<Item, Result> {
  single(item: Item): Promise<Result>;
  /** All of them or none. @returns the results in the order of the items */
  batch(items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether a failure of `together` certainly left nothing behind, so that each may run alone. */
  leftNothing(error: unknown): boolean;
}

interface Call<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls run at once while few are under way; those that arrive meanwhile run together as soon as one of these is over. */
export class MicroBatcher<Item, Result> {
  #inFlight = 0;
  #waiting: Call<Item, Result>[] = [];
  #patience: NodeJS.Timeout | undefined;

  constructor(private readonly work: BatchWork<Item, Result>) {}

  /** @throws what `work` throws for this item */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#inFlight < IN_FLIGHT) this.#start();
      else this.#patience ??= setTimeout(() => this.#start(), PATIENCE_MS);
    });
  }

  #start(): void {
    clearTimeout(this.#patience);
    const calls = this.#waiting.splice(0, MAX_TOGETHER);
    this.#patience = this.#waiting.length > 0 ? setTimeout(() => this.#start(), PATIENCE_MS) : undefined;
    void this.#runAll(calls);
  }

  async #runAll(calls: readonly Call<Item, Result>[]): Promise<void> {
    this.#inFlight++;
    if (calls.length === 1 || !(await this.#haveRun(calls))) await this.#eachAlone(calls);
    this.#inFlight--;
    if (this.#waiting.length > 0 && this.#inFlight < IN_FLIGHT) this.#start();
  }

  /** Runs calls together. @returns false when each is still to be run alone */
  async #haveRun(calls: readonly Call<Item, Result>[]): Promise<boolean> {
    try {
      const results = await this.work.batch(calls.map(({ item }) => item));
      calls.forEach(({ resolve }, i) => resolve(results[i]));
    } catch (error) {
      if (this.work.leftNothing(error)) return false;
      for (const { reject } of calls) reject(error);
    }
    return true;
  }

  async #eachAlone(calls: readonly Call<Item, Result>[]): Promise<void> {
    await Promise.all(calls.map(({ item, resolve, reject }) => this.work.single(item).then(resolve, reject)));
  }
}
