import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** A turn that is noticed, and how long its pause may be. */
const [NOTICED_MS, MAX_PAUSE_MS] = [5, 100];

/** Lets long works go on one by one, each in a turn of the event loop, because their times would add up in one turn. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @param pausePerTurn pause after a turn while several works wait, as a multiple of its time */
  constructor(private readonly pausePerTurn: number) {}

  /** Waits for a turn in which no other caller goes on. */
  next(): Promise<unknown> {
    this.#waiting++;
    const turn = this.#last.then(() => nextTurn());
    this.#last = turn.then(() => this.#pause());
    return turn;
  }

  /** Begins before the caller goes on, so that it measures the caller's work. */
  async #pause(): Promise<void> {
    this.#waiting--;
    if (this.pausePerTurn === 0) return;
    const startedAt = performance.now();
    await nextTurn();
    const tookMs = performance.now() - startedAt;
    // One is the caller itself, which may need further turns.
    if (tookMs >= NOTICED_MS && this.#waiting > 1) await delay(Math.min(tookMs * this.pausePerTurn, MAX_PAUSE_MS));
  }
}

const [slices, bodies] = [new Turns(0), new Turns(2)];

/** Waits for a turn of the event loop in which no other slice of long work goes on. */
export const sliceTurn = (): Promise<unknown> => slices.next();

/**
 * Waits for a turn in which no other long body is decoded, parsed or handled. While several wait, they wait longer than the
 * work before them took, so that requests without long bodies keep most of the time.
 */
export const bodyTurn = (): Promise<unknown> => bodies.next();
