import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { Draft } from '#records/core/drafts/draft.js';
import type { Fault } from '#core/errors.js';
import { planInsert } from '#records/core/inserts/plan-insert.js';
import { rejectedRows, type RejectedRows } from '#records/core/inserts/rejected-rows.js';
import { compileFindRejectedRows } from '#records/core/inserts/find-rejected-rows.sql.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Sends the statements of a bulk insert other than inserts. Holds no rule of its own. */
@Injectable()
export class ChunkRepository {
  constructor(private readonly statements: StatementCache) {}

  /** Faults of rejected rows, by ordinal. */
  async findRejectedRows(
    ctx: RequestContext,
    draft: Draft,
    tx: Transaction,
  ): Promise<ReadonlyMap<number, readonly Fault[]>> {
    const plan = planInsert(ctx, draft, { mode: 'explain' });
    const statement = this.statements.get(ctx, `rejected:${plan.key}`, () => compileFindRejectedRows(ctx, plan));
    const [found] = await tx.execute<RejectedRows>(statement, plan.args);
    return rejectedRows(plan, found);
  }
}
