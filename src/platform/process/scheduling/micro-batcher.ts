/** Maximum of runs under way before calls wait; with one the database would idle between two runs. */
const MAX_IN_FLIGHT = 2;
/** Maximum of calls per batch; in a larger one the first caller would wait for the last. */
const MAX_BATCH = 64;
/** Timeout in milliseconds after which waiting calls start although runs are stuck, as behind a lock. */
const MAX_WAIT_MS = 25;

/** Work of calls that may be batched. */
export interface BatchWork<Item, Result> {
  single(item: Item): Promise<Result>;
  /** Executes all items or none. @returns the results in the order of the items */
  batch(items: readonly Item[]): Promise<readonly Result[]>;
  /** Tells whether a failed batch certainly left nothing behind, so that each item may run alone. */
  isRolledBack(error: unknown): boolean;
  /** The consumer that an item belongs to: where more wait than a batch takes, consumers take turns. Absent: all are of one. */
  consumerOf?(item: Item): unknown;
}

interface Call<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs calls at once while few are under way; calls that arrive meanwhile run as one batch when one of those has ended. */
export class MicroBatcher<Item, Result> {
  #inFlight = 0;
  #waiting: Call<Item, Result>[] = [];
  #timeout: NodeJS.Timeout | undefined;

  constructor(private readonly work: BatchWork<Item, Result>) {}

  /** @throws what `work` throws for this item */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#inFlight < MAX_IN_FLIGHT) this.#start();
      else this.#timeout ??= setTimeout(() => this.#start(), MAX_WAIT_MS);
    });
  }

  #start(): void {
    clearTimeout(this.#timeout);
    if (this.#waiting.length > MAX_BATCH && this.work.consumerOf) this.#waiting = this.#inTurns(this.#waiting);
    const calls = this.#waiting.splice(0, MAX_BATCH);
    this.#timeout = this.#waiting.length > 0 ? setTimeout(() => this.#start(), MAX_WAIT_MS) : undefined;
    void this.#flush(calls);
  }

  /** The calls with the first one of each consumer first, then the second ones, and so on. */
  #inTurns(calls: readonly Call<Item, Result>[]): Call<Item, Result>[] {
    const turns = new Map<unknown, number>();
    const placed = calls.map((call) => {
      const consumer = this.work.consumerOf!(call.item);
      const turn = turns.get(consumer) ?? 0;
      turns.set(consumer, turn + 1);
      return { call, turn };
    });
    return placed.toSorted((a, b) => a.turn - b.turn).map(({ call }) => call);
  }

  async #flush(calls: readonly Call<Item, Result>[]): Promise<void> {
    this.#inFlight++;
    if (calls.length === 1 || !(await this.#ranAsBatch(calls))) await this.#runEach(calls);
    this.#inFlight--;
    if (this.#waiting.length > 0 && this.#inFlight < MAX_IN_FLIGHT) this.#start();
  }

  /** Runs calls as one batch. @returns false when each is still to be run alone */
  async #ranAsBatch(calls: readonly Call<Item, Result>[]): Promise<boolean> {
    try {
      const results = await this.work.batch(calls.map(({ item }) => item));
      calls.forEach(({ resolve }, i) => resolve(results[i]));
    } catch (error) {
      if (this.work.isRolledBack(error)) return false;
      for (const { reject } of calls) reject(error);
    }
    return true;
  }

  async #runEach(calls: readonly Call<Item, Result>[]): Promise<void> {
    await Promise.all(calls.map(({ item, resolve, reject }) => this.work.single(item).then(resolve, reject)));
  }
}
