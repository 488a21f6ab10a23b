import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { compileEnqueue, planEnqueue } from '../../core/runs/enqueue-runs.sql.js';
import type { NewRun } from '../../core/workflows/run.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import { beginningOf } from '../../core/workflows/chain.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { spanIdOf } from '../../platform/traces/trace-ids.js';
import type { NewSpan } from '../../platform/traces/tracer.js';
import { Traces } from '../../platform/traces/traces.js';
import { RunWake } from './run-wake.js';

/** Puts runs into the queue, in the transaction of what causes them: a run exists if and only if its cause is committed. */
@Injectable()
export class EnqueueRuns {
  constructor(
    private readonly statements: StatementCache,
    private readonly signal: RunWake,
    private readonly traces: Traces,
  ) {}

  async enqueue(ctx: RequestContext, runs: readonly NewRun[], tx: Transaction): Promise<void> {
    if (runs.length === 0) return;
    const plan = planEnqueue(ctx, runs);
    await tx.execute(
      this.statements.get(ctx, 'enqueueRuns', () => compileEnqueue(ctx, plan)),
      plan.args,
    );
    tx.onCommit(() => {
      this.signal.wakeAll();
      for (const run of runs) if (run.id !== ctx.correlationId) this.#note(ctx, run);
    });
  }

  /** Records that a run follows from its cause. A run that a request executes has the span of the request instead. */
  #note({ catalogue }: RequestContext, { id, chain, causeId, workflowId, triggerId }: NewRun): void {
    const cause = { correlationId: beginningOf(id, chain), ...(causeId !== undefined && { parentId: causeId }) };
    const describe = (): NewSpan => ({
      name: 'workflow enqueue',
      attributes: {
        'environment.id': catalogue.environment.id,
        'workflow.run.id': id,
        ...(workflowId !== null && { 'workflow.id': workflowId }),
        ...(triggerId !== undefined && { 'trigger.id': triggerId }),
      },
    });
    this.traces.note(cause, describe, spanIdOf(id));
  }
}
