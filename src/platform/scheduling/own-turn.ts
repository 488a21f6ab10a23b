import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other caller of this function goes on: work that takes long enough to be
 * noticed would otherwise add up when many such requests arrive at once.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}
