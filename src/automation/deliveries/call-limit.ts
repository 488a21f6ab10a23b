interface Waiting {
  readonly key: string;
  readonly enter: () => void;
}

/**
 * Lets a number of calls run at once, and fewer with one key. Further ones wait for their turn, first come, first served
 * among those that may run.
 */
export class CallLimit {
  readonly #byKey = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #underWay = 0;

  constructor(
    private readonly atOnce: number,
    private readonly perKey: number,
  ) {}

  async perform<T>(key: string, call: () => Promise<T>): Promise<T> {
    if (this.#mayRun(key)) this.#count(key, 1);
    else await new Promise<void>((enter) => void this.#waiting.push({ key, enter }));
    try {
      return await call();
    } finally {
      this.#count(key, -1);
      this.#admit();
    }
  }

  #mayRun(key: string): boolean {
    return this.#underWay < this.atOnce && (this.#byKey.get(key) ?? 0) < this.perKey;
  }

  #count(key: string, change: number): void {
    this.#underWay += change;
    const left = (this.#byKey.get(key) ?? 0) + change;
    if (left === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, left);
  }

  /** A call that has ended makes room for one. */
  #admit(): void {
    const next = this.#waiting.findIndex(({ key }) => this.#mayRun(key));
    if (next === -1) return;
    const [{ key, enter }] = this.#waiting.splice(next, 1);
    this.#count(key, 1);
    enter();
  }
}
