import { Injectable } from '@nestjs/common';
import { MAX_LISTED } from '#core/changes/changed-rows.sql.js';
import { compileOutcome, type StepsOperation } from '#core/changes/operation.sql.js';
import type { RequestContext } from '#core/context/context.js';
import { Args } from '#core/statements/args.js';
import type { Sql } from '#core/sql/sql.js';
import { RenewContext } from '#platform/catalogue/renew-context.js';
import type { WriteExtent } from '#core/catalogue/used-definitions.js';
import { frozen, outdated } from '#platform/database/connections/database.errors.js';
import { MAX_LOOKS } from '#platform/process/scheduling/attempts.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

/** A write of several statements, and what it has written: by default records of its entity. */
interface RecordedWrite extends StepsOperation {
  readonly written?: WriteExtent;
}

/** Records the outcome of a write of several statements. */
@Injectable()
export class OutcomeRepository {
  constructor(
    private readonly statements: StatementCache,
    private readonly renewal: RenewContext,
  ) {}

  /**
   * Records the outcome, whatever was changed meanwhile of definitions that the write does not use.
   * @param ids of the written records; the outcome names as many as a write's `Result`.
   * @throws {DomainError} of `outdated`, where definitions that it uses were changed; of `frozen`, after committed steps
   */
  async record(ctx: RequestContext, write: RecordedWrite, ids: readonly string[], tx: Transaction): Promise<void> {
    const { entity, written = entity && { entities: [entity] } } = write;
    let current = ctx;
    for (let attempt = 1; !(await this.#stored(current, write, ids, tx)); attempt++) {
      if (write.isCommitted) throw frozen();
      if (attempt === MAX_LOOKS) throw outdated();
      current = await this.renewal.unlessUsed(ctx, written);
    }
  }

  /** @returns false where the definitions are not those of `ctx` any more */
  async #stored(ctx: RequestContext, write: StepsOperation, ids: readonly string[], tx: Transaction): Promise<boolean> {
    const args = new Args(ctx);
    const slot = args.add(ids.slice(0, MAX_LISTED), 'uuid[]');
    const { operation, entity, isCommitted = false } = write;
    const compile = (): Sql => compileOutcome(ctx, write, slot);
    const key = `outcome:${operation}:${entity?.name ?? ''}:${isCommitted}`;
    return (await tx.execute(this.statements.get(ctx, key, compile), args)).length > 0;
  }
}
