import type { Fault } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';

/** Writes that a step can be. */
export const STEP_OPERATIONS = ['Insert', 'Update', 'Delete', 'Upsert'] as const;
export type StepOperation = (typeof STEP_OPERATIONS)[number];

/** `Atomic`: all steps or none (default). `Independent`: each step by itself. */
export const BATCH_MODES = ['Atomic', 'Independent'] as const;
export type BatchMode = (typeof BATCH_MODES)[number];

/** Maximum of steps (docs/interface/records.md#batch). */
export const MAX_STEPS = 1_000;

/** One write of a batch, whose body is not read yet. */
export interface BatchStep {
  readonly operation: StepOperation;
  /** Name by which later steps refer to its record. */
  readonly ref?: string;
  readonly body: JsonObject;
}

/** Several writes in one request. */
export interface BatchCommand {
  readonly mode: BatchMode;
  readonly steps: readonly BatchStep[];
  readonly dryRun: boolean;
  /** Faults of the batch's own shape. */
  readonly shapeFaults: readonly Fault[];
}

/** Members of a step that are not those of its operation's body. */
export const STEP_MEMBERS: readonly string[] = ['Operation', 'Ref'];
