import { plainField } from '#core/tokens/token-types.js';
import type { Lifecycle } from '#core/catalogue/lifecycle.js';
import { isUuid } from '#core/values/uuid-text.js';
import { faultAt, nameFaults, objectFaults, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { clauseTokens } from '#automation/core/runs/token-values.js';
import { bindParameters } from '#routines/core/bind-parameters.js';
import type { Routine, RoutineParameter } from '#routines/core/routine.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import { namedEntity, type ActionCheck } from './action-check.js';
import { faultsOf } from './check-clauses.js';
import { givenTokenFaults } from './check-given-tokens.js';
import { hasTokens, literalFaults, placed, tokenFaults, typeFaults } from './token-faults.js';
import type { RowValues, TokenScope } from './token-scope.js';
import { ANY_VALUE, sampleOf, valuesOf } from './token-values.js';

/** Finds the faults of ChangeStatus. */
export function* changeStatusFaults(check: ActionCheck): MemberFaults {
  const { json, path, scope } = check;
  yield* literalFaults(json.EntityName, `${path}.EntityName`);
  for (const name of ['RecordId', 'ToStatus', 'Comment']) yield* tokenFaults(scope, json[name], `${path}.${name}`);
  yield* recordIdFaults(check);
  const entity = namedEntity(check);
  if (!entity) return;
  if ('message' in entity) return yield entity;
  if (!entity.lifecycle) return yield faultAt(`${path}.EntityName`, `${entity.name} has no active lifecycle.`);
  yield* statusFaults(json.ToStatus, entity.lifecycle, `${path}.ToStatus`);
}

const RECORD_ID = { ...plainField('Uuid'), name: 'RecordId' };

function* recordIdFaults({ json: { RecordId: id = null }, path, scope }: ActionCheck): MemberFaults {
  const at = `${path}.RecordId`;
  yield* typeFaults(scope, id, RECORD_ID, at);
  if (isLiteral(id) && !isUuid(id))
    yield faultAt(at, 'RecordId must be the RecordInformationId of a record, or a token.');
}

/** Tells whether a value is text that is there and has no tokens. */
const isLiteral = (json: JsonValue | undefined): json is string =>
  typeof json === 'string' && json !== '' && !json.includes('{{');

function* statusFaults(json: JsonValue | undefined, { name, statuses }: Lifecycle, path: string): MemberFaults {
  if (!isLiteral(json) || statuses.has(json.toLowerCase())) return;
  const names = [...statuses.values()].map((status) => status.name);
  yield* nameFaults(json, path, { kind: `a status of the lifecycle ${name}`, names });
}

/** Finds the routine that ExecuteDatabaseObject names. */
const routineOf = ({ named, json }: ActionCheck): Routine | undefined => {
  const { ObjectName: name } = json;
  return typeof name === 'string'
    ? named.routines.find((each) => each.name.toLowerCase() === name.toLowerCase())
    : undefined;
};

/** Finds the faults of ExecuteDatabaseObject. */
export function* executeFaults(check: ActionCheck): MemberFaults {
  const { json, named, path } = check;
  const at = `${path}.ObjectName`;
  yield* literalFaults(json.ObjectName, at);
  const items = isArray(json.Parameters) ? json.Parameters : [];
  for (const [i, item] of items.entries()) yield* itemFaults(check, item, `${path}.Parameters[${i}]`);
  const routine = routineOf(check);
  const names = named.routines.map(({ name }) => name);
  if (routine) yield* parameterFaults(check, routine, items);
  else if (isLiteral(json.ObjectName)) yield* nameFaults(json.ObjectName, at, { kind: 'a database object', names });
}

function* itemFaults({ scope }: ActionCheck, item: JsonValue, path: string): MemberFaults {
  yield* objectFaults(item, path, ['Name', 'Value']);
  if (!isObject(item)) return;
  const { Name: name = null, Value: value } = item;
  yield* literalFaults(name, `${path}.Name`);
  if (name !== null && typeof name !== 'string') yield faultAt(`${path}.Name`, 'Name must be text.');
  yield* tokenFaults(scope, value, `${path}.Value`);
}

function* parameterFaults({ path, scope }: ActionCheck, routine: Routine, items: readonly JsonValue[]): MemberFaults {
  if (!items.every(isObject)) return;
  const given = items.map((item, i) => ({ item, parameter: parameterOf(routine, item, i), path: `Parameters[${i}]` }));
  for (const { item, parameter, path: at } of given)
    if (parameter && !parameter.isList)
      yield* typeFaults(scope, item.Value ?? null, parameter.field, `${path}.${at}.Value`);
  const tried = given.map(({ item, parameter, path: at }) => ({
    name: nameIn(item),
    value: hasTokens(item.Value) ? sampleFor(parameter) : item.Value,
    path: at,
  }));
  const faults = faultsOf(() => {
    bindParameters(routine, tried);
    return [];
  });
  for (const fault of faults) yield placed(fault, path);
}

const nameIn = ({ Name: name }: JsonObject): string | undefined =>
  typeof name === 'string' && name !== '' ? name.replace(/^@/, '') : undefined;

/** The parameter that an item gives, by its name or else by its position. */
function parameterOf({ parameters }: Routine, item: JsonObject, i: number): RoutineParameter | undefined {
  const inputs = parameters.filter(({ isOut }) => !isOut);
  const name = nameIn(item)?.toLowerCase();
  return name === undefined ? inputs[i] : inputs.find((each) => each.name.toLowerCase() === name);
}

const sampleFor = (parameter: RoutineParameter | undefined): JsonValue =>
  parameter ? (parameter.isList ? [] : sampleOf(parameter.field)) : null;

/** Row that a routine gives: its first row, its value, or its output parameters. */
export function routineRow(check: ActionCheck): RowValues {
  const routine = routineOf(check);
  if (!routine) return undefined;
  if (routine.kind === 'ScalarFunction')
    return new Map([
      ['Value', routine.returns && !routine.returns.isList ? valuesOf(routine.returns.field) : ANY_VALUE],
    ]);
  if (routine.kind === 'Procedure') return undefined;
  return new Map(routine.columns.map(({ name, field, isList }) => [name, { type: field, isList }]));
}

/** Finds the faults of RunWorkflow. */
export function* runWorkflowFaults({ json, named, path, scope }: ActionCheck): MemberFaults {
  const { Workflow: name, Tokens: tokens } = json;
  const at = `${path}.Workflow`;
  yield* literalFaults(name, at);
  if (!isLiteral(name)) return;
  const workflow = named.workflows.find((each) => each.name === name);
  if (!workflow)
    return yield* nameFaults(name, at, { kind: 'a workflow', names: named.workflows.map((each) => each.name) });
  yield* givenTokenFaults(scope, tokens, { name, parameters: workflow.tokens, path: `${path}.Tokens` });
  yield* recordFaults(scope, workflow, at);
}

/** The other workflow sees the Record and the Old of this one, so they must be of its entity. */
function* recordFaults(
  { record, old }: TokenScope,
  { name, entityName, actions }: Workflow,
  path: string,
): MemberFaults {
  if (entityName === undefined) return;
  const sources = new Set([...clauseTokens(actions.map(({ body }) => body))].map((token) => token.path[0]));
  for (const [source, own] of Object.entries({ Record: record, Old: old }))
    if (sources.has(source) && !(own && typeof own !== 'string' && own.name.toLowerCase() === entityName.toLowerCase()))
      yield faultAt(path, `${name} reads ${source} of ${entityName}, which this workflow does not have.`);
}
