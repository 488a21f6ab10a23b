import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { enqueuedRuns, enqueueRuns } from '#automation/core/runs/enqueue-runs.sql.js';
import type { NewRun } from '#core/catalogue/run.js';
import { beginningOf } from '#automation/core/workflows/chain.js';
import type { Transaction } from '#platform/database/transaction.js';
import { spanIdOf } from '#platform/observability/traces/trace-ids.js';
import type { NewSpan } from '#platform/observability/traces/tracer.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { RunPlaces } from './run-places.js';
import { RunWake } from './run-wake.js';

/** Puts runs into the queue, in the transaction of what causes them: a run exists if and only if its cause is committed. */
@Injectable()
export class EnqueueRuns {
  constructor(
    private readonly signal: RunWake,
    private readonly traces: Traces,
    private readonly places: RunPlaces,
  ) {}

  /**
   * Runs beyond the limit of the queue are recorded as failed, and can be retried: what causes them is never refused.
   * @throws {DomainError} RateLimited for a run that a request executes, beyond the limit
   */
  async enqueue(ctx: RequestContext, given: readonly NewRun[], tx: Transaction): Promise<void> {
    if (given.length === 0) return;
    const runs = await this.#withinLimit(ctx, given, tx);
    const text = enqueuedRuns(runs);
    this.places.addBytes(ctx, text.length);
    await tx.runStatement(enqueueRuns, ctx, { runs: text });
    tx.onCommit(() => {
      this.signal.wakeAll();
      for (const run of runs) if (run.id !== ctx.correlationId) this.#note(ctx, run);
    });
  }

  async #withinLimit(ctx: RequestContext, runs: readonly NewRun[], tx: Transaction): Promise<readonly NewRun[]> {
    const queued = runs.filter((run) => !isRecordedOnly(run));
    let free = await this.places.take(ctx, queued.length, tx);
    if (free === queued.length) return runs;
    const failed = this.places.refusal(ctx);
    if (runs.some(({ id }) => id === ctx.correlationId))
      throw new DomainError({ code: 'RateLimited', message: failed });
    return runs.map((run) => (isRecordedOnly(run) || free-- > 0 ? run : { ...run, failed }));
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

const isRecordedOnly = ({ stopped, failed }: NewRun): boolean => stopped !== undefined || failed !== undefined;
