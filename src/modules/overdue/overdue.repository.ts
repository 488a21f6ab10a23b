import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import {
  compileLockOverdue,
  compileNextLook,
  compileOverdue,
  type OverduePlan,
  type OverdueRow,
} from '../../core/decisions/overdue-tasks.sql.js';
import { Args } from '../../core/sql/args.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';

/** Reads and changes overdue tasks. */
@Injectable()
export class OverdueRepository {
  constructor(
    private readonly statements: StatementCache,
    private readonly platform: PlatformDatabase,
  ) {}

  /** Puts the approval tasks of all environments on the clock. */
  async register(): Promise<void> {
    await this.platform.repeatable(
      `INSERT INTO platform.schedule (environment_id, id, kind, rule, next_due_at)
       SELECT e.id, e.id, 'ApprovalTasks', '', now()
       FROM platform.environment e
       WHERE NOT EXISTS (SELECT FROM platform.schedule s WHERE s.environment_id = e.id AND s.id = e.id)
       ON CONFLICT (environment_id, id) DO NOTHING`,
    );
  }

  /** Locks open requests with overdue tasks. */
  lock(ctx: RequestContext, tx: Transaction): Promise<readonly OverdueRow[]> {
    return tx.execute<OverdueRow>(
      this.statements.get(ctx, 'lockOverdue', () => compileLockOverdue(ctx)),
      new Args(ctx),
    );
  }

  async remind(ctx: RequestContext, plan: OverduePlan, tx: Transaction): Promise<void> {
    await tx.execute(
      this.statements.get(ctx, plan.key, () => compileOverdue(ctx, plan)),
      plan.args,
    );
  }

  /** @param isCutOff true when there may be further overdue tasks */
  async setNextLook(ctx: RequestContext, isCutOff: boolean, tx: Transaction): Promise<void> {
    const args = new Args(ctx);
    const slot = args.add(isCutOff, 'boolean');
    await tx.execute(
      this.statements.get(ctx, 'nextLook', () => compileNextLook(ctx, slot)),
      args,
    );
  }
}
