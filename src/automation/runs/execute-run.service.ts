import { Injectable, Logger } from '@nestjs/common';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { DomainError } from '#core/errors.js';
import { scopeOfWorkflow } from '#automation/core/runs/workflow-scope.js';
import { parseProgress } from '#automation/core/runs/progress.js';
import { MAX_TRIES, retryDelayMs } from './retry-delay.js';
import type { RunEnd } from '#automation/core/runs/end-run.sql.js';
import { beginningOf } from '#automation/core/workflows/chain.js';
import type { NewSpan } from '#platform/observability/traces/tracer.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { errorDetail, problem, problemOf, type Problem } from '#platform/http/problem.js';
import {
  ActionMissing,
  RetryLater,
  RunBlocked,
  RunCancelled,
  RunFailed,
  RunHandedOver,
  RunLost,
} from '#automation/queue/run-errors.js';
import { RunQueueRepository, type ClaimedRun } from '#automation/queue/run-queue.repository.js';
import { type StoredRun, RunRecords } from '#automation/queue/run-records.repository.js';
import { WorkflowVersions } from '#automation/queue/workflow-versions.repository.js';
import { errorText, isPassing, problemOfStep } from './failed-steps.js';
import { RunContexts } from './run-context.service.js';
import { RunMetrics } from './run-metrics.js';
import { RunExecution, type RunSwitch } from './run-execution.js';
import { ExecuteActions } from './execute-actions.service.js';

/** Executes a claimed run until it ends, waits for its next try, or is handed over. */
@Injectable()
export class ExecuteRun {
  readonly #logger = new Logger(ExecuteRun.name);

  constructor(
    private readonly queue: RunQueueRepository,
    private readonly contexts: RunContexts,
    private readonly records: RunRecords,
    private readonly versions: WorkflowVersions,
    private readonly actions: ExecuteActions,
    private readonly metrics: RunMetrics,
    private readonly traces: Traces,
  ) {}

  /** @returns true when the run has ended */
  async execute(claimed: ClaimedRun, controls: RunSwitch): Promise<boolean> {
    try {
      return await this.#end(claimed, await this.#outcome(claimed, controls));
    } catch (error) {
      await this.#release(claimed, error).catch((failure: unknown) => this.#logger.warn(failure));
      return false;
    }
  }

