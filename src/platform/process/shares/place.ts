import type { DomainError } from '#core/errors.js';

/** Place in a share while it is held. */
export interface Place {
  /** Error for the caller when the work in this place was stopped; undefined otherwise. */
  readonly verdict: DomainError | undefined;
  /** Releases the place; further calls do nothing. */
  leave(): void;
  /** Corrects the weight once it is known. It may exceed the share; others then wait until the place is released. */
  weigh(weight: number): void;
  /** Registers a read that may be stopped when it took long and a user who used far less waits. */
  onStop(stop: () => void): void;
}
