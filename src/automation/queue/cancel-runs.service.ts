import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, Faults } from '#core/errors.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import type { WhereClause } from '#core/requests/where-clause.js';
import { Args } from '#core/statements/args.js';
import { compileMark, endMarkedRuns, wakeRuns } from '#automation/core/workflows/cancel-runs.sql.js';
import { Database } from '#platform/database/database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { RunWake } from './run-wake.js';

/** Runs that were cancelled: those that have ended, and those that end after their current step. */
export interface CancelledRuns {
  readonly cancelled: number;
  readonly stopping: number;
}

/** Cancels all runs that meet a where-clause, for Administrators. */
@Injectable()
export class CancelRuns {
  constructor(
    private readonly database: Database,
    private readonly wake: RunWake,
  ) {}

  /** @throws {DomainError} AdministratorRequired; the faults of the clause */
  async cancel(ctx: RequestContext, where: WhereClause): Promise<CancelledRuns> {
    if (!ctx.principal.isAdministrator)
      throw new DomainError({
        code: 'AdministratorRequired',
        message: 'Only Administrators cancel several runs at once.',
      });
    const marked = await this.#mark(ctx, where);
    let [cancelled, ended] = [0, marked];
    while (ended > 0) {
      ended = await this.database.transaction(ctx, (tx) => this.#endPage(ctx, tx));
      cancelled += ended;
    }
    if (marked > 0) this.wake.wakeAll();
    return { cancelled: Math.min(cancelled, marked), stopping: Math.max(marked - cancelled, 0) };
  }

  async #mark(ctx: RequestContext, where: WhereClause): Promise<number> {
    const [args, faults] = [new Args(ctx), new Faults()];
    const entity = ctx.catalogue.entity('WorkflowRun');
    const criterion = resolveCriterion({ ctx, args, faults, rights: 'caller' }, entity, where);
    faults.throwIfAny();
    return this.database.transaction(ctx, async (tx) => {
      const [{ marked }] = await tx.executeOnce<{ marked: number }>(ctx, compileMark(ctx, criterion), args);
      return marked;
    });
  }

  async #endPage(ctx: RequestContext, tx: Transaction): Promise<number> {
    const [{ ended, keys }] = await tx.runStatement(endMarkedRuns, ctx, {});
    const orderKeys = (JSON.parse(keys) as readonly (string | null)[]).filter((key) => key !== null);
    if (orderKeys.length > 0) await tx.runStatement(wakeRuns, ctx, { orderKeys });
    return ended;
  }
}
