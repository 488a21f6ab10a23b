import { unavailable } from '../../platform/database/database.errors.js';

/** Lets so many calls run at once; others wait for a while. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(
    count: number,
    private readonly waitMs: number,
  ) {
    this.#free = count;
  }

  /** @throws {DomainError} Unavailable when no turn came in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) return void this.#free--;
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(unavailable('Too many bulk inserts run at once.'));
      }, this.waitMs);
      this.#waiting.push(begin);
    });
  }
}
