import { plainField } from '#core/tokens/token-types.js';
import type { FieldType } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { didYouMean } from '#core/nearest.js';
import { faultAt, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { isArray, isObject, kindOf, type JsonObject, type JsonValue } from '#core/json/json.js';
import { ACTION_TYPES, INNER_NAMES, type ActionType, type InnerName } from '#core/catalogue/workflow.js';
import { namedEntity, type ActionCheck, type WorkflowNames } from './action-check.js';
import { actionsIn, isActionType, memberFaults } from './action-members.js';
import { changeStatusFaults, executeFaults, routineRow, runWorkflowFaults } from './check-calls.js';
import { generateFileFaults, sourceFaults, zipFaults, type MadeFile } from './check-files.js';
import { httpCallFaults, messageFaults } from './check-messages.js';
import { codedFaults } from './check-coded.js';
import { queryFaults } from './check-queries.js';
import { writeFaults } from './check-writes.js';
import { conditionFaults } from './token-faults.js';
import { rowOf, type RowValues, type TokenScope } from './token-scope.js';
import { ANY_VALUE, valuesOf } from './token-values.js';

/** Most actions of a workflow, and most levels of actions inside of others. */
const MAX_ACTIONS = 200;
const MAX_DEPTH = 5;

const ACTION_NAME = /^[A-Z][A-Za-z0-9]{0,62}$/;

/** Names of tokens, which would be confused with results of actions. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['Record', 'Old', 'Actions', 'Item', 'Secret', 'Now', 'Today']);

/** Where a list of actions stands. */
interface Place {
  readonly path: string;
  readonly depth: number;
  readonly scope: TokenScope;
  /** Files made so far, to which those of the list are added. */
  readonly made: MadeFile[];
}

/** Finds the faults of all actions of a workflow. @param scope of the first action */
export function* actionFaults(
  ctx: RequestContext,
  named: WorkflowNames,
  json: JsonValue | undefined,
  scope: Omit<TokenScope, 'actions' | 'results'>,
): MemberFaults {
  if (!isArray(json)) return yield faultAt('Actions', 'Actions must be an array of actions.');
  const names = [...namesIn(json)];
  if (names.length > MAX_ACTIONS)
    return yield faultAt(
      'Actions',
      `A workflow has at most ${MAX_ACTIONS} actions, inner ones included, not ${names.length}.`,
    );
  const whole = { ...scope, results: new Map(), actions: new Set(names) };
  yield* new ActionsCheck(ctx, named).faults(json, { path: 'Actions', depth: 0, scope: whole, made: [] });
}

/** Names of all actions, with those inside of others; empty for actions without one. */
function* namesIn(json: JsonValue | undefined): Generator<string> {
  for (const action of actionsIn(json)) {
    const { Name: name = null } = isObject(action) ? action : {};
    yield typeof name === 'string' ? name : '';
    if (isObject(action)) for (const inner of INNER_NAMES) yield* namesIn(action[inner]);
  }
}

class ActionsCheck {
  /** Names so far in lower case. */
  readonly #taken = new Set<string>();

  constructor(
    private readonly ctx: RequestContext,
    private readonly named: WorkflowNames,
  ) {}

  *faults(json: JsonValue | undefined, { path, depth, scope, made }: Place): MemberFaults {
    if (depth > MAX_DEPTH && actionsIn(json).length > 0)
      return yield faultAt(path, `Actions are nested at most ${MAX_DEPTH} levels deep.`);
    const results = new Map(scope.results);
    const inList = { ...scope, results };
    for (const [i, action] of actionsIn(json).entries()) {
      const place = { path: `${path}[${i}]`, depth, scope: inList, made };
      if (!isObject(action)) {
        yield faultAt(place.path, `An action must be an object, not ${kindOf(action)}.`);
        continue;
      }
      let row: RowValues;
      yield* this.#action(action, place, (found) => (row = found));
      const { Name: name, Type: type, EntityName: entityName } = action;
      const entity = typeof entityName === 'string' ? this.ctx.catalogue.find(entityName) : undefined;
      if (typeof name === 'string') results.set(name, { type: typeof type === 'string' ? type : '', row, entity });
    }
  }

  *#action(json: JsonObject, { path, scope, ...place }: Place, found: (row: RowValues) => void): MemberFaults {
    yield* this.#nameFaults(json.Name, `${path}.Name`);
    const { Type: type = null } = json;
    const check = { ctx: this.ctx, named: this.named, scope, json, path };
    const coded = this.named.actions.find((action) => action.type === type);
    if (coded) {
      yield* commonFaults(check, coded.type);
      return yield* codedFaults(check, coded, found);
    }
    if (!isActionType(type)) return yield typeFault(type, `${path}.Type`, this.named);
    yield* commonFaults(check, type);
    if (type === 'RunQuery') return yield* queryFaults(check, found);
    yield* this.#ownFaults(type, check, { path, scope, ...place });
    found(resultOf(type, check));
  }

  *#ownFaults(type: ActionType, check: ActionCheck, place: Place): MemberFaults {
    switch (type) {
      case 'Condition':
        return yield* this.#branches(check, place);
      case 'ForEach':
        return yield* this.#loop(check, place);
      case 'GenerateFile':
        yield* generateFileFaults(check);
        if (typeof check.json.Name === 'string')
          place.made.push({ name: check.json.Name, fileName: check.json.FileName });
        return;
      case 'Zip':
        return yield* zipFaults(check, place.made);
      case 'RunQuery':
        return;
      default:
        yield* OWN_FAULTS[type](check);
    }
  }

  *#branches({ json, path, scope }: ActionCheck, { depth, made }: Place): MemberFaults {
    const { If: condition = null } = json;
    if (isObject(condition)) yield* conditionFaults(this.ctx, scope, condition, `${path}.If`);
    if (actionsIn(json.Then).length + actionsIn(json.Else).length === 0)
      yield faultAt(path, 'A Condition needs actions in Then, in Else or in both.');
    const before = [...made];
    for (const name of ['Then', 'Else'] as const) {
      // A branch does not see the files of the other one, of which it runs instead.
      const inBranch = [...before];
      yield* this.#inner(json, name, { path, depth, scope, made: inBranch });
      made.push(...inBranch.slice(before.length));
    }
  }

  *#loop(check: ActionCheck, { depth, made }: Place): MemberFaults {
    const { json, path, scope } = check;
    yield* sourceFaults(check);
    if (isArray(json.Do) && json.Do.length === 0) yield faultAt(`${path}.Do`, 'A ForEach needs at least one action.');
    const source = typeof json.Source === 'string' ? scope.results.get(json.Source) : undefined;
    yield* this.#inner(json, 'Do', {
      path,
      depth,
      scope: { ...scope, item: { row: source?.row, entity: source?.entity } },
      made,
    });
  }

  *#inner(json: JsonObject, name: InnerName, { path, depth, ...rest }: Place): MemberFaults {
    yield* this.faults(json[name], { path: `${path}.${name}`, depth: depth + 1, ...rest });
  }

  *#nameFaults(json: JsonValue | undefined, path: string): MemberFaults {
    if (typeof json !== 'string' || json === '') return;
    const key = json.toLowerCase();
    if (!ACTION_NAME.test(json))
      yield faultAt(path, 'The name must begin with a capital and have letters and digits, at most 63.');
    else if (RESERVED_NAMES.has(json)) yield faultAt(path, `${json} is the name of a token.`);
    else if (this.#taken.has(key))
      yield faultAt(path, `Two actions are called ${json}; letter case makes no difference.`);
    this.#taken.add(key);
  }
}

