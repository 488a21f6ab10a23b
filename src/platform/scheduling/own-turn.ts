import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** A turn that is noticed, and how long its pause may be. */
const [NOTICED_MS, MAX_PAUSE_MS] = [5, 100];
/** Pause after a turn, as a multiple of its time: what is left to all other work. */
const PAUSE_PER_TURN = 2;

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other caller of this function goes on: work that takes long enough to be
 * noticed would otherwise add up when many such requests arrive at once. After such work callers wait longer than it took,
 * so that requests without any keep most of the time.
 */
export function ownTurn(): Promise<unknown> {
  const turn = last.then(() => nextTurn());
  last = turn.then(pauseAfterTurn);
  return turn;
}

/** Begins before the caller goes on, so that it measures the caller's work. */
async function pauseAfterTurn(): Promise<void> {
  const startedAt = performance.now();
  await nextTurn();
  const tookMs = performance.now() - startedAt;
  if (tookMs >= NOTICED_MS) await delay(Math.min(tookMs * PAUSE_PER_TURN, MAX_PAUSE_MS));
}
