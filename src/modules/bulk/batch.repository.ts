import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import type { Draft } from '../../core/drafts/draft.js';
import type { Fault } from '../../core/errors.js';
import { planInsert } from '../../core/inserts/plan-insert.js';
import { siftedFaults, type Sifted } from '../../core/inserts/sift-faults.js';
import { compileSift } from '../../core/inserts/sift-rows.sql.js';
import { Args } from '../../core/sql/args.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { compileOutcome } from './bulk-outcome.sql.js';

/** Ids that an outcome keeps. */
const MAX_OUTCOME_IDS = 1_000;

/** Statements of a bulk insert beside those that store. Holds no rule of its own. */
@Injectable()
export class BatchRepository {
  constructor(private readonly statements: StatementCache) {}

  /** What is wrong with rows that could not be stored, by ordinal. */
  async sift(ctx: RequestContext, draft: Draft, tx: Transaction): Promise<ReadonlyMap<number, readonly Fault[]>> {
    const plan = planInsert(ctx, draft, { mode: 'explain' });
    const statement = this.statements.get(ctx, `sift:${plan.key}`, () => compileSift(ctx, plan));
    const [found] = await tx.run<Sifted>(statement, plan.args);
    return siftedFaults(plan, found);
  }

  /** Records what the whole call stored, under its correlation id. */
  async recordOutcome(ctx: RequestContext, entity: Entity, ids: readonly string[], tx: Transaction): Promise<void> {
    const args = new Args(ctx);
    const slot = args.add(ids.slice(0, MAX_OUTCOME_IDS), 'uuid[]');
    const statement = this.statements.get(ctx, `bulk:${entity.name}`, () => compileOutcome(ctx, entity, slot));
    await tx.run(statement, args);
  }
}
