import type { BulkConfig } from '../../platform/config/config.js';
import type { BodySource } from '../../platform/express/body.js';
import { FairShare } from '../../platform/shares/fair-share.js';
import type { Party } from '../../platform/shares/parties.js';
import { partsOf } from '../../platform/shares/share-settings.js';

const MB = 1024 * 1024;
/** A body counts as at least so much, which bounds the number of bodies of a user too. */
const LEAST_BYTES = 4 * MB;
/** Calls of a user that may wait. */
const WAITING_PER_USER = 100;
const BODY_PARTS = { perUser: 1 / 4, perTenant: 5 / 8, kept: 1 / 8, keptInTenant: 1 / 8 };
const TURN_PARTS = { perUser: 1 / 4, perTenant: 3 / 4, kept: 1 / 4, keptInTenant: 1 / 4 };

/** Judges the beginning of a body while the rest arrives. */
type JudgeHead = (head: Buffer) => void;

/** Shares memory for the bodies of bulk inserts between users, and turns to work on them. */
export class BulkShares {
  readonly #bodies: FairShare;
  readonly #turns: FairShare;

  constructor({ bodiesBytes, calls, waitMs }: BulkConfig) {
    const waiting = { waitMs, waitingPerUser: WAITING_PER_USER };
    this.#bodies = new FairShare('memory for bulk bodies', {
      ...partsOf(bodiesBytes, BODY_PARTS),
      ...waiting,
      unit: LEAST_BYTES,
    });
    this.#turns = new FairShare('bulk inserts', { ...partsOf(calls, TURN_PARTS), ...waiting });
  }

  /**
   * Receives a body once there is memory for it, and works on it once there is a turn. Until the work begins the call may be
   * stopped for users who used little.
   *
   * @throws {DomainError} RateLimited, Unavailable; what receiving and working throw
   */
  async withPlace<T>(
    party: Party,
    source: BodySource,
    judgeHead: JudgeHead,
    work: (bytes: Buffer | undefined) => Promise<T>,
  ): Promise<T> {
    const memory = await this.#bodies.enter(party, undefined, Math.max(LEAST_BYTES, source.maxBytes));
    const stop = new AbortController();
    memory.onStop(() => stop.abort(memory.verdict));
    try {
      const bytes = await source.receive({ judgeHead, signal: stop.signal });
      memory.weigh(Math.max(LEAST_BYTES, bytes?.length ?? 0));
      return await this.#turns.withPlace(party, () => work(bytes), stop.signal);
    } finally {
      memory.leave();
    }
  }
}
