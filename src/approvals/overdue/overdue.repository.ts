import { Injectable } from '@nestjs/common';
import { IS_WORKED_ON } from '#core/catalogue/environment-state.js';
import type { RequestContext } from '#core/context/context.js';
import {
  compileLateLook,
  compileOverdue,
  compilePassOverdue,
  lockOverdue,
  setNextLook,
  type OverduePlan,
  type OverdueRow,
} from '#approvals/core/requests/overdue-tasks.sql.js';
import { Args } from '#core/statements/args.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Reads and changes overdue tasks. */
@Injectable()
export class OverdueRepository {
  constructor(
    private readonly statements: StatementCache,
    private readonly platform: PlatformDatabase,
  ) {}

  /**
   * Puts the approval tasks of environments on the clock that have any: a table that was never written to has no size.
   * Most of many environments have none, and so cost the clock nothing.
   */
  async register(): Promise<void> {
    await this.platform.repeatable(
      `INSERT INTO platform.schedule (environment_id, id, kind, rule, next_due_at)
       SELECT e.id, e.id, 'ApprovalTasks', '', now()
       FROM platform.environment e
       JOIN pg_namespace n ON n.nspname = e.schema_name
       JOIN pg_class c ON (c.relnamespace, c.relname, c.relkind) = (n.oid, 'ApprovalTask', 'r')
       WHERE ${IS_WORKED_ON}
         AND pg_relation_size(c.oid) > 0
         AND NOT EXISTS (SELECT FROM platform.schedule s WHERE s.environment_id = e.id AND s.id = e.id)
       ON CONFLICT (environment_id, id) DO NOTHING`,
    );
  }

  /** Locks open requests with overdue tasks. */
  lock(ctx: RequestContext, most: number, tx: Transaction): Promise<readonly OverdueRow[]> {
    return tx.runStatement(lockOverdue, ctx, { most });
  }

  /** Counts the overdue tasks of requests as announced. */
  async passOver(ctx: RequestContext, requestIds: readonly string[], tx: Transaction): Promise<void> {
    const args = new Args(ctx);
    const slot = args.add(requestIds, 'uuid[]');
    await tx.executeOnce(ctx, compilePassOverdue(ctx, slot), args);
  }

  /** Looks again much later. */
  async lookLate(ctx: RequestContext, tx: Transaction): Promise<void> {
    await tx.executeOnce(ctx, compileLateLook(ctx), new Args(ctx));
  }

  async remind(ctx: RequestContext, plan: OverduePlan, tx: Transaction): Promise<void> {
    await tx.execute(
      this.statements.get(ctx, plan.key, () => compileOverdue(ctx, plan)),
      plan.args,
    );
  }

  /**
   * @param isCutOff true when there may be further overdue tasks
   * @param attempts that stay counted then
   */
  async setNextLook(ctx: RequestContext, isCutOff: boolean, attempts: number, tx: Transaction): Promise<void> {
    await tx.runStatement(setNextLook, ctx, { isCutOff, attempts });
  }
}
