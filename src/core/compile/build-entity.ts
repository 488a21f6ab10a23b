import type { BuiltParts } from '#core/built-parts.js';
import type { JsonObject } from '#core/json/json.js';
import { buildField } from './build-field.js';
import { declaredIndexes, indexedFields } from '#core/catalogue/declared-index.js';
import type { FindAggregated } from '#core/catalogue/derived-field.js';
import type { Environment } from '#core/catalogue/environment.js';
import { Definition } from '#core/catalogue/definition.js';
import type { ApprovalProcess } from '#core/catalogue/approval-process.js';
import type {
  CallerWrite,
  Entity,
  EntityKind,
  HookDefinition,
  OnDelete,
  RecordsAbout,
  Relation,
  Rule,
} from '#core/catalogue/entity.js';
import { httpHookOf } from '#core/catalogue/http-hook.js';
import { labelled } from '#core/catalogue/labels.js';
import type { Lifecycle } from '#core/catalogue/lifecycle.js';
import { mapped, type Steps } from '#core/steps.js';
import { systemIndex } from '#core/catalogue/system-index.js';
import type { Field } from '#core/catalogue/field.js';
import { systemFields } from '#core/catalogue/system-fields.js';

/** Context of an entity's own definition. */
interface DefinitionContext {
  readonly environment: Environment;
  /** True for a system entity, whose fields the catalogues of all environments share. */
  readonly isSystem: boolean;
  readonly findAggregated: FindAggregated;
}

/** Parts of an entity from other definitions: relations, lifecycle, approval processes. */
export interface EntityDependencies {
  /** Relations in which the entity is the parent. */
  readonly children: readonly Relation[];
  readonly lifecycle?: Lifecycle;
  readonly approvalProcesses: readonly ApprovalProcess[];
  readonly recordsAbout: readonly RecordsAbout[];
}

function ruleOf(json: JsonObject): Rule {
  const definition = new Definition(json);
  const { value, text } = { value: definition.value('WhereClause'), text: (name: string) => definition.text(name) };
  return {
    name: text('Name') ?? '',
    where: value ?? null,
    message: text('Message') ?? '',
    fieldName: text('FieldName'),
  };
}

function hookOf(json: JsonObject): HookDefinition {
  const definition = new Definition(json);
  return {
    name: definition.text('Name') ?? '',
    events: definition.texts('Events') as HookDefinition['events'],
    rejectWhen: definition.value('RejectWhen'),
    message: definition.text('Message'),
    fieldName: definition.text('FieldName'),
    handler: definition.text('Handler'),
    http: httpHookOf(definition),
  };
}

/** Lists the unique keys: unique fields, automatic numbers (always unique) and composite keys. */
function uniqueKeysOf(definition: Definition, fields: ReadonlyMap<string, Field>): readonly (readonly Field[])[] {
  const own = [...fields.values()].filter((field) => !field.isSystem);
  const single = own.filter((field) => field.unique || field.type === 'AutoNumber').map((field) => [field]);
  const composite = definition
    .array('UniqueKeys')
    .map((key) => (Array.isArray(key) ? key : []).map((name) => fields.get(String(name).toLowerCase())))
    .map((key) => key.filter((field) => field !== undefined));
  return [...single, ...composite];
}

/** By default the first required text, else an automatic number, which always has a value, else the first text. */
function displayFieldOf(definition: Definition, fields: ReadonlyMap<string, Field>): Field {
  const named = fields.get((definition.text('DisplayField') ?? '').toLowerCase());
  if (named) return named;
  const own = [...fields.values()];
  const firstOf = (type: Field['type'], isRequired = false): Field | undefined =>
    own.find((field) => field.type === type && (field.required || !isRequired));
  return firstOf('Text', true) ?? firstOf('AutoNumber') ?? firstOf('Text') ?? fields.get('id')!;
}

/** Fields of the system entities, by their definitions in the code. */
const shared = new WeakMap<JsonObject, readonly Field[]>();

function definedFields(json: JsonObject, { isSystem, findAggregated }: DefinitionContext): readonly Field[] {
  const definition = new Definition(json);
  const name = definition.text('EntityName') ?? '';
  const known =
    shared.get(json) ?? definition.objects('Fields').map((field) => buildField(name, field, findAggregated));
  if (isSystem) shared.set(json, known);
  return known;
}

/** Members of an entity that follow from its own definition. */
export type OwnMembers = Omit<
  Entity,
  'children' | 'lifecycle' | 'initialStatusId' | 'approvalProcesses' | 'recordsAbout'
>;

const allowances = (definition: Definition): Pick<Entity, 'membersRestore' | 'allowShares'> => ({
  ...(definition.flag('MembersRestore') && { membersRestore: true }),
  ...(definition.flag('AllowShares') && { allowShares: true }),
});

