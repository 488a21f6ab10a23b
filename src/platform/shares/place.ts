import type { DomainError } from '../../core/errors.js';

/** A share's place while somebody holds it. */
export interface Place {
  /** Why the work in this place was stopped; undefined while it was not. Its caller gets this error. */
  readonly verdict: DomainError | undefined;
  /** Gives the place back; again does nothing. */
  leave(): void;
  /** Corrects the weight to what it turned out to be. It may exceed the share; then others wait until it is given back. */
  weigh(weight: number): void;
  /** Lets the work be stopped when it took long and a user who used far less waits. Only for work that changes nothing. */
  onStop(stop: () => void): void;
}
