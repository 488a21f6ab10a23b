import { Injectable } from '@nestjs/common';
import { DomainError, Faults } from '#core/errors.js';
import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { innerScopeOf, type WorkflowScope } from '#automation/core/runs/workflow-scope.js';
import { innerName } from '#core/compile/run-definitions.js';
import { resumeIn, type Progress, type StepPlace } from '#automation/core/runs/progress.js';
import type { TokenRow } from '#automation/core/runs/token-values.js';
import { requireExecutable } from '#automation/core/workflows/executable.js';
import { MAX_CHAIN } from '#core/catalogue/run.js';
import { workflowTokens } from '#automation/core/workflows/workflow-tokens.js';
import type { Action, Workflow } from '#core/catalogue/workflow.js';
import { buildActions } from '#core/compile/build-workflow.js';
import { problem } from '#platform/http/problem.js';
import { RunFailed } from '#automation/queue/run-errors.js';
import { PerformStep, type Step } from './perform-step.service.js';
import type { RunExecution } from './run-execution.js';
import type { StepScope } from './step-tokens.service.js';

/** Most rows of a ForEach. */
const MAX_ROWS = 10_000;

/** Walks through the actions of a run from its progress on, one step after the other. */
@Injectable()
export class ExecuteActions {
  constructor(private readonly steps: PerformStep) {}

  /** @param progress of earlier tries */
  walk(execution: RunExecution, frame: WorkflowScope, progress: Progress | undefined): Promise<void> {
    return this.#list(execution, { frame, iterations: [] }, frame.workflow.actions, progress);
  }

  /** Performs one step alone, which an earlier walk has passed over. */
  async repeat(execution: RunExecution, frame: WorkflowScope, place: StepPlace): Promise<void> {
    await this.#repeatIn(execution, { frame, iterations: [] }, frame.workflow.actions, place);
  }

