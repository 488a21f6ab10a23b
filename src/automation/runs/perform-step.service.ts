import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { isArray, writeJson, type JsonValue } from '#core/json/json.js';
import { progressText, stepKey } from '#automation/core/runs/progress.js';
import { MAX_TRIES, retryDelayMs } from './retry-delay.js';
import { sharedLoops } from '#automation/core/runs/workflow-scope.js';
import { clauseTokens, namedTokens } from '#automation/core/runs/token-values.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { resolveClauseTokens } from '#core/tokens/template.js';
import { MAX_STEP_OUTPUT_MB, type StepState } from '#core/catalogue/run.js';
import type { Action } from '#core/catalogue/workflow.js';
import type { Transaction } from '#platform/database/transaction.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';
import type { NewSpan } from '#platform/observability/traces/tracer.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { problem, type Problem } from '#platform/http/problem.js';
import { TokenConditions } from './token-conditions.service.js';
import { WriteTransactions } from '#records/index.js';
import { ActionMissing, RetryLater, RunBlocked, RunCancelled, RunFailed } from '#automation/queue/run-errors.js';
import { RunRecords } from '#automation/queue/run-records.repository.js';
import { TemporaryFault, type EarlierAction, type StepCall, type WriteStep } from './action-handler.js';
import { ActionHandlers } from './action-handlers.js';
import { errorText, isControl, isPassing, lockedRecords, problemOfStep } from './failed-steps.js';
import { RunContexts } from './run-context.service.js';
import type { RunExecution } from './run-execution.js';
import { givenMembers, resolvedMembers } from './step-members.js';
import { StepTokens, type StepScope } from './step-tokens.service.js';

/** A step under way. */
export interface Step {
  readonly execution: RunExecution;
  readonly scope: StepScope;
  readonly action: Action;
  readonly ctx: RequestContext;
  readonly beganMs: number;
}

/** How a step is stored. */
interface StepEnd {
  readonly state: StepState;
  readonly output?: JsonValue;
  readonly error?: string;
  /** Progress of the run: behind the step, inside it, or none. */
  readonly moves: 'behind' | 'inside' | 'not';
}

/** Performs one step, and stores it with the progress of its run. */
@Injectable()
export class PerformStep {
  constructor(
    private readonly handlers: ActionHandlers,
    private readonly contexts: RunContexts,
    private readonly tokens: StepTokens,
    private readonly records: RunRecords,
    private readonly evaluate: TokenConditions,
    private readonly transactions: WriteTransactions,
    private readonly traces: Traces,
  ) {}

  async begin(execution: RunExecution, scope: StepScope, action: Action): Promise<Step> {
    const { run, claimed } = execution;
    await this.contexts.catchUp(claimed, execution.versions);
    const runAs = scope.frame.depth === 0 ? run.runAs : scope.frame.workflow.runAs;
    const id = uuidV5(claimed.runId, stepKey({ path: action.path, iterations: scope.iterations }));
    const ctx = await this.contexts.ofStep(claimed, { ...run, runAs }, id);
    return { execution, scope, action, ctx, beganMs: performance.now() };
  }

  /** Does the work of a step within its span. */
  traced(step: Step, work: () => Promise<void>): Promise<void> {
    const { execution, action, scope, ctx } = step;
    const { runId, environmentId } = execution.claimed;
    const describe = (): NewSpan => ({
      name: `step ${action.type}`,
      attributes: {
        'environment.id': environmentId,
        'workflow.run.id': runId,
        'workflow.step.id': ctx.correlationId,
        'workflow.step.path': stepKey({ path: action.path, iterations: scope.iterations }),
        'workflow.step.tries': execution.tries,
      },
    });
    return this.traces.within(runId, describe, work, ctx.correlationId);
  }

