import type { HeldPlace } from './held-place.js';
import type { UserState } from './parties.js';

/** A read is stopped only when it took longer. */
const LONG_READ_MS = 1_000;

/** Reads that may be stopped, the oldest first. */
export class LongReads {
  readonly #reads = new Set<HeldPlace>();

  add(read: HeldPlace): void {
    this.#reads.add(read);
  }

  delete(read: HeldPlace): void {
    this.#reads.delete(read);
  }

  /** The longest read of the user who used most, and more than `user`. */
  heaviest(user: UserState, isCandidate: (read: HeldPlace) => boolean, now: number): HeldPlace | undefined {
    let heaviest: HeldPlace | undefined;
    let mostMs = user.use.usedMs(now);
    for (const read of this.#reads) {
      const usedMs = read.user.use.usedMs(now);
      if (usedMs <= mostMs || now - read.sinceMs < LONG_READ_MS || !isCandidate(read)) continue;
      heaviest = read;
      mostMs = usedMs;
    }
    return heaviest;
  }
}
