import { isAdministratorRole, type Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { checkValue } from '#core/fields/field-rules.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';
import { isBuiltIn } from '#core/catalogue/used-definitions.js';
import type { DescribedEntity, DescribedRights } from './described-rights.js';

/** Bodies by title, as the examples of an operation. */
export type Examples = Readonly<Record<string, object>>;

/** Id that no record has, because records have ids with the time of their creation. */
const NO_RECORD = '00000000-0000-4000-8000-00000000e0a1';
const NONE = { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: NO_RECORD }] };
const DRY_RUN = { DryRun: true };
const MAX_SELECTED = 5;

/**
 * Example bodies by operation that answer 200 in the environment and store nothing. An operation for whose rules no
 * values can be made up has none.
 */
export function exampleBodies(catalogue: Catalogue, rights: DescribedRights): Readonly<Record<string, Examples>> {
  const business = rights.entities.filter(({ entity }) => !isBuiltIn(entity));
  // Hooks in code may refuse what they like, so entities without them come first.
  const entities = business.toSorted((a, b) => a.entity.hooks.length - b.entity.hooks.length);
  return {
    ...selectExample(entities),
    ...insertExamples(entities),
    ...upsertExample(entities),
    ...changeExamples(entities),
    ...binExamples(entities, rights),
    ...(rights.isAdministrator && {
      ...cloneExample(catalogue),
      ...previewExample(catalogue),
      ...blueprintExample(entities),
    }),
  };
}

function selectExample(entities: readonly DescribedEntity[]): Readonly<Record<string, Examples>> {
  const found = entities.find(({ shown }) => shown.length > 0);
  if (!found) return {};
  const { entity, shown } = found;
  const SelectedFields = shown.slice(0, MAX_SELECTED).map(({ name }) => name);
  const body = { EntityName: entity.name, SelectedFields, Pager: { PageNumber: 1, PageSize: 10 } };
  return { selectRecords: { [`Page of ${entity.name}`]: body } };
}

/** Values that a new record of the entity can have; undefined where rules or lookups need more than sample values. */
function sampleValues({ entity, creatable }: DescribedEntity): Readonly<Record<string, unknown>> | undefined {
  if (creatable.length === 0 || entity.rules.length > 0) return undefined;
  if (entity.hooks.some(({ rejectWhen }) => rejectWhen !== undefined)) return undefined;
  const needed = creatable.filter((field) => field.required && !field.isSystem);
  const optional = creatable.find((field) => !field.required && !field.isSystem && field.type !== 'Lookup');
  const fields = needed.length > 0 || !optional ? needed : [optional];
  const values = fields.map((field) => [field.name, sampleValue(field)] as const);
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
}

function insertExamples(entities: readonly DescribedEntity[]): Readonly<Record<string, Examples>> {
  for (const described of entities) {
    const values = sampleValues(described);
    if (!values) continue;
    const EntityName = described.entity.name;
    const Fields = Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Value }));
    const Options = DRY_RUN;
    const bulk = { EntityName, Fields: Object.keys(values), Values: [Object.values(values)], Options };
    const steps = { Mode: 'Atomic', Steps: [{ Operation: 'Insert', EntityName, Fields }], Options };
    const title = `A dry run: new ${EntityName}`;
    return {
      insertRecord: { [title]: { EntityName, Fields, Options } },
      ...(Object.keys(values).length > 0 && { bulkInsertRecords: { [title]: bulk } }),
      runBatch: { [title]: steps },
    };
  }
  return {};
}

function upsertExample(entities: readonly DescribedEntity[]): Readonly<Record<string, Examples>> {
  for (const described of entities) {
    const { entity, creatable, updatable } = described;
    const values = sampleValues(described) ?? {};
    const key = creatable.find(({ name, unique }) => unique && Object.hasOwn(values, name));
    const isBoth = Object.keys(values).every((name) => updatable.some((field) => field.name === name));
    if (!key || !isBoth) continue;
    const Fields = Object.entries(values).map(([FieldName, Value]) => ({ FieldName, Value }));
    const body = { EntityName: entity.name, MatchOn: [key.name], Fields, Options: DRY_RUN };
    return { upsertRecord: { [`A dry run: ${entity.name} by ${key.name}`]: body } };
  }
  return {};
}

const ofNoRecord = ({ name: EntityName }: Entity): Examples => ({
  'A dry run: record by Id': { EntityName, WhereClause: NONE, Options: DRY_RUN },
});

/** Restores and purges no record, as dry runs. */
function binExamples(
  entities: readonly DescribedEntity[],
  { isAdministrator }: DescribedRights,
): Readonly<Record<string, Examples>> {
  const kept = entities.filter(({ entity, mayDelete }) => entity.softDelete && mayDelete);
  const restored = kept.find(({ entity }) => isAdministrator || entity.membersRestore);
  return {
    ...(restored && { restoreRecords: ofNoRecord(restored.entity) }),
    ...(isAdministrator && kept.length > 0 && { purgeRecords: ofNoRecord(kept[0].entity) }),
  };
}

