import { DomainError } from '#core/errors.js';
import type { Steps } from '#core/steps.js';
import { sliceTurn } from './turns.js';

/** Milliseconds of work after which the event loop is yielded. */
const SLICE_MS = 8;

/** Divides long work into time slices, and ends it at its timeout. */
export class TimeSlicer {
  readonly #endsAt: number;
  #sliceBeganAt = performance.now();

  /**
   * @param tooLong message of the error after the timeout
   * @param turn waits for the turn of the next slice
   */
  constructor(
    timeoutMs: number,
    private readonly tooLong = `The call took longer than ${timeoutMs} ms. Nothing was stored; send fewer rows at once.`,
    private readonly turn: () => Promise<unknown> = sliceTurn,
  ) {
    this.#endsAt = this.#sliceBeganAt + timeoutMs;
  }

  /** Yields the event loop when the current slice is over. Called often. @throws {DomainError} QueryTimeout */
  async yieldIfDue(): Promise<void> {
    if (this.isDue()) await this.nextSlice();
  }

  /** True when the current slice is over. @throws {DomainError} QueryTimeout */
  isDue(): boolean {
    const now = performance.now();
    if (now > this.#endsAt) throw new DomainError({ code: 'QueryTimeout', message: this.tooLong });
    return now - this.#sliceBeganAt >= SLICE_MS;
  }

  /** Yields the event loop until the turn of the next slice. */
  async nextSlice(): Promise<void> {
    await this.turn();
    this.#sliceBeganAt = performance.now();
  }

  /** Executes steps in time slices. What they read must not change. @throws {DomainError} QueryTimeout */
  async execute<T>(steps: Steps<T>): Promise<T> {
    let step = steps.next();
    for (; !step.done; step = steps.next()) if (this.isDue()) await this.nextSlice();
    return step.value;
  }
}

/** Executes steps in time slices, so that others are served meanwhile. What the steps read must not change. */
export const inSlices = <T>(steps: Steps<T>, turn?: () => Promise<unknown>): Promise<T> =>
  new TimeSlicer(Infinity, undefined, turn).execute(steps);
