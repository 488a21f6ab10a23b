import { setImmediate as others } from 'node:timers/promises';
import { DomainError } from '../../core/errors.js';

/** Milliseconds of work after which everybody else gets the event loop. */
const STRETCH_MS = 8;

/** Divides long work into short stretches, and ends it when its time is over. */
export class TimeSlicer {
  readonly #endsAt: number;
  #restedAt = performance.now();

  constructor(private readonly timeoutMs: number) {
    this.#endsAt = this.#restedAt + timeoutMs;
  }

  /** To be called often. @throws {DomainError} QueryTimeout */
  async rest(): Promise<void> {
    const now = performance.now();
    if (now > this.#endsAt) throw new DomainError({ code: 'QueryTimeout', message: this.#tooLong });
    if (now - this.#restedAt < STRETCH_MS) return;
    await others();
    this.#restedAt = performance.now();
  }

  get #tooLong(): string {
    return `The call took longer than ${this.timeoutMs} ms. Nothing was stored; send fewer rows at once.`;
  }
}
