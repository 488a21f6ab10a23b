import { Injectable, Module } from '@nestjs/common';
import { AutomationModule, TokenConditions, ActionHandlers, type WriteStep } from '#automation/index.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { RecordsModule, WriteTransactions } from '#records/index.js';
import type { RequestContext } from '#core/context/context.js';
import { type JsonObject, type JsonValue, writeJson } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { onBehalf, systemContext } from '#core/context/system-context.js';
import type { RunAs } from '#core/catalogue/workflow.js';
import { buildActions, buildWorkflow } from '#core/compile/build-workflow.js';
import { Directory } from '#platform/catalogue/directory.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { DEVELOPMENT, type Place } from '../../../support/test-app.js';

/** Whose step it is, and the id that it has on every try. */
export interface Step {
  readonly user: string;
  readonly runAs?: RunAs;
  readonly id?: string;
  readonly place?: Place;
}

type Performed = Awaited<ReturnType<WriteStep['perform']>> & Partial<WriteOutcome>;

const json = (value: unknown): JsonValue => readJson(JSON.stringify(value));

/** Performs single steps as a run does: with a job in their context, in a transaction of their own. */
@Injectable()
export class StepRig {
  /** The rig of the application that was started last. */
  static latest: StepRig;

  constructor(
    private readonly directory: Directory,
    private readonly handlers: ActionHandlers,
    private readonly transactions: WriteTransactions,
    private readonly judge: TokenConditions,
  ) {
    StepRig.latest = this;
  }

  async context({ user, runAs = 'Service', id = uuidV7(), place = DEVELOPMENT }: Step): Promise<RequestContext> {
    const catalogue = (await this.directory.find(place.TenantId, place.AppId, place.EnvironmentId))!;
    const principal = await this.directory.member(catalogue, user);
    if (!principal || principal === 'inactive') throw new Error(`${user} is no member.`);
    const job = { source: 'Workflow', runId: uuidV7(), chain: [] } as const;
    const ctx: RequestContext = { ...systemContext(catalogue, id, new Date()), principal, job };
    return runAs === 'Service' ? onBehalf(ctx) : ctx;
  }

  /** Performs an action whose tokens are resolved. @returns its output as text, numbers digit for digit */
  async perform(step: Step, action: Readonly<Record<string, unknown>>): Promise<string> {
    const ctx = await this.context(step);
    const [built] = buildActions(json([{ Name: 'Step', ...action }]), 'Actions');
    const prepared = await this.handlers.of(built.type)!.prepare({
      ctx,
      runId: ctx.job!.runId!,
      workflowId: null,
      input: {},
      attempt: 1,
      signal: new AbortController().signal,
      action: built,
      body: built.body,
      find: () => undefined,
      outputOf: () => undefined,
      iterations: [],
      earlier: () => undefined,
    });
    if (prepared.kind !== 'write') return writeJson(await prepared.perform());
    const { output } = await this.transactions.execute<Performed>(ctx, {
      kind: 'steps',
      dryRun: false,
      perform: (tx) => prepared.perform(tx),
    });
    return writeJson(output);
  }

  /** Judges a clause on tokens with these values, by name in lower case. */
  async holds(
    step: Step,
    workflow: Readonly<Record<string, unknown>>,
    clause: unknown,
    values: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    const known = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), json(value)]));
    return this.judge.holds(await this.context(step), {
      clause: json(clause),
      workflow: buildWorkflow(json({ Name: 'Tried', Type: 'Manual', ...workflow }) as JsonObject),
      find: ({ path }) => known.get(path.join('.').toLowerCase()),
    });
  }
}

@Module({
  imports: [AutomationModule, AutomationModule, AutomationModule, RecordsModule],
  providers: [StepRig],
  exports: [StepRig],
})
export class StepRigModule {}
