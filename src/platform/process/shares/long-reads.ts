import type { HeldPlace } from './held-place.js';
import type { UserState } from './parties.js';

/** Age from which a read may be stopped. */
const LONG_READ_MS = 1_000;
/** Greatest use of a waiting user, as part of the use of the user whose read is stopped. */
const FAR_LESS = 1 / 4;

/** Reads that may be stopped, oldest first. */
export class LongReads {
  readonly #reads = new Set<HeldPlace>();

  add(read: HeldPlace): void {
    this.#reads.add(read);
  }

  delete(read: HeldPlace): void {
    this.#reads.delete(read);
  }

  /** Longest read of the user with the most use, if `user` used far less. */
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
