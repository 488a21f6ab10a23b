import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { compileAdvance, planAdvance } from '../../core/triggers/advance-cursor.sql.js';
import type { NewRun } from '../../core/workflows/run.js';
import { Database } from '../../platform/database/database.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import { EnqueueRuns } from '../runs/index.js';

/** Another node has moved the cursor, or the definitions have changed. */
class CursorMoved extends Error {}

/** Stores what a page of changes starts. */
@Injectable()
export class StoreFirings {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
    private readonly runs: EnqueueRuns,
  ) {}

  /**
   * Enqueues runs in the transaction that moves the cursor: all happen once, or none.
   * @returns false when another node has moved the cursor, and so has stored them, or the definitions have changed
   */
  async store(ctx: RequestContext, runs: readonly NewRun[], from: string | null, to: string): Promise<boolean> {
    const plan = planAdvance(ctx, from, to);
    const statement = this.statements.get(ctx, 'advanceTriggers', () => compileAdvance(ctx, plan));
    try {
      await this.database.transaction(ctx, async (tx) => {
        const moved = await tx.execute(statement, plan.args);
        if (moved.length === 0) throw new CursorMoved();
        await this.runs.enqueue(ctx, runs, tx);
      });
      return true;
    } catch (error) {
      if (error instanceof CursorMoved) return false;
      throw error;
    }
  }
}
