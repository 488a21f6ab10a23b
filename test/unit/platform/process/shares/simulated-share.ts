import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Party } from '#platform/process/shares/parties.js';
import type { Place } from '#platform/process/shares/place.js';
import type { ShareSettings } from '#platform/process/shares/share-settings.js';
import { SimulatedClock } from './simulated-clock.js';

/** The bounds of database statements on a pool of 10. */
export const STATEMENTS: ShareSettings = {
  places: 10,
  perUser: 4,
  perTenant: 7,
  kept: 3,
  keptInTenant: 2,
  waitMs: 2_000,
  waitingPerUser: 100,
};

export const party = (tenantId: string, userId: string): Party => ({ tenantId, userId });
export const ANN = party('Northgate', 'Ann');
export const BEN = party('Northgate', 'Ben');
export const CAT = party('Northgate', 'Cat');
export const FAY = party('Northgate', 'Fay');
export const DAN = party('Southbay', 'Dan');
export const EVE = party('Westend', 'Eve');

/** A share on a clock of its own. */
export class SimulatedShare extends FairShare {
  private constructor(
    settings: ShareSettings,
    readonly time: SimulatedClock,
  ) {
    super('statements', settings, time);
  }

  static with(settings: Partial<ShareSettings> = {}): SimulatedShare {
    return new SimulatedShare({ ...STATEMENTS, ...settings }, new SimulatedClock());
  }

  /** Takes as many places as the share grants. */
  fill(one: Party, most = 20): Place[] {
    const places: Place[] = [];
    for (let place = this.tryEnter(one); place !== undefined; place = this.tryEnter(one)) {
      places.push(place);
      if (places.length === most) break;
    }
    return places;
  }

  /** Records much use for users, with all places free again. */
  async makeHeavy(...parties: Party[]): Promise<void> {
    const places = parties.map((one) => this.tryEnter(one)!);
    await this.time.pass(2_000);
    for (const place of places) place.leave();
  }

  /** Outcome of a request for a place. */
  watch(one: Party, signal?: AbortSignal): { place?: Place; error?: unknown } {
    const seen: { place?: Place; error?: unknown } = {};
    this.enter(one, signal).then(
      (place) => (seen.place = place),
      (error: unknown) => (seen.error = error),
    );
    return seen;
  }
}
