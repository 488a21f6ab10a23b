import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { DefinitionSet } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import { allActions, type ActionType } from '#core/catalogue/workflow.js';
import { buildWorkflow } from '#core/compile/build-workflow.js';
import { resolveField } from '#core/criteria/field-path.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { parseOperandSource } from '#core/requests/operand-source.js';
import { gathered, type Steps } from '#core/steps.js';

/** Members of a definition set whose clauses read with the rights of the service, by the kind of their definitions. */
const KINDS = [
  ['entities', 'Entity'],
  ['extensions', 'Entity'],
  ['lifecycles', 'Lifecycle'],
  ['approvalProcesses', 'ApprovalProcess'],
  ['triggers', 'Trigger'],
  ['roleAccess', 'RoleAccess'],
] as const;

/** Kinds of definitions that are parts of others, by the lists that they stand in. */
const PARTS: Readonly<Record<string, string>> = {
  Fields: 'Field',
  Rules: 'Rule',
  Hooks: 'Hook',
  Statuses: 'Status',
  Transitions: 'Transition',
};

/** Actions whose output leaves the environment. */
const DELIVERING: ReadonlySet<string> = new Set<ActionType>([
  'SendEmail',
  'HttpCall',
  'GenerateFile',
  'Zip',
  'SendNotification',
]);

/** Place in a definition: the entity that names of fields belong to, and the definition that is written. */
interface Place {
  readonly entity?: Entity | undefined;
  /** Kind and name; absent where the definition is not written. */
  readonly written?: string | undefined;
  /** Name of the member, of a list that of the list. */
  readonly member: string;
}

interface Reads {
  readonly catalogue: Catalogue;
  readonly ids: ReadonlySet<string>;
  /** Names of the protected fields that each written definition reads. */
  readonly found: Map<string, Set<string>>;
}

/**
 * Says of written definitions which protected fields they read with the rights of the service, and of workflows which run
 * as the service that what they send may have such values.
 * @param ids of the written definitions
 */
export function* protectedReadRemarks(
  catalogue: Catalogue,
  definitions: DefinitionSet,
  ids: ReadonlySet<string>,
): Steps<readonly string[]> {
  if ([...catalogue.entities.values()].every(({ protectedFields }) => protectedFields.length === 0)) return [];
  const all = KINDS.flatMap(([member, kind]) => (definitions[member] ?? []).map((json) => [kind, json] as const));
  const ofClauses = yield* gathered(all, ([kind, json]) =>
    readsIn(catalogue, ids, kind, json).map(
      ([name, fields]) => `${name} reads ${fields} with the rights of the service, whoever causes it to be read.`,
    ),
  );
  const sending = definitions.workflows
    .filter(({ Id: id }) => typeof id === 'string' && ids.has(id))
    .filter(sendsAsService);
  const ofWorkflows = yield* gathered(sending, (json) =>
    readsIn(catalogue, ids, 'Workflow', json).map(
      ([name, fields]) =>
        `${name} runs as the service and reads ${fields}: receivers of what it sends may see the values.`,
    ),
  );
  return [...ofClauses, ...ofWorkflows];
}

function sendsAsService(json: JsonObject): boolean {
  const { runAs, actions } = buildWorkflow(json);
  return runAs === 'Service' && [...allActions(actions)].some(({ type }) => DELIVERING.has(type));
}

function readsIn(
  catalogue: Catalogue,
  ids: ReadonlySet<string>,
  kind: string,
  json: JsonObject,
): readonly (readonly [string, string])[] {
  const found = new Map<string, Set<string>>();
  visit({ catalogue, ids, found }, json, { member: kind });
  return [...found].map(([name, fields]) => [name, `the protected ${[...fields].join(', ')}`]);
}

function visit(reads: Reads, json: JsonValue, place: Place): void {
  if (typeof json === 'string') return visitText(reads, json, place);
  if (isArray(json)) for (const item of json) visit(reads, item, place);
  if (!isObject(json)) return;
  const inner = placeOf(reads, json, place);
  if (place.member === 'Filters' || place.member === 'FieldChanges') noteFilter(reads, json, inner);
  if (json.Type === 'RunQuery') noteQuery(reads, json, inner);
  for (const [member, value] of Object.entries(json)) visit(reads, value, { ...inner, member });
}

/** A query that selects no fields answers all of them. */
function noteQuery(reads: Reads, { SelectedFields = null }: JsonObject, place: Place): void {
  if (isArray(SelectedFields)) return;
  for (const { name } of place.entity?.protectedFields ?? []) note(reads, name, place);
}

/** Place of an object: it may be a definition of its own, and be about another entity. */
function placeOf({ catalogue, ids }: Reads, json: JsonObject, place: Place): Place {
  const name = [json.Name, json.FieldName, json.EntityName].find((text) => typeof text === 'string');
  const written =
    typeof json.Id !== 'string'
      ? place.written
      : ids.has(json.Id)
        ? `${PARTS[place.member] ?? place.member} ${name}`
        : undefined;
  return { member: place.member, written, entity: entityOf(catalogue, json, place) };
}

function entityOf(catalogue: Catalogue, json: JsonObject, { entity, member }: Place): Entity | undefined {
  if (typeof json.EntityName === 'string') return catalogue.find(json.EntityName) ?? entity;
  const named = json.FieldType === 'Rollup' ? json.Relation : member === 'Includes' ? json.Name : undefined;
  return typeof named === 'string' && entity ? (relatedTo(catalogue, entity, named) ?? entity) : entity;
}

/** The entity that a relation or lookup of another leads to. */
function relatedTo(catalogue: Catalogue, { children, fields }: Entity, name: string): Entity | undefined {
  const key = name.toLowerCase();
  return catalogue.find(children.get(key)?.childEntity ?? fields.get(key)?.target ?? '');
}

function noteFilter(reads: Reads, { FieldName, Value, ValueType = null }: JsonObject, place: Place): void {
  const compared = parseOperandSource(ValueType) === 'Field' ? [FieldName, Value] : [FieldName];
  for (const name of compared) if (typeof name === 'string') note(reads, name, place);
}

/** Tokens name fields of the record; sub-queries and queries name the fields that they answer. */
function visitText(reads: Reads, text: string, place: Place): void {
  if (place.member === 'SelectedFields') note(reads, text, place);
  for (const [, name] of text.matchAll(/\{\{\s*(?:Record|Old)\.([\w.]+)/g)) note(reads, name, place);
}

function note({ catalogue, found }: Reads, name: string, { entity, written }: Place): void {
  if (!entity || written === undefined) return;
  const path = resolveField(catalogue, entity, name);
  if ('code' in path) return;
  for (const field of [...path.steps, path.field]) {
    if (!field.protection) continue;
    const fields = found.get(written) ?? new Set<string>();
    found.set(written, fields.add(`${field.entityName}.${field.name}`));
  }
}
