import type { HeldPlace } from './held-place.js';
import type { UserState } from './parties.js';

/** A read is stopped only when it took longer. */
const LONG_READ_MS = 1_000;
/** A user's read is stopped only for users who used less than this part of what that user used. */
const FAR_LESS = 1 / 4;

/** Reads that may be stopped, the oldest first. */
export class LongReads {
  readonly #reads = new Set<HeldPlace>();

  add(read: HeldPlace): void {
    this.#reads.add(read);
  }

  delete(read: HeldPlace): void {
    this.#reads.delete(read);
  }

  /** The longest read of the user who used most, where `user` used far less. */
  heaviest(user: UserState, isCandidate: (read: HeldPlace) => boolean, now: number): HeldPlace | undefined {
    let heaviest: HeldPlace | undefined;
    let mostMs = user.use.usedMs(now) / FAR_LESS;
    for (const read of this.#reads) {
      const usedMs = read.user.use.usedMs(now);
      if (usedMs <= mostMs || now - read.sinceMs < LONG_READ_MS || !isCandidate(read)) continue;
      heaviest = read;
      mostMs = usedMs;
    }
    return heaviest;
  }
}
