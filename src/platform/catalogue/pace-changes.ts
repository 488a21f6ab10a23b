import { Injectable } from '@nestjs/common';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Pause after a change, as a multiple of its time, and the longest pause. */
const [PAUSE_PER_CHANGE, LONGEST_PAUSE_MS] = [9, 2_000];
/** Interval at which a pause looks whether others use the event loop, and the share of it from which they do. */
const [LOOK_MS, IN_USE] = [10, 0.2];

/**
 * Leaves nine tenths of this node to other requests while definitions are changed all the time: after its commit a change
 * is answered late while others use the event loop (decision 0389).
 */
@Injectable()
export class PaceChanges {
  #pausedUntil = 0;

  /** Runs the part of a change that takes the time of the node. */
  async timed<T>(change: () => Promise<T>): Promise<T> {
    const beganAt = performance.now();
    try {
      return await change();
    } finally {
      const now = performance.now();
      const pause = Math.min(PAUSE_PER_CHANGE * (now - beganAt), LONGEST_PAUSE_MS);
      this.#pausedUntil = Math.max(now, this.#pausedUntil) + pause;
    }
  }

  /** Waits for the pauses of all changes up to now, at most the longest, or until nobody else uses the event loop. */
  async pause(): Promise<void> {
    const until = Math.min(this.#pausedUntil, performance.now() + LONGEST_PAUSE_MS);
    while (performance.now() < until) {
      const before = performance.eventLoopUtilization();
      await delay(LOOK_MS);
      if (performance.eventLoopUtilization(before).utilization >= IN_USE) continue;
      this.#pausedUntil = 0;
      return;
    }
  }
}
