import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import type { JsonText } from '../../core/json/json.js';
import { Args, CALL } from '../../core/sql/args.js';
import { sql } from '../../core/sql/sql.js';
import { Config } from '../config/config.js';
import type { OutcomeUnknown } from '../database/database.errors.js';
import { StatementCache } from '../database/statement-cache.js';
import type { Transaction } from '../database/transaction.js';
import { OutcomeStore } from './outcome-store.repository.js';

/** Stores with a write's own transaction what replays need: its idempotency key, and the whole answer. */
@Injectable()
export class KeepOutcome {
  constructor(
    private readonly statements: StatementCache,
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
    const args = new Args(ctx);
    const hash = args.add(key.hash, 'text');
    const bodyHash = args.add(key.bodyHash, 'text');
    const hours = args.add(this.config.operations.retentionHours, 'int');
    const claim = sql`
      INSERT INTO platform.idempotency (hash, operation_id, body_hash, expires_on)
      SELECT ${hash}, ${CALL.correlationId}, ${bodyHash}, now() + ${hours} * interval '1 hour'`;
    await tx.execute(
      this.statements.get(ctx, 'claim', () => claim),
      args,
    );
  }

  /** Adds the whole answer to the outcome that the transaction has stored. */
  async keep(
    ctx: RequestContext,
    done: { readonly result?: JsonText; readonly recordAffected?: number },
    tx: Transaction,
  ): Promise<void> {
    if (ctx.submission?.keepsBody !== true || done.result === undefined) return;
    const args = new Args(ctx);
    const result = args.add(done.result.text, 'json');
    const affected = args.add(done.recordAffected ?? 0, 'int');
    const log = args.add(JSON.stringify(ctx.submission.log), 'json');
    const keep = sql`
      UPDATE platform.operation
      SET result = ${result}, record_affected = ${affected}, log = ${log}
      WHERE id = ${CALL.correlationId}`;
    await tx.execute(
      this.statements.get(ctx, 'keep', () => keep),
      args,
    );
  }
}