  /** Tells whether a where-clause over tokens holds. */
  async holds({ ctx, scope, action }: Step, clause: JsonValue): Promise<boolean> {
    const find = await this.tokens.finder(ctx, scope, [...clauseTokens(clause)]);
    const evaluated = { clause: resolveClauseTokens(clause, find), workflow: scope.frame.workflow, action, find };
    return this.evaluate.holds(ctx, evaluated);
  }

  /** Performs the step's action. */
  async perform(step: Step): Promise<void> {
    const handler = this.handlers.of(step.action.type) ?? (await this.#waitForHandler(step));
    const prepared = await handler.prepare(await this.#call(step));
    if (prepared.kind === 'write') return this.#write(step, prepared);
    // Its changes are matched as soon as they are committed: the step tells the chain that they belong to.
    if (prepared.writes === true) await this.keep(step, { state: 'Running', moves: 'not' });
    const output = await (prepared.kind === 'remote'
      ? step.execution.outside(() => prepared.perform()).catch((error: unknown) => this.#stopped(step, error))
      : prepared.perform());
    await this.keep(step, { state: 'Completed', output, moves: 'behind' });
  }

  /** Shows a step that was stopped with its run. */
  async #stopped(step: Step, error: unknown): Promise<never> {
    if (error instanceof RunCancelled) await this.keep(step, { state: 'Running', moves: 'not' });
    throw error;
  }

  /** @throws {ActionMissing} for an action that this node lacks, as that of another build */
  async #waitForHandler(step: Step): Promise<never> {
    const { name, type } = step.action;
    const message = `Waiting for a node of the service that has the action '${type}'.`;
    const failure = problem('Unavailable', message);
    await this.keep(step, { state: 'Running', error: errorText(failure), moves: 'not' });
    throw new ActionMissing(errorText(failure, name));
  }

  /** Performs a step again that had failed, unless an earlier try has completed it and its process ended behind it. */
  async repeat(step: Step): Promise<void> {
    const output = await this.outputOf(step, step.action.name);
    if ((output ?? null) === null) await this.perform(step);
  }

  /** Members of the step's action with their tokens resolved. */
  async resolvedBody({ ctx, scope, action }: Step): Promise<Pick<StepCall, 'body' | 'find'>> {
    const given = givenMembers(action);
    const find = await this.tokens.finder(ctx, scope, [...namedTokens(given)]);
    return { body: resolvedMembers(action, given, find), find };
  }

  /** Whole output of an earlier step. */
  async outputOf({ ctx, scope }: Step, name: string): Promise<JsonValue | undefined> {
    return (await this.tokens.outputs(ctx, scope, [name])).get(name.toLowerCase());
  }

  /**
   * Handles the failure of a step: it is tried again later, waits for an approval, or has failed.
   * @throws {RetryLater} {RunBlocked} {RunFailed}, unless the run goes on behind it
   */
  async fail(step: Step, error: unknown): Promise<void> {
    if (isControl(error)) throw error;
    const { execution } = step;
    const failure = problemOfStep(execution.claimed.runId, error);
    const locked = lockedRecords(error);
    if (locked) {
      await this.keep(step, { state: 'Running', error: errorText(failure), moves: 'not' });
      throw new RunBlocked(locked, errorText(failure, step.action.name));
    }
    if (isPassing(error) && execution.tries < MAX_TRIES) {
      await this.contexts.refresh().catch(() => undefined);
      await this.keep(step, { state: 'Running', error: errorText(failure), moves: 'not' });
      throw new RetryLater(retryDelayMs(execution.tries, error instanceof TemporaryFault ? error.afterMs : 0));
    }
    await this.pass(step, failure);
  }

  /** Stores a step that has failed. @throws {RunFailed} unless the run goes on behind it */
  async pass(step: Step, failure: Problem): Promise<void> {
    const goesOn = step.action.onError === 'Continue';
    await this.keep(step, { state: 'Failed', error: errorText(failure), moves: goesOn ? 'behind' : 'not' });
    if (!goesOn) throw new RunFailed(failure, step.action.name);
  }

  /** Stores a step. */
  async keep(step: Step, end: StepEnd, tx?: Transaction): Promise<void> {
    const { execution, scope, action, ctx, beganMs } = step;
    const output = this.#outputOf(step, end);
    const place = { path: action.path, iterations: scope.iterations };
    // A step that is repeated alone is behind the progress of its run.
    const moves = execution.claimed.onlyStep === null ? end.moves : 'not';
    const { isCancelled, outputBytes, versions } = await this.records.keepStep(
      ctx,
      execution.claimed,
      {
        id: ctx.correlationId,
        ownerId: scope.frame.isOfService ? SYSTEM_USER_ID : execution.run.ownerId,
        name: action.name,
        type: action.type,
        path: stepKey(place),
        ...(scope.iterations.length > 0 && { iteration: scope.iterations.at(-1) }),
        state: end.state,
        elapsedMs: performance.now() - beganMs,
        ...(output !== undefined && { output }),
        ...(end.error !== undefined && { error: end.error }),
        tries: execution.tries,
        ...(moves !== 'not' && { progress: progressText(place, moves === 'inside') }),
        version: execution.version.id,
      },
      tx,
    );
    execution.isCancelled ||= isCancelled;
    execution.outputBytes = outputBytes;
    execution.versions = versions;
    if (moves !== 'not' && !tx) execution.advance();
  }

  /** @returns the output as JSON text @throws {DomainError} TooLarge, also where the outputs of the run would be */
  #outputOf({ execution, action }: Step, { output }: StepEnd): string | undefined {
    if (output === undefined) return undefined;
    const text = outputText(action, output);
    const { outputLimitBytes } = execution.limits;
    if (execution.outputBytes + Buffer.byteLength(text) <= outputLimitBytes) return text;
    const message = `The outputs of the run have more than ${outputLimitBytes} bytes. Select fewer fields or rows.`;
    throw new DomainError({ code: 'TooLarge', message, params: { MaxBytes: outputLimitBytes } });
  }

