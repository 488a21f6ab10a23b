import { DomainError } from '#core/errors.js';
import type { OperationsConfig } from '#platform/process/config/config.js';
import { unavailable } from '#platform/database/connections/database.errors.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Consumer } from '#platform/process/shares/permit.js';
import { partsOf } from '#platform/process/shares/share-settings.js';

const KEPT_PARTS = { kept: 1 / 10, keptInTenant: 1 / 20 };
const BYTE_PARTS = { perUser: 1 / 4, perTenant: 1 / 2, ...KEPT_PARTS };
/** Part of all bytes that counts as one permit. */
const BYTE_UNIT = 1 / 1_000;
const RETRY_AFTER_SECONDS = 2;
/** Writes do not wait for a permit in the queue. */
const NO_WAIT = { waitMs: 0, waitingPerUser: 0 };

/** Permit of a write in the queue, and of its body's bytes. */
export interface QueuePermit {
  release(): void;
}

/** Divides the permits of the write queue, and the bytes of the bodies in it, between users. */
export class QueuePermits {
  readonly permits: FairShare;
  readonly bytes: FairShare;

  constructor(private readonly config: OperationsConfig) {
    const { queueLength, queueBytes, queuePerUser, queuePerTenant } = config;
    const parts = partsOf(queueLength, { perUser: 1, perTenant: 1, ...KEPT_PARTS });
    const ofTenant = { perTenant: queuePerTenant, keptInTenant: Math.floor(queuePerTenant / 10) };
    const settings = { ...parts, ...ofTenant, perUser: queuePerUser, ...NO_WAIT };
    this.permits = new FairShare('the write queue', settings);
    const unit = Math.max(1, queueBytes * BYTE_UNIT);
    this.bytes = new FairShare('the write queue', { ...partsOf(queueBytes, BYTE_PARTS), ...NO_WAIT, unit });
  }

  /** Takes a permit if there is one for this consumer. A body larger than a user's share counts as the share. */
  tryAcquire(consumer: Consumer, bytes: number): QueuePermit | undefined {
    const permit = this.permits.tryAcquire(consumer);
    const room = permit && this.bytes.tryAcquire(consumer, bytes);
    if (permit === undefined || room === undefined) {
      permit?.release();
      return undefined;
    }
    return {
      release: () => {
        permit.release();
        room.release();
      },
    };
  }

  /** Error of a write without a permit. @param isIdle whether none of the consumer's writes is in the queue */
  refusal(isIdle: boolean): DomainError {
    const isFull =
      this.permits.state.inUse >= this.config.queueLength || this.bytes.state.inUse >= this.config.queueBytes;
    if (isFull && isIdle) return unavailable('Too many writes wait to be done.');
    const message = 'Too many of your writes, or of those of your tenant, wait to be done. Try again later.';
    return new DomainError({ code: 'RateLimited', message, params: { RetryAfterSeconds: RETRY_AFTER_SECONDS } });
  }
}
