import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import type { Draft } from '../../core/drafts/draft.js';
import type { Fault } from '../../core/errors.js';
import { planInsert } from '../../core/inserts/plan-insert.js';
import { rejectedRows, type RejectedRows } from '../../core/inserts/rejected-rows.js';
import { compileFindRejectedRows } from '../../core/inserts/find-rejected-rows.sql.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { recordBulkOutcome } from './bulk-outcome.sql.js';

/** Maximum of Ids that an outcome names. */
const MAX_OUTCOME_IDS = 1_000;

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

  /** Records the outcome of the whole call under its correlation id. */
  async recordOutcome(ctx: RequestContext, entity: Entity, ids: readonly string[], tx: Transaction): Promise<void> {
    await tx.runStatement(recordBulkOutcome, ctx, { ids: ids.slice(0, MAX_OUTCOME_IDS) }, entity);
  }
}
