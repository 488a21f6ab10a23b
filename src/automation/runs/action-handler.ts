import type { Entity } from '#core/catalogue/entity.js';
import type { RunInput } from '#core/catalogue/run.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import type { FindToken } from '#core/tokens/template.js';
import type { Action } from '#core/catalogue/workflow.js';
import type { Transaction } from '#platform/database/transaction.js';

/** An earlier action as a step sees it. */
export interface EarlierAction {
  readonly action: Action;
  /** Iterations of the loops that it shares with the step; further ones are loops around the earlier action alone. */
  readonly iterations: readonly number[];
}

/** One step of a run: an action, in one iteration if it is inside a ForEach. */
export interface StepCall {
  /**
   * Context of the step: its user with the rights of the run, `job` with the run, and the step's id as correlation id. The
   * id is the same on every try.
   */
  readonly ctx: RequestContext;
  readonly runId: string;
  /** Null: the notifications of a trigger. */
  readonly workflowId: string | null;
  readonly input: RunInput;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Aborted when the run is cancelled or lost, with the reason. */
  readonly signal: AbortSignal;
  readonly action: Action;
  /** The record that the run is about. */
  readonly record?: { readonly entityName: string; readonly recordId: string };
  /** The action's members with their tokens resolved, inner actions, `When` and the Text of a file aside. */
  readonly body: JsonObject;
  /** Values of tokens, for members that are no JSON text with tokens. */
  readonly find: FindToken;
  /** Outputs of earlier steps that the action names, such as the `Source` of a file. */
  outputOf(actionName: string): JsonValue | undefined;
  /** Iteration of each ForEach around the step, from the outside in. */
  readonly iterations: readonly number[];
  /** An earlier action of the same workflow by its name. */
  earlier(actionName: string): EarlierAction | undefined;
}

/** A step that writes records. Its completion is stored in the same transaction. */
export interface WriteStep {
  readonly kind: 'write';
  /** Runs again from its start when its transaction is retried. @returns its output, and the entities it may have changed */
  perform(tx: Transaction): Promise<{ readonly output: JsonValue; readonly written: readonly Entity[] }>;
}

/**
 * A step that reads, or acts outside of the database. It may run again after a crash: what it does outside must bear the
 * step's id.
 */
export interface OtherStep {
  /** `remote` for a step that waits for another system: its run leaves its place to others meanwhile. */
  readonly kind: 'other' | 'remote';
  /** True where it changes records in a transaction of its own. */
  readonly writes?: boolean;
  perform(): Promise<JsonValue>;
}

/** Executes the actions of one type. */
export interface ActionHandler {
  /**
   * Prepares a step.
   * @throws {DomainError} of a kind that no retry can mend; `TemporaryFault` for what may succeed later
   */
  prepare(call: StepCall): WriteStep | OtherStep | Promise<WriteStep | OtherStep>;
}

/** A fault of others, such as a timeout, that a later try may not meet. */
export class TemporaryFault extends Error {
  /** @param afterMs least time before the next try, if the other side has named one */
  constructor(
    message: string,
    readonly afterMs?: number,
  ) {
    super(message);
    this.name = 'TemporaryFault';
  }
}