/** Builds the members of an entity, with lookup tables by lower-case name, from its definition. */
export function buildOwnMembers(json: JsonObject, context: DefinitionContext): OwnMembers {
  const { environment, isSystem } = context;
  const definition = new Definition(json);
  const name = definition.text('EntityName') ?? '';
  const description = definition.text('Description');
  const all = [...definedFields(json, context), ...systemFields(name, environment, isSystem)];
  const plain = new Map(all.map((field) => [field.name.toLowerCase(), field]));
  const fields = indexedFields(plain, declaredIndexes(definition, plain));
  return {
    id: definition.text('Id') ?? name,
    name,
    kind: (definition.text('Kind') ?? 'business') as EntityKind,
    ...(description !== undefined && { description }),
    ...labelled(definition),
    displayField: displayFieldOf(definition, fields),
    ...(definition.text('View') === 'Changes' && { view: 'Changes' }),
    softDelete: definition.flag('AllowSoftDelete'),
    ...allowances(definition),
    searchable: definition.flag('Searchable'),
    ownerFrom: fields.get((definition.text('OwnerFrom') ?? '').toLowerCase()),
    fields,
    protectedFields: [...fields.values()].filter(({ protection }) => protection !== undefined),
    uniqueKeys: uniqueKeysOf(definition, fields),
    rules: definition.objects('Rules').map(ruleOf),
    hooks: definition.objects('Hooks').map(hookOf),
    publicFields: new Set(definition.texts('PublicFields')),
    ...(definition.value('CallerWrites') && {
      callerWrites: new Set(definition.texts('CallerWrites') as CallerWrite[]),
    }),
    ...(definition.value('UnscopedCreate') && {
      unscopedCreate: definition.value('UnscopedCreate') as Readonly<Record<string, string>>,
    }),
    systemIndexes: definition.objects('SystemIndexes').map(systemIndex),
    indexes: declaredIndexes(definition, fields),
  };
}

/** Builds an entity. */
export function buildEntity(own: OwnMembers, dependencies: EntityDependencies): Entity {
  const { children, lifecycle, approvalProcesses, recordsAbout } = dependencies;
  return {
    ...own,
    children: new Map(children.map((each) => [each.name.toLowerCase(), each])),
    ...(lifecycle && { lifecycle, initialStatusId: lifecycle.initialStatusId }),
    approvalProcesses,
    recordsAbout,
  };
}

/** Lists the defined relations, and an implied one (Restrict) for every lookup that no relation names. */
export function* buildRelations(
  entities: readonly JsonObject[],
  relations: readonly JsonObject[],
  parts: BuiltParts,
): Steps<readonly Relation[]> {
  const named = relations.map((json) => parts.of('relation', json, [], () => namedRelation(json)));
  const known = new Set(named.map(({ childEntity, childField }) => `${childEntity}.${childField}`));
  const implied = yield* mapped(entities, (json) =>
    parts
      .of('relations', json, [], () => impliedRelations(json))
      .filter(({ childEntity, childField }) => !known.has(`${childEntity}.${childField}`)),
  );
  return [...named, ...implied.flat()];
}

function namedRelation(json: JsonObject): Relation {
  const definition = new Definition(json);
  const text = (member: string): string => definition.text(member) ?? '';
  const onDelete = (definition.text('OnDelete') ?? 'Restrict') as OnDelete;
  const [parentEntity, childEntity, childField] = [text('ParentEntity'), text('ChildEntity'), text('ChildField')];
  const inherits = definition.flag('InheritsAccess') && { inheritsAccess: true };
  return { name: text('Name'), parentEntity, childEntity, childField, onDelete, ...inherits, ...labelled(definition) };
}

/** Lists the relations of the lookups of an entity. */
function impliedRelations(json: JsonObject): readonly Relation[] {
  const entity = new Definition(json);
  const childEntity = entity.text('EntityName') ?? '';
  // Rows of a view neither block the delete of other records nor are deleted with them.
  if (entity.value('View')) return [];
  return entity.objects('Fields').flatMap((fieldJson): readonly Relation[] => {
    const field = new Definition(fieldJson);
    const [childField, parentEntity] = [field.text('FieldName') ?? '', field.text('Target')];
    if (field.text('FieldType') !== 'Lookup' || !parentEntity || field.flag('Unconstrained')) return [];
    const onDelete = (field.text('OnDelete') ?? 'Restrict') as OnDelete;
    const name = field.text('RelationName') ?? `${childEntity}${childField}`;
    return [{ name, parentEntity, childEntity, childField, onDelete }];
  });
}
