import type { JsonObject, JsonValue } from '#core/json/json.js';
import type { Labels } from './labels.js';
import type { Parameter } from './parameter.js';

/** Types of the service's own actions. */
export const ACTION_TYPES = [
  'InsertRecord',
  'UpdateRecords',
  'DeleteRecords',
  'RunQuery',
  'ChangeStatus',
  'ExecuteDatabaseObject',
  'SendNotification',
  'SendEmail',
  'HttpCall',
  'Condition',
  'ForEach',
  'GenerateFile',
  'Zip',
  'RunWorkflow',
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

export const WORKFLOW_TYPES = ['Manual', 'AfterTransition', 'Triggered', 'Scheduled'] as const;
export type WorkflowType = (typeof WORKFLOW_TYPES)[number];

/** Whose rights a run has: those of the user who caused it, or all rights inside the environment. */
export type RunAs = 'Caller' | 'Service';

/** One action of a workflow. */
export interface Action {
  readonly name: string;
  /** One of `ACTION_TYPES`, or the type of a coded action. */
  readonly type: string;
  /** Where-clause over tokens; the action is skipped where it does not hold. */
  readonly when?: JsonValue;
  readonly onError: 'Fail' | 'Continue';
  /** Its place in the definition, such as `Actions[2].Then[0]`. */
  readonly path: string;
  /** All members, with their tokens. */
  readonly body: JsonObject;
  /** Actions inside: `Then` and `Else` of a Condition, `Do` of a ForEach. */
  readonly inner: Readonly<Partial<Record<InnerName, readonly Action[]>>>;
}

export const INNER_NAMES = ['Then', 'Else', 'Do'] as const;
export type InnerName = (typeof INNER_NAMES)[number];

/** A chain of actions (docs/definitions.md#workflow). */
export interface Workflow {
  readonly id: string;
  readonly name: string;
  /** Entity of `{{Record.…}}`. */
  readonly entityName?: string;
  readonly type: WorkflowType;
  readonly runAs: RunAs;
  readonly isActive: boolean;
  /** Names of roles that may execute it. */
  readonly allowedRoles: readonly string[];
  readonly requiredPermission?: string;
  readonly tokens: readonly Parameter[];
  readonly actions: readonly Action[];
  /** Text for people who execute it. */
  readonly description?: string;
  readonly labels?: Labels;
}

/** All actions of a workflow with those inside of others, in the order of the definition. */
export function* allActions(actions: readonly Action[]): Generator<Action> {
  for (const action of actions) {
    yield action;
    for (const name of INNER_NAMES) yield* allActions(action.inner[name] ?? []);
  }
}
