import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { Config } from '#platform/process/config/config.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { addShare } from '#platform/observability/metrics/part-metrics.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import { consumerOf } from '#platform/process/shares/permit.js';
import type { Permit } from '#platform/process/shares/permit.js';
import { partsOf } from '#platform/process/shares/share-settings.js';

const MB = 2 ** 20;
/** Longest wait of a query for a permit; then it is refused. */
const WAIT_MS = 2_000;
const MAX_WAITING_PER_USER = 100;
/** Assumed size of an answer before its statement has run. */
const EXPECTED_BYTES = MB;
const EXPECTED_ROW_BYTES = MB / 16;

/**
 * Fair shares of this process's memory for answers with rows. A permit is held from before the statement runs until the
 * response has been sent, so that slow clients hold no more than their share (decision 0136).
 */
@Injectable()
export class AnswerMemory {
  readonly #share: FairShare;

  constructor({ http: { answerMemoryMb } }: Config, metrics: Metrics) {
    const parts = partsOf(answerMemoryMb * MB, { perUser: 1 / 4, perTenant: 5 / 8, kept: 1 / 8, keptInTenant: 1 / 8 });
    const waiting = { waitMs: WAIT_MS, waitingPerUser: MAX_WAITING_PER_USER };
    this.#share = new FairShare('memory for answers', { ...parts, ...waiting, unit: MB });
    addShare(metrics, 'answer_bytes', this.#share);
  }

  /**
   * Takes a permit for an answer of unknown size; `Permit.weigh` corrects the size.
   *
   * @param isOne true for an answer with at most one row
   * @throws {DomainError} RateLimited when the caller's share is used up; Unavailable when the process's memory is
   */
  take(ctx: RequestContext, isOne: boolean): Permit | Promise<Permit> {
    const consumer = consumerOf(ctx);
    const bytes = isOne ? EXPECTED_ROW_BYTES : EXPECTED_BYTES;
    return this.#share.tryAcquire(consumer, bytes) ?? this.#share.acquire(consumer, undefined, bytes);
  }
}
