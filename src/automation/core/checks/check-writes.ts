import type { Entity } from '#core/catalogue/entity.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import { UpdateDrafter } from '#records/core/drafts/draft-update.js';
import type { Draft } from '#records/core/drafts/draft.js';
import type { PreparedUpdate } from '#records/core/drafts/update-draft.js';
import { faultAt, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import type { Fault } from '#core/errors.js';
import { isArray, isObject, type JsonValue } from '#core/json/json.js';
import { readAssignments, type Assignment } from '#core/requests/assignments.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { isOpenToWorkflows, namedEntity, trialContext, type ActionCheck } from './action-check.js';
import { faultsOf, whereClauseFaults } from './check-clauses.js';
import { onlyToken } from '#core/tokens/template.js';
import { hasTokens, isOfToken, literalFaults, placed, tokenFaults, typeFaults, valuesOfToken } from './token-faults.js';
import type { TokenScope } from './token-scope.js';
import { sampleOf } from './token-values.js';

/** Finds the faults of InsertRecord, UpdateRecords and DeleteRecords. */
export function* writeFaults(check: ActionCheck): MemberFaults {
  const { json, path, scope } = check;
  const write = json.Type === 'InsertRecord' ? 'insert' : 'change';
  yield* literalFaults(json.EntityName, `${path}.EntityName`);
  yield* fieldTokenFaults(scope, json.Fields, `${path}.Fields`);
  const entity = namedEntity(check);
  if (!entity) return;
  if ('message' in entity) return yield entity;
  if (!isOpenToWorkflows(entity, write)) {
    const what = `A workflow may not ${write === 'insert' ? 'insert' : 'change'} records of ${entity.name}`;
    return yield faultAt(
      `${path}.EntityName`,
      `${what}: it writes entities of your own, Notification and ApprovalRequest.`,
    );
  }
  if (isArray(json.Fields) && json.Type !== 'DeleteRecords') yield* assignedFaults(check, entity, json.Fields);
  if (isObject(json.WhereClause)) yield* whereClauseFaults(check, entity);
}

/** The name of a field in an assignment, which is no data. */
const FIELD_NAME = /\]\.FieldName$/;

function* fieldTokenFaults(scope: TokenScope, json: JsonValue | undefined, path: string): MemberFaults {
  for (const [i, item] of (isArray(json) ? json : []).entries()) {
    const at = `${path}[${i}]`;
    if (!isObject(item)) continue;
    for (const [name, value] of Object.entries(item)) {
      const inner = `${at}.${name}`;
      yield* FIELD_NAME.test(inner) ? literalFaults(value, inner) : tokenFaults(scope, value, inner);
    }
  }
}

function* assignedFaults(check: ActionCheck, entity: Entity, items: readonly JsonValue[]): MemberFaults {
  const { ctx, json, path, scope } = check;
  const isInsert = json.Type === 'InsertRecord';
  const reader = new ShapeReader(true);
  const assignments = readAssignments(items, 'Fields', reader);
  for (const fault of reader.faults.list) yield placed(fault, path);
  for (const each of assignments) yield* assignmentFaults(scope, entity, each, { path, isInsert });
  const drafter = new Drafter(trialContext(ctx), () => '00000000-0000-4000-8000-000000000001');
  const tried = assignments.map((each) => ({ ...each, value: trialValue(scope, entity, each) }));
  const faults = faultsOf(() => {
    const written = isInsert
      ? inserted(drafter, entity, tried)
      : updated(new UpdateDrafter(trialContext(ctx), entity, drafter).read(tried));
    const refused = written.filter((each) => !isOpenToWorkflows(each, 'insert')).map(({ name }) => name);
    const nested = [...new Set(refused)].map((name) => nestedFault(name));
    return [...drafter.faults.list, ...nested];
  });
  if (!isInsert && items.length === 0) yield faultAt(`${path}.Fields`, 'At least one field is required.');
  const open = new Set(assignments.filter(({ value }) => hasTokens(value)).map((each) => each.path));
  for (const fault of faults) if (!dependsOnTokens(fault, open) && !isOfToken(fault)) yield placed(fault, path);
}

const nestedFault = (name: string): Fault => ({
  code: 'Validation',
  message: `A workflow may not write records of ${name}, nested ones included.`,
  path: 'Fields',
});

function inserted(drafter: Drafter, entity: Entity, assignments: readonly Assignment[]): readonly Entity[] {
  drafter.add(entity, assignments);
  return nestedOf(drafter.finish()).filter((each) => each !== entity);
}

/** Entities of which a draft writes records. */
const nestedOf = ({ groups, inlineUpdates }: Draft): readonly Entity[] =>
  [...groups, ...inlineUpdates].map(({ entity }) => entity);

function updated({ draft, nested }: PreparedUpdate): readonly Entity[] {
  const inChildren = draft.children.flatMap(({ created, updates }) => [
    ...nestedOf(created),
    ...updates.flatMap(({ prepared }) => updated(prepared)),
  ]);
  return [...nestedOf(nested), ...draft.inlineUpdates.map(({ entity }) => entity), ...inChildren];
}

/** Tells whether a fault may be one of the sample that stands for a token. */
function dependsOnTokens({ code, path = '' }: Fault, open: ReadonlySet<string>): boolean {
  const isOpen = [...open].some((each) => path.startsWith(each));
  return isOpen && (code === 'FieldRule' || (code === 'Validation' && path.includes('.Value')));
}

function* assignmentFaults(
  scope: TokenScope,
  entity: Entity,
  { name, value, path: at }: Assignment,
  { path, isInsert }: { readonly path: string; readonly isInsert: boolean },
): MemberFaults {
  const field = entity.fields.get(name.toLowerCase());
  if (!field || name.includes('{{')) return;
  if (!isInsert && field.immutable)
    yield faultAt(`${path}.${at}`, `${field.name} cannot be changed after the record was created.`);
  yield* typeFaults(scope, value, field, `${path}.${at}.Value`);
}

/** The value of an assignment with samples in the place of tokens. */
function trialValue(scope: TokenScope, entity: Entity, { name, value }: Assignment): JsonValue {
  const field = entity.fields.get(name.toLowerCase());
  if (!hasTokens(value)) return value;
  if (typeof value === 'string' && field) return sampleOf(field);
  return withoutTokens(scope, value);
}

/** A nested value with samples of the tokens' own types. */
function withoutTokens(scope: TokenScope, json: JsonValue): JsonValue {
  if (isArray(json)) return json.map((item) => withoutTokens(scope, item));
  if (isObject(json))
    return Object.fromEntries(Object.entries(json).map(([name, item]) => [name, withoutTokens(scope, item)]));
  if (!hasTokens(json)) return json;
  const type = onlyToken(json) && valuesOfToken(scope, json)?.type;
  return type && type !== 'Any' ? sampleOf(type) : 'text';
}
