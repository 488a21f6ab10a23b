import { DomainError } from '#core/errors.js';
import type { OperationsConfig } from '#platform/process/config/config.js';
import { unavailable } from '#platform/database/connections/database.errors.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Party } from '#platform/process/shares/parties.js';
import { partsOf } from '#platform/process/shares/share-settings.js';

const KEPT_PARTS = { kept: 1 / 10, keptInTenant: 1 / 20 };
const BYTE_PARTS = { perUser: 1 / 4, perTenant: 1 / 2, ...KEPT_PARTS };
/** Part of all bytes that counts as one place. */
const BYTE_UNIT = 1 / 1_000;
const RETRY_AFTER_SECONDS = 2;
/** Writes do not wait for a place in the queue. */
const NO_WAIT = { waitMs: 0, waitingPerUser: 0 };

/** Place of a write in the queue, and of its body's bytes. */
export interface QueuePlace {
  leave(): void;
}

/** Divides the places of the write queue, and the bytes of the bodies in it, between users. */
export class QueuePlaces {
  readonly places: FairShare;
  readonly bytes: FairShare;

  constructor(private readonly config: OperationsConfig) {
    const { queueLength, queueBytes, queuePerUser, queuePerTenant } = config;
    const parts = partsOf(queueLength, { perUser: 1, perTenant: 1, ...KEPT_PARTS });
    const ofTenant = { perTenant: queuePerTenant, keptInTenant: Math.floor(queuePerTenant / 10) };
    const settings = { ...parts, ...ofTenant, perUser: queuePerUser, ...NO_WAIT };
    this.places = new FairShare('the write queue', settings);
    const unit = Math.max(1, queueBytes * BYTE_UNIT);
    this.bytes = new FairShare('the write queue', { ...partsOf(queueBytes, BYTE_PARTS), ...NO_WAIT, unit });
  }

  /** Takes a place if there is one for this party. A body larger than a user's share counts as the share. */
  tryEnter(party: Party, bytes: number): QueuePlace | undefined {
    const place = this.places.tryEnter(party);
    const room = place && this.bytes.tryEnter(party, bytes);
    if (place === undefined || room === undefined) {
      place?.leave();
      return undefined;
    }
    return {
      leave: () => {
        place.leave();
        room.leave();
      },
    };
  }

  /** Error of a write without a place. @param isIdle whether none of the party's writes is in the queue */
  refusal(isIdle: boolean): DomainError {
    const isFull =
      this.places.state.inUse >= this.config.queueLength || this.bytes.state.inUse >= this.config.queueBytes;
    if (isFull && isIdle) return unavailable('Too many writes wait to be done.');
    const message = 'Too many of your writes, or of those of your tenant, wait to be done. Try again later.';
    return new DomainError({ code: 'RateLimited', message, params: { RetryAfterSeconds: RETRY_AFTER_SECONDS } });
  }
}
