import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { JsonText } from '#core/json/json.js';
import { Config } from '#platform/process/config/config.js';
import type { OutcomeUnknown } from '#platform/database/connections/database.errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { claimKey, keepAnswer } from './outcomes.sql.js';
import { OutcomeStore } from './outcome-store.repository.js';

/** Stores with a write's own transaction what replays need: its idempotency key, and the whole answer. */
@Injectable()
export class KeepOutcome {
  constructor(
    private readonly outcomes: OutcomeStore,
    private readonly config: Config,
  ) {}

  /**
   * The Ids that the outcome of a write names; undefined when there is no outcome.
   * @param lost thrown when the database cannot tell
   */
  storedIds(correlationId: string, lost: OutcomeUnknown): Promise<readonly string[] | undefined> {
    return this.outcomes.recordIds(correlationId).catch(() => Promise.reject(lost));
  }

  /**
   * Inserts the write's idempotency key before anything else. A concurrent request with the same key waits here for this
   * transaction, then violates the key's primary key, or goes on if this transaction was rolled back.
   */
  async claim(ctx: RequestContext, tx: Transaction): Promise<void> {
    const key = ctx.submission?.key;
    if (!key) return;
    const { hash, bodyHash } = key;
    await tx.runStatement(claimKey, ctx, { hash, bodyHash, hours: this.config.operations.retentionHours });
  }

  /** Adds the whole answer to the outcome that the transaction has stored. */
  async keep(
    ctx: RequestContext,
    done: { readonly result?: JsonText; readonly recordAffected?: number },
    tx: Transaction,
  ): Promise<void> {
    if (ctx.submission?.keepsBody !== true || done.result === undefined) return;
    const { result, recordAffected: affected = 0 } = done;
    await tx.runStatement(keepAnswer, ctx, { result: result.text, affected, log: JSON.stringify(ctx.submission.log) });
  }
}
