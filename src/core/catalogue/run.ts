import type { JsonObject, JsonText, JsonValue } from '#core/json/json.js';
import type { RunAs } from './workflow.js';

/** A trigger, or the workflow of a move or approval, that acted on a record. */
export interface ChainLink {
  /** Id of the trigger, or of the workflow where no trigger fired. */
  readonly definitionId: string;
  /** Id of the record; null for a schedule. */
  readonly recordId: string | null;
  /** Of the first link: correlation id of the write that everything began with; of a schedule, an id of its firing. */
  readonly correlationId?: string;
}

/** Links that led to a run; a person's write begins a new chain. */
export type Chain = readonly ChainLink[];

/** Running: also while the run waits for its turn or its next try. Stopped: its chain of firings is a loop. */
export const RUN_STATES = ['Running', 'Completed', 'Failed', 'Stopped', 'Cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Skipped: its `When` did not hold. */
export const STEP_STATES = ['Running', 'Completed', 'Failed', 'Skipped', 'Cancelled'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Largest output of a step as JSON text. */
export const MAX_STEP_OUTPUT_MB = 5;

/** Values that a run begins with. */
export interface RunInput {
  /** Values of the workflow's tokens. */
  readonly Tokens?: JsonObject;
  /** The record as its change left it, by field, system fields included. */
  readonly Record?: JsonObject;
  /** The record before that change. */
  readonly Old?: JsonObject;
  /** Key by which the user signed in, whose limits hold for the run; absent for a token. */
  readonly ApiKeyId?: string;
}

/** `RunInput` as it is stored. Records come as PostgreSQL has written them: no node looks into them before the run begins. */
export interface NewRunInput {
  readonly Tokens?: JsonObject;
  readonly Record?: JsonText;
  readonly Old?: JsonText;
  readonly ApiKeyId?: string;
}

/** A run that is to be enqueued. */
export interface NewRun {
  readonly id: string;
  /** Null: the notifications of a trigger. */
  readonly workflowId: string | null;
  readonly triggerId?: string;
  /** The record that the run is about. */
  readonly record?: { readonly entityName: string; readonly id: string; readonly recordInformationId: string };
  readonly input: NewRunInput;
  readonly runAs: RunAs;
  /** User who caused it; `SYSTEM_USER_ID` for schedules. */
  readonly userId: string;
  /** Run whose step caused it. */
  readonly causedBy?: string;
  /** Correlation id of the request or step whose write caused it; absent for schedules. */
  readonly causeId?: string;
  readonly chain: Chain;
  /** Present for a run that is recorded but not executed: why its chain was stopped. */
  readonly stopped?: string;
  /** Present for a run that has failed before its first step: why. */
  readonly failed?: string;
  /** Runs with the same order key are executed one after the other, in the order in which they were enqueued. */
  readonly orderKey?: string;
}

/** Longest chain of firings and starts (docs/triggers.md#loops). */
export const MAX_CHAIN = 8;

/** Row that `{{Actions.Name.Field}}` reads in the output of an action: its first row. */
export function firstRow(output: JsonValue): JsonObject | undefined {
  const first: unknown = Array.isArray(output) ? output[0] : output;
  return typeof first === 'object' && first !== null && !Array.isArray(first) ? (first as JsonObject) : undefined;
}