  /** Walks through the run. @throws what ends an execution without ending the run */
  async #outcome(claimed: ClaimedRun, controls: RunSwitch): Promise<RunEnd> {
    try {
      await this.#walk(claimed, controls);
      return { state: 'Completed' };
    } catch (error) {
      if (error instanceof RunCancelled) return cancelled(error);
      if (error instanceof RunFailed) return failed(claimed, error.problem, error.step);
      if (error instanceof DomainError && !isPassing(error)) return failed(claimed, problemOf(error));
      if (claimed.tries >= MAX_TRIES && !isHandOver(error)) return failed(claimed, problemOfStep(claimed.runId, error));
      throw error;
    }
  }

  async #walk(claimed: ClaimedRun, controls: RunSwitch): Promise<void> {
    if (claimed.tries > MAX_TRIES)
      throw new RunFailed(problem('Unavailable', `Each of ${MAX_TRIES} tries ended with its process.`), undefined);
    await this.contexts.catchUp(claimed, claimed);
    const ctx = await this.contexts.ofService(claimed);
    const run = await this.records.find(ctx, claimed.runId);
    if (!run) throw new RunFailed(problem('NotFound', 'The run does not exist.'), undefined);
    const { runId } = claimed;
    const cause = { correlationId: beginningOf(runId, run.chain), parentId: runId };
    await this.traces.following(
      runId,
      cause,
      () => spanOf(claimed, run),
      () => this.#executeActions(claimed, run, controls),
    );
  }

  async #executeActions(claimed: ClaimedRun, run: StoredRun, controls: RunSwitch): Promise<void> {
    const ctx = await this.contexts.ofService(claimed);
    if (!claimed.version) requireActive(ctx.catalogue, run);
    const version = claimed.version
      ? await this.versions.find(claimed.version)
      : await this.versions.current(ctx.catalogue, run);
    const execution = new RunExecution(claimed, run, version, controls);
    await this.contexts.ofStep(claimed, run, claimed.runId);
    execution.mayGoOn();
    if (run.error) await this.records.showWait(ctx, claimed.runId, null);
    const progress = claimed.progress === null ? undefined : parseProgress(claimed.progress);
    const frame = scopeOfWorkflow(version.definitions.main, run.input);
    if (claimed.onlyStep === null) return this.actions.walk(execution, frame, progress);
    await this.actions.repeat(execution, frame, parseProgress(claimed.onlyStep));
  }

  async #end(claimed: ClaimedRun, end: RunEnd): Promise<boolean> {
    const hasEnded = await this.records.end(await this.contexts.ofService(claimed), claimed, end);
    if (hasEnded) this.metrics.countEnd(end);
    return hasEnded;
  }

  /** Shows the wait before the run may go on, so that it is not shown behind it. */
  async #block(claimed: ClaimedRun, { recordIds, error }: RunBlocked): Promise<void> {
    await this.records.showWait(await this.contexts.ofService(claimed), claimed.runId, error);
    await this.queue.block(claimed, recordIds);
  }

  /** As `#block`, where this node lacks the action of a step. */
  async #waitForNode(claimed: ClaimedRun, { error }: ActionMissing): Promise<void> {
    await this.records.showWait(await this.contexts.ofService(claimed), claimed.runId, error);
    await this.queue.waitForNode(claimed);
  }

  async #release(claimed: ClaimedRun, error: unknown): Promise<void> {
    if (error instanceof RunHandedOver) return this.queue.handOver(claimed);
    if (error instanceof RunBlocked) return this.#block(claimed, error);
    if (error instanceof ActionMissing) return this.#waitForNode(claimed, error);
    // A run that is lost is not released here. One that is not, because its step was stored before, must not come back at once.
    if (!(error instanceof RetryLater || error instanceof RunLost)) this.#logger.warn(error);
    const afterMs = error instanceof RetryLater ? error.afterMs : retryDelayMs(claimed.tries);
    await this.queue.retryLater(claimed, afterMs);
    this.metrics.countRetry();
  }
}

const spanOf = ({ runId, environmentId, tenantId, tries }: ClaimedRun, run: StoredRun): NewSpan => ({
  name: 'workflow run',
  attributes: {
    'tenant.id': tenantId,
    'environment.id': environmentId,
    'workflow.run.id': runId,
    'workflow.run.tries': tries,
    ...(run.workflowId !== null && { 'workflow.id': run.workflowId }),
    ...(run.triggerId !== null && { 'trigger.id': run.triggerId }),
  },
});

function cancelled({ message }: RunCancelled): RunEnd {
  return { state: 'Cancelled', ...(message !== '' && { error: JSON.stringify({ Message: message }) }) };
}

/** @throws {RunCancelled} for a run whose workflow or trigger was deactivated before it began */
function requireActive({ automation }: Catalogue, { workflowId, triggerId }: StoredRun): void {
  const definitions = [automation.workflows.get(workflowId ?? ''), automation.triggers.get(triggerId ?? '')];
  const inactive = definitions.find((each) => each?.isActive === false);
  if (inactive) throw new RunCancelled(`${inactive.name} was deactivated before the run began.`);
}

const isHandOver = (error: unknown): boolean =>
  [RunHandedOver, RunLost, RunBlocked, ActionMissing, RetryLater].some((type) => error instanceof type);

/** The end of a run that has failed, with the refusal of the write that executed it. */
function failed({ runId }: ClaimedRun, failure: Problem, step?: string): RunEnd {
  const faults = failure.faults.map((fault) =>
    errorDetail({ ...fault, params: { ...fault.params, RunId: runId, ...(step !== undefined && { Step: step }) } }),
  );
  return {
    state: 'Failed',
    error: errorText(failure, step),
    refusal: { status: failure.status, faults: JSON.stringify(faults) },
  };
}
