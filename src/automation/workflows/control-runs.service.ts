import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { isUuid } from '#core/values/uuid-text.js';
import { cancelRun, failedSteps, restartRun, type Restart } from '#automation/core/runs/control-run.sql.js';
import { requireOwnRun } from '#automation/core/workflows/own-run.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import { Config } from '#platform/process/config/config.js';
import { Database } from '#platform/database/database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { RunEnds } from '#automation/queue/run-ends.js';
import { RunRecords, type StoredRun } from '#automation/queue/run-records.repository.js';
import { RunWake } from '#automation/queue/run-wake.js';
import { ExecutionRepository } from './execution.repository.js';

/** Attempt that ends a run which no process has. */
const NO_CLAIM = -1;

/** Retries and cancels runs, for those to whom they belong, who have executed them, and for Administrators. */
@Injectable()
export class ControlRuns {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly records: RunRecords,
    private readonly ends: RunEnds,
    private readonly wake: RunWake,
    private readonly config: Config,
  ) {}

  /** @throws {DomainError} as `requireOwnRun` */
  async find(ctx: RequestContext, id: string): Promise<StoredRun> {
    if (!isUuid(id)) throw new DomainError({ code: 'Validation', message: 'RunId must be a UUID.' });
    const run = await this.records.find(ctx, id.toLowerCase());
    requireOwnRun(ctx, run, 'There is no such run, or it is not kept any more.');
    return run;
  }

  /**
   * Goes on with a failed run at the step that failed, or repeats one step that was passed over.
   * @param step name or Id of that step
   * @throws {DomainError} as `requireOwnRun`; Conflict, Validation for a workflow that is not active
   */
  async retry(ctx: RequestContext, id: string, step: string | undefined): Promise<string> {
    const { id: runId, workflowId } = await this.find(ctx, id);
    requireActive(ctx.catalogue.automation.workflows.get(workflowId ?? ''));
    await this.database.transaction(ctx, async (tx) => {
      const onlyStep = step === undefined ? undefined : await this.#failedStep(ctx, runId, step, tx);
      const from = onlyStep === undefined ? 'Failed' : 'Completed';
      await this.#restart(ctx, { runId, from, ...(onlyStep !== undefined && { onlyStep }) }, tx);
      const { retentionHours } = this.config.operations;
      await this.executions.record(ctx, { runId, route: 'workflow-retry', retentionHours }, tx);
      tx.onCommit(() => this.wake.wakeAll());
    });
    return runId;
  }

  /** Cancels a run: at once while it waits, else after its current step. @throws {DomainError} as `requireOwnRun`; Conflict */
  async cancel(ctx: RequestContext, id: string): Promise<'Cancelled' | 'Running'> {
    const { id: runId } = await this.find(ctx, id);
    return this.database.transaction(ctx, async (tx) => {
      const [row] = await tx.runStatement(cancelRun, ctx, { runId });
      if (!row) throw conflict('The run has ended.');
      if (!row.isIdle) return 'Running';
      await this.records.endIn(ctx, { runId, attempt: NO_CLAIM }, { state: 'Cancelled' }, tx);
      tx.onCommit(() => this.ends.note(runId));
      tx.onCommit(() => this.wake.wakeAll());
      return 'Cancelled';
    });
  }

  async #restart(ctx: RequestContext, restart: Restart, tx: Transaction): Promise<void> {
    const { runId, from, onlyStep = null } = restart;
    const rows = await tx.runStatement(restartRun, ctx, { runId, from, onlyStep });
    if (rows.length === 0)
      throw conflict(
        from === 'Failed' ? 'Only a failed run can be retried.' : 'Only of a completed run steps can be repeated.',
      );
    this.ends.forget(runId);
  }

  async #failedStep(ctx: RequestContext, runId: string, step: string, tx: Transaction): Promise<string> {
    const steps = await tx.runStatement(failedSteps, ctx, { runId, step });
    if (steps.length === 0)
      throw conflict('The run has no failed HttpCall, SendEmail or coded action of this name or Id.');
    if (steps.length > 1) throw conflict('Several steps of this name have failed; name one by its Id.');
    return steps[0].path;
  }
}

function requireActive(workflow: Workflow | undefined): void {
  if (workflow?.isActive === false)
    throw new DomainError({
      code: 'Validation',
      message: `${workflow.name} is not active. Activate it, then retry the run.`,
    });
}

const conflict = (message: string): DomainError => new DomainError({ code: 'Conflict', message });
