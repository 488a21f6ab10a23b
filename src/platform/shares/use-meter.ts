const HALF_LIFE_MS = 5_000;
const DECAY_PER_MS = Math.LN2 / HALF_LIFE_MS;
/** Up to this age a linear decay is exact to 0.001 %, and it is several times faster than the exponential. */
const LINEAR_MS = 20;
const LIGHT_MS = 1_000;
const FORGOTTEN_MS = 1;

/** Measures how long places were in use lately. Use halves every 5 s; places in use count while they are in use. */
export class UseMeter {
  /** Weight of the places in use. */
  held = 0;
  #usedMs = 0;
  #at = 0;

  /** Milliseconds of places used lately, as of `now`. */
  usedMs(now: number): number {
    const ageMs = now - this.#at;
    if (ageMs > 0) {
      const rest = ageMs < LINEAR_MS ? 1 - ageMs * DECAY_PER_MS : Math.exp(-ageMs * DECAY_PER_MS);
      this.#usedMs = this.#usedMs * rest + (this.held * (1 - rest)) / DECAY_PER_MS;
      this.#at = now;
    }
    return this.#usedMs;
  }

  /** Changes the weight of the places in use, from `now` on. */
  change(weight: number, now: number): void {
    this.usedMs(now);
    this.held += weight;
  }

  /** @param unit weight that counts as one place. */
  isLight(unit: number, now: number): boolean {
    return this.usedMs(now) < LIGHT_MS * unit;
  }

  /** Whether nothing is lost when the meter is dropped. */
  isIdle(unit: number, now: number): boolean {
    return this.held === 0 && this.usedMs(now) < FORGOTTEN_MS * unit;
  }
}
