import { Definition } from '../catalogue/definition.js';
import { isObject, type JsonObject, type JsonValue } from '../json/json.js';
import type { Parameter } from '../query-parameters/parameter.js';
import { readParameters } from '../query-parameters/read-parameters.js';
import { ShapeReader } from '../requests/shape-reader.js';

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
  readonly type: ActionType;
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
}

/** Builds a workflow from its definition, whose faults the checks of definitions refuse. */
export function buildWorkflow(json: JsonObject): Workflow {
  const definition = new Definition(json);
  const type = (definition.text('Type') ?? 'Manual') as WorkflowType;
  const [entityName, requiredPermission] = [definition.text('EntityName'), definition.text('RequiredPermission')];
  return {
    id: definition.text('Id') ?? '',
    name: definition.text('Name') ?? '',
    ...(entityName !== undefined && { entityName }),
    type,
    runAs: (definition.text('RunAs') ?? (type === 'Manual' ? 'Caller' : 'Service')) as RunAs,
    isActive: definition.flag('IsActive', true),
    allowedRoles: definition.texts('AllowedRoles'),
    ...(requiredPermission !== undefined && { requiredPermission }),
    tokens: tokensOf(definition.value('Tokens')),
    actions: buildActions(definition.value('Actions'), 'Actions'),
  };
}

function tokensOf(json: JsonValue | undefined): readonly Parameter[] {
  const reader = new ShapeReader(false);
  return readParameters(reader, reader.object({ Tokens: json ?? [] }, '', ['Tokens']), 'Tokens');
}

/** Reads a list of actions. @param path of the list, such as `Actions[2].Then` */
export function buildActions(json: JsonValue | undefined, path: string): readonly Action[] {
  const list = new Definition({ list: json ?? null }).array('list');
  return list.flatMap((item, i) => (isObject(item) ? [buildAction(item, `${path}[${i}]`)] : []));
}

function buildAction(body: JsonObject, path: string): Action {
  const definition = new Definition(body);
  const when = definition.value('When');
  const inner = INNER_NAMES.filter((name) => definition.value(name) !== undefined).map(
    (name) => [name, buildActions(definition.value(name), `${path}.${name}`)] as const,
  );
  return {
    name: definition.text('Name') ?? '',
    type: definition.text('Type') as ActionType,
    ...(when !== undefined && { when }),
    onError: definition.text('OnError') === 'Continue' ? 'Continue' : 'Fail',
    path,
    body,
    inner: Object.fromEntries(inner),
  };
}

/** All actions of a workflow with those inside of others, in the order of the definition. */
export function* allActions(actions: readonly Action[]): Generator<Action> {
  for (const action of actions) {
    yield action;
    for (const name of INNER_NAMES) yield* allActions(action.inner[name] ?? []);
  }
}
