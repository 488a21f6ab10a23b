import type { DomainError } from '#core/errors.js';
import type { UserState } from './parties.js';
import type { Place } from './place.js';

/** Share that owns a place. */
export interface PlaceOwner {
  reweigh(place: HeldPlace, weight: number): void;
  release(place: HeldPlace): void;
  readonly longReads: { add(read: HeldPlace): void; delete(read: HeldPlace): void };
}

/** Place in a fair share while it is held. */
export class HeldPlace implements Place {
  verdict: DomainError | undefined;
  #stop: (() => void) | undefined;
  #isLeft = false;

  constructor(
    private readonly owner: PlaceOwner,
    readonly user: UserState,
    public heldWeight: number,
    readonly sinceMs: number,
  ) {}

  leave(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    if (this.#stop !== undefined) this.owner.longReads.delete(this);
    this.owner.release(this);
  }

  weigh(weight: number): void {
    if (!this.#isLeft) this.owner.reweigh(this, weight);
  }

  onStop(stop: () => void): void {
    if (this.#isLeft) return;
    this.#stop = stop;
    this.owner.longReads.add(this);
  }

  /** Stops the work. The place is free after the work has left it. */
  stop(verdict: DomainError): void {
    this.verdict = verdict;
    this.owner.longReads.delete(this);
    this.#stop?.();
  }
}