/** Gives an entity a lifecycle, as a dry run. */
function blueprintExample(entities: readonly DescribedEntity[]): Readonly<Record<string, Examples>> {
  const entity = entities.find((described) => !described.entity.lifecycle)?.entity;
  if (!entity) return {};
  const Statuses = [
    { Name: 'Open', IsInitial: true },
    { Name: 'Done', IsFinal: true },
  ];
  const Transitions = [{ Name: 'Finish', FromStatus: 'Open', ToStatus: 'Done' }];
  const body = { Name: `Example of ${entity.name}`, EntityName: entity.name, Statuses, Transitions, Options: DRY_RUN };
  return { createBlueprint: { [`A dry run: lifecycle of ${entity.name}`]: body } };
}

function changeExamples(entities: readonly DescribedEntity[]): Readonly<Record<string, Examples>> {
  const updated = entities.flatMap(({ entity, updatable }) => {
    const field = updatable.find((each) => !each.isSystem && sampleValue(each) !== undefined);
    return field ? [{ entity, field }] : [];
  })[0];
  const deleted = entities.find(({ mayDelete }) => mayDelete);
  const Options = DRY_RUN;
  const update = updated && {
    EntityName: updated.entity.name,
    Fields: [{ FieldName: updated.field.name, Value: sampleValue(updated.field) }],
    WhereClause: NONE,
    Options,
  };
  const remove = deleted && { EntityName: deleted.entity.name, WhereClause: NONE, Options };
  return {
    ...(update && { updateRecords: { 'A dry run: record by Id': update } }),
    ...(remove && { deleteRecords: { 'A dry run: record by Id': remove } }),
  };
}

/** Clones a role of the environment into another one, as a dry run. */
function cloneExample({ organisation }: Catalogue): Readonly<Record<string, Examples>> {
  const [target, other] = [...organisation.roles.values()].filter(({ isSystem }) => !isSystem);
  const source = other ?? [...organisation.roles.values()].find(isAdministratorRole);
  if (!target || !source) return {};
  const body = { SourceRoleId: source.id, TargetRoleId: target.id, DryRun: true };
  return { cloneRole: { [`A dry run: ${target.name} takes the rights of ${source.name}`]: body } };
}

/** Previews another scope of a role of the environment. */
function previewExample({ organisation }: Catalogue): Readonly<Record<string, Examples>> {
  const role = [...organisation.roles.values()].find(({ isSystem }) => !isSystem);
  if (!role) return {};
  const Fields = [{ FieldName: 'Read', Value: 'All' }];
  const WhereClause = { Filters: [{ FieldName: 'RoleId', Operator: 'EqualTo', Value: role.id }] };
  const body = { Changes: [{ Operation: 'Update', EntityName: 'RoleAccess', Fields, WhereClause }] };
  return { previewAccess: { [`${role.name} reads all`]: body } };
}

const TEXTS = {
  Email: 'name@example.org',
  Url: 'https://example.org',
  Phone: '+49 30 1234567',
  Language: 'de',
  TimeZone: 'Europe/Berlin',
} as const;

/** A value that a field accepts; undefined where its rules accept none of the usual ones. */
function sampleValue(field: Field): unknown {
  const json = usualValues(field).find((value) => checkValue(field, value, '').faults.length === 0);
  return json instanceof JsonNumber ? Number(json.text) : json;
}

/** Texts in the forms that patterns usually ask for. */
const CODES = ['EX', 'EXA', 'EXA-0001', 'EX900000001', 'EXA0001', '0001', '10115', 'ex', 'E'];

function usualValues(field: Field): readonly JsonValue[] {
  const value = usualValue(field);
  if (value === undefined) return [];
  return field.regex === undefined ? [value] : [value, ...CODES];
}

function usualValue(field: Field): JsonValue | undefined {
  const { type, min, max } = field;
  const of = FROM_RULES[type];
  if (of) return of(field);
  const bound = min ?? max;
  if (type === 'Int' || type === 'Decimal') return new JsonNumber(bound ?? '1');
  return bound ?? USUAL[type];
}

const declared = ({ values }: Field): readonly string[] =>
  values.flatMap(({ value, isActive }) => (isActive ? [value] : [])).slice(0, 1);

const usualText = ({ format, minLength = 0 }: Field): string =>
  format ? TEXTS[format] : 'Example'.padEnd(minLength, '.');

/** Values of the types whose rules say more than bounds. */
const FROM_RULES: Readonly<Partial<Record<Field['type'], (field: Field) => JsonValue | undefined>>> = {
  Text: usualText,
  LongText: usualText,
  Enum: (field) => declared(field)[0],
  MultiEnum: declared,
};

const USUAL: Readonly<Partial<Record<Field['type'], JsonValue>>> = {
  Bool: true,
  Date: '2026-01-31',
  DateTime: '2026-01-31T10:00:00Z',
  Uuid: NO_RECORD,
};
