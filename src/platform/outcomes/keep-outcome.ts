import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import type { JsonText } from '../../core/json/json.js';
import { Args, CALL } from '../../core/sql/args.js';
import { sql } from '../../core/sql/sql.js';
import { Config } from '../config/config.js';
import { StatementCache } from '../database/statement-cache.js';
import type { Transaction } from '../database/transaction.js';

/** What a write's own transaction keeps for those who ask again: its idempotency key, and the whole body. */
@Injectable()
export class KeepOutcome {
  constructor(
    private readonly statements: StatementCache,
    private readonly config: Config,
  ) {}

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
    const claim = sql`INSERT INTO platform.idempotency (hash, operation_id, body_hash, expires_on) SELECT ${hash}, ${CALL.correlationId}, ${bodyHash}, now() + ${hours} * interval '1 hour'`;
    await tx.run(
      this.statements.get(ctx, 'claim', () => claim),
      args,
    );
  }

  /** Adds the body to the outcome that the transaction has stored. */
  async keep(
    ctx: RequestContext,
    done: { readonly result?: JsonText; readonly recordAffected?: number },
    tx: Transaction,
  ): Promise<void> {
    if (ctx.submission?.keepsBody !== true || done.result === undefined) return;
    const args = new Args(ctx);
    const result = args.add(done.result.text, 'json');
    const affected = args.add(done.recordAffected ?? 0, 'int');
    const keep = sql`UPDATE platform.operation SET result = ${result}, record_affected = ${affected} WHERE id = ${CALL.correlationId}`;
    await tx.run(
      this.statements.get(ctx, 'keep', () => keep),
      args,
    );
  }
}