  async #write(step: Step, prepared: WriteStep): Promise<void> {
    await this.transactions.execute(step.ctx, {
      kind: 'steps',
      dryRun: false,
      perform: async (tx) => {
        const { output, written } = await prepared.perform(tx);
        await this.keep(step, { state: 'Completed', output, moves: 'behind' }, tx);
        return { written };
      },
    });
    step.execution.advance();
  }

  async #call(step: Step): Promise<StepCall> {
    const { ctx, execution, scope, action } = step;
    const { body, find } = await this.resolvedBody(step);
    const named = [body.Source, ...(isArray(body.Files) ? body.Files : [])].filter((name) => typeof name === 'string');
    const outputs = await this.tokens.outputs(ctx, scope, named);
    const outputOf = (name: string): JsonValue | undefined => outputs.get(name.toLowerCase());
    const { workflowId, input, entityName, recordId } = execution.run;
    const record = entityName !== null && recordId !== null && { record: { entityName, recordId } };
    const { frame, iterations } = scope;
    const earlier = (name: string): EarlierAction | undefined => {
      const found = frame.actions.get(name.toLowerCase())?.action;
      const loops = found && frame.around.length + sharedLoops(found.path, action.path);
      return found && { action: found, iterations: iterations.slice(0, loops) };
    };
    const attempt = { attempt: execution.tries, signal: execution.signal };
    const { runId } = execution.claimed;
    return { ctx, runId, workflowId, input, ...attempt, action, body, find, outputOf, iterations, earlier, ...record };
  }
}

function outputText({ name }: Action, output: JsonValue): string {
  const text = writeJson(output);
  const maxBytes = MAX_STEP_OUTPUT_MB * 1024 * 1024;
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const message = `The output of ${name} is larger than ${MAX_STEP_OUTPUT_MB} MB.`;
  throw new DomainError({ code: 'TooLarge', message, params: { MaxBytes: maxBytes } });
}