/** Finds the faults of what all actions have. */
function* commonFaults({ ctx, scope, json, path }: ActionCheck, type: string): MemberFaults {
  yield* memberFaults(json, type, path);
  const { OnError: onError = null, When: when = null } = json;
  if (typeof onError === 'string' && onError !== 'Fail' && onError !== 'Continue')
    yield faultAt(`${path}.OnError`, 'OnError must be Fail or Continue.');
  if (isObject(when)) yield* conditionFaults(ctx, scope, when, `${path}.When`);
}

function typeFault(json: JsonValue, path: string, { actions }: WorkflowNames): ReturnType<typeof faultAt> {
  const types = [...ACTION_TYPES, ...actions.map(({ type }) => type)];
  const near = typeof json === 'string' ? didYouMean(json, types) : '';
  return faultAt(path, `Type must be one of ${types.join(', ')}.${near}`);
}

type Structured = 'Condition' | 'ForEach' | 'GenerateFile' | 'Zip' | 'RunQuery';

const OWN_FAULTS: Readonly<Record<Exclude<ActionType, Structured>, (check: ActionCheck) => MemberFaults>> = {
  InsertRecord: writeFaults,
  UpdateRecords: writeFaults,
  DeleteRecords: writeFaults,
  ChangeStatus: changeStatusFaults,
  ExecuteDatabaseObject: executeFaults,
  SendNotification: messageFaults,
  SendEmail: messageFaults,
  HttpCall: httpCallFaults,
  RunWorkflow: runWorkflowFaults,
};

/** Members of results whose types do not depend on the action; `undefined`: of any type. */
const RESULTS: Readonly<Partial<Record<ActionType, Readonly<Record<string, FieldType | undefined>>>>> = {
  UpdateRecords: { RecordAffected: 'Int', Records: undefined },
  DeleteRecords: { RecordAffected: 'Int', Records: undefined },
  SendNotification: { Notified: 'Int' },
  SendEmail: { Sent: undefined },
  HttpCall: { StatusCode: 'Int', Body: undefined },
  Condition: { Held: 'Bool' },
  ForEach: { Rows: 'Int' },
  GenerateFile: { FileName: 'Text', Size: 'Int' },
  Zip: { FileName: 'Text', Size: 'Int' },
  RunWorkflow: { RunId: 'Uuid', State: 'Text', Output: undefined },
};

/** Row that tokens read in the result of an action. */
function resultOf(type: ActionType, check: ActionCheck): RowValues {
  if (type === 'ExecuteDatabaseObject') return routineRow(check);
  if (type === 'InsertRecord') {
    const entity = namedEntity(check);
    return entity && 'fields' in entity ? rowOf(entity) : undefined;
  }
  const members = RESULTS[type];
  if (!members) return undefined;
  return new Map(
    Object.entries(members).map(([name, fieldType]) => [name, fieldType ? valuesOf(plainField(fieldType)) : ANY_VALUE]),
  );
}
