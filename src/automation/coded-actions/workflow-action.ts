import { DiscoveryService } from '@nestjs/core';
import type { PlainJson } from '#automation/core/coded-actions/plain-json.js';
import type { HookCaller } from '#records/index.js';

/** Facts about the step that an action performs. */
export interface ActionContext {
  readonly tenantId: string;
  readonly appId: string;
  readonly environmentId: string;
  /** User whose run it is; the service itself for a run that nobody has caused. */
  readonly caller: HookCaller;
  /** Id of the write or request with which everything began. */
  readonly correlationId: string;
  /** Id of the step, the same for each of its attempts: by it another system recognises what it has done already. */
  readonly eventId: string;
  /** Id of the workflow that runs. */
  readonly workflowId: string | null;
  readonly runId: string;
  /** Name of the action in the workflow. */
  readonly step: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** The record that the run is about. */
  readonly record?: { readonly entityName: string; readonly recordId: string };
  /** Aborted at the timeout, when the run is cancelled, and when another node goes on with it. */
  readonly signal: AbortSignal;
}

/** An action of workflows in code. */
export interface WorkflowAction<Input = PlainJson, Output = PlainJson | void> {
  /**
   * Performs a step; it may be called again for a step that was performed, as after a crash.
   * @param input as its schema says, tokens resolved
   * @returns JSON as the schema of the output says
   * @throws {Retry} where the step is to be tried again; any other error fails it with the error's message
   */
  run(context: ActionContext, input: Input): Output | Promise<Output>;
}

/** Declaration of an action in code. */
export interface ActionOptions {
  /** `Type` in definitions of workflows: a capital, then letters and digits; unique. */
  readonly type: string;
  /** JSON schema (2020-12, without `$ref`) of the member `Input`. */
  readonly input: object;
  /** JSON schema of what `run` answers. */
  readonly output: object;
  /** Limit of one attempt, by default 30,000, at most 3,600,000. */
  readonly timeoutMs?: number;
}

/** Lets a step be tried again, as many times as other steps are. */
export class Retry extends Error {
  /** Least time before the next attempt, in milliseconds. */
  readonly afterMs: number;

  /** @param message says why, in the run */
  constructor(message: string, { afterMs = 0 }: { readonly afterMs?: number } = {}) {
    super(message);
    this.name = 'Retry';
    this.afterMs = Number.isFinite(afterMs) ? Math.max(0, afterMs) : 0;
  }
}

export const ACTION = DiscoveryService.createDecorator<ActionOptions>();

/** Declares a provider to be an action of workflows. */
export const WorkflowAction = (options: ActionOptions): ClassDecorator => ACTION(options);

/** Declaration of a provider's class as an action; `undefined` for others. */
export const actionOptionsOf = (provider: object): ActionOptions | undefined =>
  Reflect.getMetadata(ACTION.KEY, provider) as ActionOptions | undefined;
