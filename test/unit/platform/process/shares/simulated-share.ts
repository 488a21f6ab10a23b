import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Consumer } from '#platform/process/shares/permit.js';
import type { Permit } from '#platform/process/shares/permit.js';
import type { ShareSettings } from '#platform/process/shares/share-settings.js';
import { SimulatedClock } from './simulated-clock.js';

/** The bounds of database statements on a pool of 10. */
export const STATEMENTS = {
  permits: 10,
  perUser: 4,
  perTenant: 7,
  kept: 3,
  keptInTenant: 2,
  waitMs: 2_000,
  waitingPerUser: 100,
} satisfies ShareSettings;

export const consumer = (tenantId: string, userId: string): Consumer => ({ tenantId, userId });
export const ANN = consumer('Northgate', 'Ann');
export const BEN = consumer('Northgate', 'Ben');
export const CAT = consumer('Northgate', 'Cat');
export const FAY = consumer('Northgate', 'Fay');
export const DAN = consumer('Southbay', 'Dan');
export const EVE = consumer('Westend', 'Eve');

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

  /** Takes as many permits as the share grants. */
  fill(one: Consumer, most = 20): Permit[] {
    const permits: Permit[] = [];
    for (let permit = this.tryAcquire(one); permit !== undefined; permit = this.tryAcquire(one)) {
      permits.push(permit);
      if (permits.length === most) break;
    }
    return permits;
  }

  /** Records much use for users, with all permits free again. */
  async makeHeavy(...consumers: Consumer[]): Promise<void> {
    const permits = consumers.map((one) => this.tryAcquire(one)!);
    await this.time.pass(2_000);
    for (const permit of permits) permit.release();
  }

  /** Outcome of a request for a permit. */
  watch(one: Consumer, signal?: AbortSignal): { permit?: Permit; error?: unknown } {
    const seen: { permit?: Permit; error?: unknown } = {};
    this.acquire(one, signal).then(
      (permit) => (seen.permit = permit),
      (error: unknown) => (seen.error = error),
    );
    return seen;
  }
}