  async #repeatIn(
    execution: RunExecution,
    scope: StepScope,
    actions: readonly Action[],
    place: StepPlace,
  ): Promise<void> {
    const action = actions.find(({ path }) => place.path === path || place.path.startsWith(`${path}.`));
    if (!action) throw new RunFailed(problem('NotFound', 'The step does not exist.'), undefined);
    const step = await this.steps.begin(execution, scope, action);
    if (action.path === place.path)
      return this.steps.traced(step, () =>
        this.steps.repeat(step).catch((error: unknown) => this.steps.fail(step, error)),
      );
    if (action.type === 'RunWorkflow') {
      const { scope: inside, actions: inner } = this.#inside(step, await this.#keptTokens(step));
      return this.#repeatIn(execution, inside, inner, place);
    }
    if (action.type !== 'ForEach')
      return this.#repeatIn(execution, scope, [...(action.inner.Then ?? []), ...(action.inner.Else ?? [])], place);
    const i = place.iterations[scope.iterations.length];
    const inside = iterationOf(scope, i, await this.#rowsOf(step));
    await this.#repeatIn(execution, inside, action.inner.Do ?? [], place);
  }

  async #list(
    execution: RunExecution,
    scope: StepScope,
    actions: readonly Action[],
    progress: Progress | undefined,
  ): Promise<void> {
    const { index, inside } = resumeIn(actions, progress);
    for (const [i, action] of actions.slice(index).entries())
      await this.#action(execution, scope, action, i === 0 ? inside : undefined);
  }

  async #action(
    execution: RunExecution,
    scope: StepScope,
    action: Action,
    inside: Progress | undefined,
  ): Promise<void> {
    execution.mayGoOn();
    const step = await this.steps.begin(execution, scope, action);
    await this.steps.traced(step, () => this.#walkStep(step, inside));
  }

  async #walkStep(step: Step, inside: Progress | undefined): Promise<void> {
    const { action } = step;
    try {
      if (!inside && action.when !== undefined && !(await this.steps.holds(step, action.when)))
        return await this.steps.keep(step, { state: 'Skipped', moves: 'behind' });
      await this.#perform(step, inside);
    } catch (error) {
      if (error instanceof RunFailed && action.onError === 'Continue' && isContainer(action))
        return this.steps.pass(step, error.problem);
      await this.steps.fail(step, error);
    }
  }

  #perform(step: Step, inside: Progress | undefined): Promise<void> {
    switch (step.action.type) {
      case 'Condition':
        return this.#condition(step, inside);
      case 'ForEach':
        return this.#forEach(step, inside);
      case 'RunWorkflow':
        return this.#runWorkflow(step, inside);
      default:
        return this.steps.perform(step);
    }
  }

  async #condition(step: Step, inside: Progress | undefined): Promise<void> {
    const { execution, scope, action } = step;
    const held = inside ? await this.#held(step, inside) : await this.steps.holds(step, action.body.If ?? null);
    if (!inside) await this.steps.keep(step, { state: 'Completed', output: { Held: held }, moves: 'inside' });
    await this.#list(execution, scope, action.inner[held ? 'Then' : 'Else'] ?? [], inside);
  }

  /** The branch that an earlier try has taken. */
  async #held(step: Step, { path, isEntered }: Progress): Promise<boolean> {
    if (!isEntered) return path.startsWith(`${step.action.path}.Then`);
    const output = await this.steps.outputOf(step, step.action.name);
    return isObject(output) && output.Held === true;
  }

  async #forEach(step: Step, inside: Progress | undefined): Promise<void> {
    const { execution, scope, action } = step;
    const rows = await this.#rowsOf(step);
    const first = inside?.iterations[scope.iterations.length] ?? 0;
    for (let i = first; i < rows.length; i++) {
      const resumed = i === first ? inside : undefined;
      await this.#list(execution, iterationOf(scope, i, rows), action.inner.Do ?? [], resumed);
    }
    await this.steps.keep(step, {
      state: 'Completed',
      output: { Rows: new JsonNumber(String(rows.length)) },
      moves: 'behind',
    });
  }

  /** The rows of a ForEach, with the entity that they are of. */
  async #rowsOf({ action, scope, ctx, ...step }: Step): Promise<readonly TokenRow[]> {
    const source = typeof action.body.Source === 'string' ? action.body.Source : '';
    const rows = rowsIn(source, await this.steps.outputOf({ action, scope, ctx, ...step }, source));
    const body = scope.frame.actions.get(source.toLowerCase())?.action.body;
    const entity = typeof body?.EntityName === 'string' ? ctx.catalogue.find(body.EntityName) : undefined;
    return rows.map((row) => ({ row: isObject(row) ? row : undefined, entity }));
  }

  /** Runs another workflow inside of this run: its steps are steps of the run, and as durable. */
  async #runWorkflow(step: Step, inside: Progress | undefined): Promise<void> {
    const { execution } = step;
    const tokens = inside ? await this.#keptTokens(step) : await this.#enter(step);
    const { scope, actions } = this.#inside(step, tokens);
    await this.#list(execution, scope, actions, inside);
    const last = actions.findLast(({ type }) => type !== 'Condition');
    const output = last && (await this.steps.outputOf({ ...step, scope }, last.name));
    const result: JsonObject = { RunId: execution.claimed.runId, State: 'Completed', Output: output ?? null };
    await this.steps.keep(step, { state: 'Completed', output: result, moves: 'behind' });
  }

  /**
   * Scope and actions inside a workflow that the run runs inside.
   * @throws {DomainError} as `requireExecutable`: a run that is retried goes on inside by the rights of now
   */
  #inside(step: Step, tokens: JsonObject): { readonly scope: StepScope; readonly actions: readonly Action[] } {
    const { scope, action, ctx } = step;
    const inner = innerOf(step);
    requireExecutable(ctx, ctx.catalogue.automation.workflows.get(inner.id) ?? inner);
    const bodies = inner.actions.map(({ body }) => body);
    const actions = buildActions(bodies, `${action.path}.Run`);
    const input = { ...scope.frame.input, Tokens: tokens };
    const frame = innerScopeOf(scope.frame, { ...inner, actions }, input, scope.iterations);
    return { scope: { ...scope, frame }, actions };
  }

  /** Checks rights and tokens as an execution does, and keeps the tokens, which later tries need unchanged. */
  async #enter(step: Step): Promise<JsonObject> {
    const { ctx, scope } = step;
    const inner = innerOf(step);
    if (scope.frame.depth >= MAX_CHAIN)
      throw new RunFailed(
        problem('Validation', `Workflows run inside each other more than ${MAX_CHAIN} deep.`),
        step.action.name,
      );
    requireExecutable(ctx, inner);
    if (!inner.isActive)
      throw new DomainError({ code: 'Validation', message: `Workflow ${inner.name} is not active.` });
    const { body } = await this.steps.resolvedBody(step);
    const faults = new Faults();
    const tokens = workflowTokens(ctx, inner, isObject(body.Tokens) ? body.Tokens : {}, faults);
    faults.throwIfAny();
    await this.steps.keep(step, { state: 'Running', output: { Tokens: tokens }, moves: 'inside' });
    return tokens;
  }

  async #keptTokens(step: Step): Promise<JsonObject> {
    const kept = await this.steps.outputOf(step, step.action.name);
    return isObject(kept) && isObject(kept.Tokens) ? kept.Tokens : {};
  }
}

const isContainer = ({ type }: Action): boolean => type === 'Condition' || type === 'ForEach' || type === 'RunWorkflow';

function innerOf({ execution, action }: Step): Workflow {
  const inner = execution.version.definitions.inner.get(innerName(action.body));
  if (!inner) throw new DomainError({ code: 'NotFound', message: 'There is no such workflow.' });
  return inner;
}

const iterationOf = ({ frame, iterations }: StepScope, i: number, rows: readonly TokenRow[]): StepScope => ({
  frame,
  iterations: [...iterations, i],
  item: rows[i],
});

function rowsIn(source: string, output: JsonValue | undefined): readonly JsonValue[] {
  const rows = isArray(output) ? output : output === undefined || output === null ? [] : [output];
  if (rows.length <= MAX_ROWS) return rows;
  const message = `${source} gave ${rows.length} rows, and a ForEach takes at most ${MAX_ROWS}.`;
  throw new DomainError({ code: 'TooManyRows', message, params: { MaxRows: MAX_ROWS } });
}
