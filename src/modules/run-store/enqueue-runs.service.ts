import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { compileEnqueue, planEnqueue } from '../../core/runs/enqueue-runs.sql.js';
import type { NewRun } from '../../core/workflows/run.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { RunWake } from './run-wake.js';

/** Puts runs into the queue, in the transaction of what causes them: a run exists if and only if its cause is committed. */
@Injectable()
export class EnqueueRuns {
  constructor(
    private readonly statements: StatementCache,
    private readonly signal: RunWake,
  ) {}

  async enqueue(ctx: RequestContext, runs: readonly NewRun[], tx: Transaction): Promise<void> {
    if (runs.length === 0) return;
    const plan = planEnqueue(ctx, runs);
    await tx.execute(
      this.statements.get(ctx, 'enqueueRuns', () => compileEnqueue(ctx, plan)),
      plan.args,
    );
    tx.onCommit(() => this.signal.wakeAll());
  }
}
