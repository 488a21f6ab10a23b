import { Injectable, Module } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { systemContext } from '#core/context/system-context.js';
import { resolveTokens } from '#core/tokens/template.js';
import type { Action } from '#core/catalogue/workflow.js';
import { buildActions } from '#core/compile/build-workflow.js';
import { ActionHandlers, AutomationModule, type StepCall } from '#automation/index.js';
import { Directory } from '#platform/catalogue/directory.js';
import { Database } from '#platform/database/database.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { DEVELOPMENT, type Place, type Row } from './test-app.js';

/** A step of a run that is performed alone. */
export interface RigStep {
  readonly id?: string;
  readonly runId?: string;
  readonly place?: Place;
  readonly iterations?: readonly number[];
  /** Values of tokens, by their text. */
  readonly tokens?: Row;
  /** Outputs of earlier actions as JSON, by name. */
  readonly outputs?: Readonly<Record<string, string>>;
}

/** Performs actions of one workflow as a run does, with the tokens and outputs that a test gives. */
@Injectable()
export class ActionRig {
  /** The rig of the application that was started last. */
  static latest: ActionRig;

  constructor(
    private readonly directory: Directory,
    private readonly handlers: ActionHandlers,
    private readonly database: Database,
  ) {
    ActionRig.latest = this;
  }

  async context(id = uuidV7(), runId = uuidV7(), place: Place = DEVELOPMENT): Promise<RequestContext> {
    const catalogue = (await this.directory.find(place.TenantId, place.AppId, place.EnvironmentId))!;
    return { ...systemContext(catalogue, id, new Date()), job: { source: 'Workflow', runId, chain: [] } };
  }

  /** Performs the last one of the actions. @param actions of a workflow, the earlier ones as their definitions */
  async perform(actions: readonly Row[], step: RigStep = {}): Promise<JsonValue> {
    const ctx = await this.context(step.id, step.runId, step.place);
    const built = buildActions(readJson(JSON.stringify(actions)), 'Actions');
    const prepared = await this.handlers.of(built.at(-1)!.type)!.prepare(callOf(ctx, built, step));
    if (prepared.kind !== 'write') return prepared.perform();
    return this.database.transaction(ctx, async (tx) => (await prepared.perform(tx)).output);
  }
}

function callOf(ctx: RequestContext, actions: readonly Action[], step: RigStep): StepCall {
  const { iterations = [], tokens = {}, outputs = {} } = step;
  const action = actions.at(-1)!;
  const find: StepCall['find'] = ({ text }) =>
    Object.hasOwn(tokens, text) ? readJson(JSON.stringify(tokens[text])) : undefined;
  const body = resolveTokens(action.body, find) as StepCall['body'];
  return {
    ctx,
    runId: ctx.job!.runId!,
    workflowId: null,
    input: {},
    attempt: 1,
    signal: new AbortController().signal,
    action,
    body,
    find,
    iterations,
    outputOf: (name) => (Object.hasOwn(outputs, name) ? readJson(outputs[name]) : undefined),
    earlier: (name) => {
      const found = actions.find((each) => each.name === name);
      return found && { action: found, iterations };
    },
  };
}

@Module({ imports: [AutomationModule], providers: [ActionRig], exports: [ActionRig] })
export class ActionRigModule {}
