import type { Place } from './place.js';

/** Request that waits for a place. */
export interface Waiter {
  readonly weight: number;
  readonly sinceMs: number;
  readonly enter: (place: Place) => void;
  readonly refuse: (reason: unknown) => void;
}
