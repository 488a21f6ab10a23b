import type { Usage } from './usage.repository.js';

/** Part of a limit that a node leases at once: small enough for several nodes to share the rest fairly. */
const LEASED_PART = 1 / 20;
/** Part of what is left near the end of a limit. */
const PART_OF_REST = 1 / 8;

/** Time for which a lease counts that the other nodes do not know of. */
const ALONE_MS = 1_000;

/** Limit and its use, as the answer's headers tell it. */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Time to the end of the window. */
  readonly resetMs: number;
}

/** Adds an amount to what all nodes use of a limit; undefined when they cannot be asked. */
export type TakeUsage = (amount: number) => Promise<Usage | undefined>;

/**
 * Use of one limit by one user or tenant. The node takes leases from the use that all nodes share, and spends them without
 * asking. What was spent beyond a lease is part of the next one.
 */
export class LeasedLimit {
  #granted = 0;
  #spent = 0;
  /** Left for all nodes when the last lease was taken. */
  #rest: number;
  #endsAtMs = 0;
  #leasing: Promise<void> | undefined;

  constructor(
    private readonly limit: number,
    private readonly take: TakeUsage,
  ) {
    this.#rest = limit;
  }

  /** @param nowMs `performance.now()` */
  stateAt(nowMs: number): LimitState {
    const remaining = Math.max(0, Math.floor(this.#left));
    return { limit: this.limit, remaining, resetMs: Math.max(0, this.#endsAtMs - nowMs) };
  }

  /** Part of the limit that is left, by which limits are compared. */
  get partLeft(): number {
    return this.#left / this.limit;
  }

  get #left(): number {
    return this.#rest + this.#granted - this.#spent;
  }

  /** Spends an amount as soon as something is left. @returns false when all nodes together have used up the limit */
  async spendWhenLeased(amount: number): Promise<boolean> {
    for (;;) {
      const isSpent = this.trySpend(amount, performance.now());
      if (isSpent !== undefined) return isSpent;
      this.#leasing ??= this.#leaseOnce().finally(() => (this.#leasing = undefined));
      await this.#leasing;
    }
  }

  /** Adds an amount that is known only afterwards; it may go beyond the lease. */
  charge(amount: number): void {
    this.#spent += amount;
  }

  /**
   * Spends an amount if something of the lease is left at a time (`performance.now()`).
   * @returns whether it did; undefined where a lease must be taken first
   */
  trySpend(amount: number, nowMs: number): boolean | undefined {
    const isCurrent = nowMs < this.#endsAtMs;
    if (!isCurrent || this.#spent >= this.#granted) return isCurrent && this.#rest <= 0 ? false : undefined;
    this.#spent += amount;
    return true;
  }

  async #leaseOnce(): Promise<void> {
    const debt = performance.now() < this.#endsAtMs ? Math.max(0, this.#spent - this.#granted) : 0;
    const wanted = Math.ceil(debt + Math.max(1, Math.min(this.limit * LEASED_PART, this.#rest * PART_OF_REST)));
    // A node that cannot ask the others goes on with leases of its own: the limit must refuse nobody for that.
    const { used, leftMs } = (await this.take(wanted)) ?? { used: wanted, leftMs: ALONE_MS };
    const nowMs = performance.now();
    // The window of the lease may be another one than that of what was spent.
    if (nowMs >= this.#endsAtMs) [this.#granted, this.#spent] = [0, 0];
    this.#endsAtMs = nowMs + leftMs;
    this.#granted += Math.min(wanted, Math.max(0, this.limit - (used - wanted)));
    this.#rest = Math.max(0, this.limit - used);
  }
}
