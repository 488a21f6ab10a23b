import type { DomainError } from '#core/errors.js';
import type { UserState } from './consumers.js';
import type { Permit } from './permit.js';

/** Age from which a read may be stopped. */
const LONG_READ_MS = 1_000;
/** Greatest use of a waiting user, as part of the use of the user whose read is stopped. */
const FAR_LESS = 1 / 4;

/** Share that owns a permit. */
interface PermitOwner {
  reweigh(permit: HeldPermit, weight: number): void;
  readonly longReads: LongReads;
}

/** Permit of a fair share while it is held. */
export class HeldPermit implements Permit {
  refusal: DomainError | undefined;
  #stop: (() => void) | undefined;
  #isReleased = false;

  constructor(
    private readonly owner: PermitOwner,
    readonly user: UserState,
    public heldWeight: number,
    readonly sinceMs: number,
  ) {}

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (this.#stop !== undefined) this.owner.longReads.delete(this);
    this.owner.reweigh(this, 0);
  }

  weigh(weight: number): void {
    if (!this.#isReleased) this.owner.reweigh(this, weight);
  }

  onStop(stop: () => void): void {
    if (this.#isReleased) return;
    this.#stop = stop;
    this.owner.longReads.add(this);
  }

  /** Stops the work, which releases the permit when it has ended. */
  stop(refusal: DomainError): void {
    this.refusal = refusal;
    this.owner.longReads.delete(this);
    this.#stop?.();
  }
}

/** Reads that may be stopped, oldest first. */
export class LongReads extends Set<HeldPermit> {
  /** Longest read of the user with the most use, if `user` used far less. */
  heaviest(user: UserState, isCandidate: (read: HeldPermit) => boolean, now: number): HeldPermit | undefined {
    let heaviest: HeldPermit | undefined;
    let mostMs = user.use.usedMs(now) / FAR_LESS;
    for (const read of this) {
      const usedMs = read.user.use.usedMs(now);
      if (usedMs <= mostMs || now - read.sinceMs < LONG_READ_MS || !isCandidate(read)) continue;
      heaviest = read;
      mostMs = usedMs;
    }
    return heaviest;
  }
}
