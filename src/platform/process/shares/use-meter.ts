const HALF_LIFE_MS = 5_000;
const DECAY_PER_MS = Math.LN2 / HALF_LIFE_MS;
/** Age up to which a linear decay is exact to 0.001 %; it is several times faster than the exponential one. */
const LINEAR_MS = 20;
const LIGHT_MS = 1_000;
const FORGOTTEN_MS = 1;

/** Measures recent use of places, in milliseconds. Past use halves every 5 s; places in use keep counting. */
export class UseMeter {
  /** Weight of the places in use. */
  held = 0;
  #usedMs = 0;
  #at = 0;

  /** Recent use at the time `now`, in milliseconds of places. */
  usedMs(now: number): number {
    const ageMs = now - this.#at;
    if (ageMs > 0) {
      const decay = ageMs < LINEAR_MS ? 1 - ageMs * DECAY_PER_MS : Math.exp(-ageMs * DECAY_PER_MS);
      this.#usedMs = this.#usedMs * decay + (this.held * (1 - decay)) / DECAY_PER_MS;
      this.#at = now;
    }
    return this.#usedMs;
  }

  /** Adds to the weight of the places in use, from `now` on. */
  change(weight: number, now: number): void {
    this.usedMs(now);
    this.held += weight;
  }

  /** True when recent use is below one second of a place. @param unit weight that counts as one place */
  isLight(unit: number, now: number): boolean {
    return this.usedMs(now) < LIGHT_MS * unit;
  }

  /** True when the meter can be dropped without losing information. */
  isIdle(unit: number, now: number): boolean {
    return this.held === 0 && this.usedMs(now) < FORGOTTEN_MS * unit;
  }
}
