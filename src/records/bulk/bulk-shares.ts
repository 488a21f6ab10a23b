import type { BulkConfig } from '#platform/process/config/config.js';
import type { BodySource } from '#platform/http/body.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Consumer } from '#platform/process/shares/permit.js';
import { partsOf } from '#platform/process/shares/share-settings.js';

const MB = 1024 * 1024;
/** Minimum weight of a body in bytes, which also limits the number of bodies per user. */
const LEAST_BYTES = 4 * MB;
/** Maximum of waiting calls per user. */
const WAITING_PER_USER = 100;
const BODY_PARTS = { perUser: 1 / 4, perTenant: 5 / 8, kept: 1 / 8, keptInTenant: 1 / 8 };
const PERMIT_PARTS = { perUser: 1 / 2, perTenant: 3 / 4, kept: 1 / 4, keptInTenant: 1 / 4 };

/** Checks the beginning of a body while the rest arrives. @throws {DomainError} */
type CheckHead = (head: Buffer) => void;

/** Divides memory for the bodies of bulk inserts, and permits to process them, between users. */
export class BulkShares {
  readonly #bodies: FairShare;
  readonly #permits: FairShare;

  constructor({ bodiesBytes, calls, waitMs }: BulkConfig) {
    const waiting = { waitMs, waitingPerUser: WAITING_PER_USER };
    this.#bodies = new FairShare('memory for bulk bodies', {
      ...partsOf(bodiesBytes, BODY_PARTS),
      ...waiting,
      unit: LEAST_BYTES,
    });
    this.#permits = new FairShare('bulk inserts', { ...partsOf(calls, PERMIT_PARTS), ...waiting });
  }

  /**
   * Receives a body once there is memory for it, and processes it once there is a permit. Until `work` begins the call may be
   * stopped in favour of users with a smaller share.
   *
   * @throws {DomainError} RateLimited, Unavailable; errors of `receive` and `work`
   */
  async withPermit<T>(
    consumer: Consumer,
    source: BodySource,
    checkHead: CheckHead,
    work: (bytes: Buffer | undefined) => Promise<T>,
  ): Promise<T> {
    const memory = await this.#bodies.acquire(consumer, undefined, Math.max(LEAST_BYTES, source.maxBytes));
    const stop = new AbortController();
    memory.onStop(() => stop.abort(memory.refusal));
    try {
      const bytes = await source.receive({ checkHead: checkHead, signal: stop.signal });
      memory.weigh(Math.max(LEAST_BYTES, bytes?.length ?? 0));
      return await this.#permits.withPermit(consumer, () => work(bytes), stop.signal);
    } finally {
      memory.release();
    }
  }
}
