import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { Config } from '../config/config.js';
import { FairShare } from '../shares/fair-share.js';
import { partyOf } from '../shares/party-of.js';
import type { Place } from '../shares/place.js';
import { partsOf } from '../shares/share-settings.js';

const MB = 2 ** 20;
/** How long a query waits for a place before it is refused. */
const WAIT_MS = 2_000;
const MAX_WAITING_PER_USER = 100;
/** What an answer is taken to have before it is there. */
const EXPECTED_BYTES = MB;
const EXPECTED_ROW_BYTES = MB / 16;

/**
 * Memory of this process for answers with rows: from before the statement runs until the response has been sent, so that a
 * client that reads slowly holds the bytes of its answers, and no more than its share.
 */
@Injectable()
export class AnswerMemory {
  readonly #share: FairShare;

  constructor({ http: { answerMemoryMb } }: Config) {
    const parts = partsOf(answerMemoryMb * MB, { perUser: 1 / 4, perTenant: 5 / 8, kept: 1 / 8, keptInTenant: 1 / 8 });
    const waiting = { waitMs: WAIT_MS, waitingPerUser: MAX_WAITING_PER_USER };
    this.#share = new FairShare('memory for answers', { ...parts, ...waiting, unit: MB });
  }

  /**
   * Takes a place for an answer whose size is not known yet; `Place.weigh` corrects it.
   *
   * @param isOne whether it has one row at most.
   * @throws {DomainError} RateLimited when the caller's share is used up; Unavailable when the process's memory is
   */
  take(ctx: RequestContext, isOne: boolean): Place | Promise<Place> {
    const party = partyOf(ctx);
    const bytes = isOne ? EXPECTED_ROW_BYTES : EXPECTED_BYTES;
    return this.#share.tryEnter(party, bytes) ?? this.#share.enter(party, undefined, bytes);
  }
}
