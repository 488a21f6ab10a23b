import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import type { JsonText } from '../../core/json/json.js';
import { Args, CALL } from '../../core/sql/args.js';
import { sql } from '../../core/sql/sql.js';
import { Config } from '../config/config.js';
import { OutcomeUnknown } from '../database/database.errors.js';
import { StatementCache } from '../database/statement-cache.js';
import type { Transaction } from '../database/transaction.js';
import { OutcomeStore } from './outcome-store.repository.js';

/** What a write's own transaction keeps for those who ask again: its idempotency key, and the whole body. */
@Injectable()
export class KeepOutcome {
  constructor(
    private readonly statements: StatementCache,
    private readonly outcomes: OutcomeStore,
    private readonly config: Config,
  ) {}

  /**
   * Runs a write; when its COMMIT got no answer, its outcome tells whether it was stored, and if not it runs again. If it
   * is stored in this very moment, the second run fails on the outcome's primary key and leaves nothing.
   * @param answer what the write answers that was stored unheard, from the Ids that its outcome names
   */
  async resolvingLostCommit<T>(
    { submission, correlationId }: RequestContext,
    run: () => Promise<T>,
    answer: (ids: readonly string[]) => Promise<T>,
  ): Promise<T> {
    try {
      return await run();
    } catch (lost) {
      // Only what was submitted has an outcome of its own.
      if (!submission || !(lost instanceof OutcomeUnknown)) throw lost;
      const find = () => this.outcomes.recordIds(correlationId).catch(() => Promise.reject(lost));
      const stored = await find();
      if (stored) return answer(stored);
      return run().catch(async (error: unknown) => {
        const meanwhile = await find();
        if (meanwhile) return answer(meanwhile);
        throw error;
      });
    }
  }

  /**
   * Takes the write's idempotency key, first of all: a rival with the same key waits here until it is decided, and
   * then fails on the key's primary key, or goes on if the first has left no trace.
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

  /** Adds what the answer says to the outcome that the transaction has stored. */
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
