import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import { compileOutcome, type OperationName } from '../../core/changes/operation.sql.js';
import type { RequestContext } from '../../core/context.js';
import { Args } from '../../core/sql/args.js';
import type { Sql } from '../../core/sql/sql.js';
import { MAX_LISTED } from '../../core/changes/changed-rows.sql.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';

/** Records the outcome of a write of several statements. */
@Injectable()
export class OutcomeRepository {
  constructor(private readonly statements: StatementCache) {}

  /** @param ids of the written records; the outcome names as many as a write's `Result`. */
  async record(
    ctx: RequestContext,
    write: { readonly operation: OperationName; readonly entity?: Entity },
    ids: readonly string[],
    tx: Transaction,
  ): Promise<void> {
    const args = new Args(ctx);
    const slot = args.add(ids.slice(0, MAX_LISTED), 'uuid[]');
    const compile = (): Sql => compileOutcome(ctx, write, slot);
    await tx.execute(this.statements.get(ctx, `outcome:${write.operation}:${write.entity?.name ?? ''}`, compile), args);
  }
}
