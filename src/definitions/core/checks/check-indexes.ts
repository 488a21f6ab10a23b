import { MAX_INDEXED_LENGTH, type DeclaredIndex } from '#core/catalogue/declared-index.js';
import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import { isDerived, type Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import { parseDirection } from '#core/values/direction.js';
import type { DefinitionProblem } from './definition-problem.js';
import { indexClauseFaults } from './index-clause.js';
import { faultAt, objectFaults, type MemberFaults } from './member-faults.js';

/** Most indexes that an entity may declare: every insert writes all of them, some in up to three forms. */
const MAX_INDEXES = 20;
/** PostgreSQL's limit is 32 columns; two of them are the owner or team before the fields, and `Id` behind them. */
const MAX_KEYS = 30;
/** PostgreSQL's limit for an entry is 2,704 bytes; the rest is for its header, the owner and `Id`. */
const MAX_ENTRY_BYTES = 2_600;

/** Finds faults in the indexes of one entity. */
export function* indexProblems(
  ctx: RequestContext,
  entity: Entity,
  definition: Definition,
): Generator<DefinitionProblem> {
  for (const json of definition.objects('Fields')) yield* indexedProblems(entity, new Definition(json));
  for (const json of definition.objects('Indexes')) {
    const index = new Definition(json);
    const about = aboutIndex(entity, index);
    for (const { message, ...where } of ownFaults(ctx, entity, index))
      yield { ...about, ...where, message: `${about.name}: ${message}` };
  }
  yield* repeatedProblems(entity);
  yield* tooManyProblems(entity);
}

function aboutIndex(entity: Entity, index: Definition): Pick<DefinitionProblem, 'entityName' | 'id' | 'name'> {
  const name = index.text('Name') ?? '';
  return { entityName: 'Index', id: index.text('Id') ?? `${entity.name}.${name}`, name: `${entity.name}, ${name}` };
}

/** Checks `Indexed` of a field. */
function* indexedProblems(entity: Entity, definition: Definition): Generator<DefinitionProblem> {
  const field = entity.fields.get((definition.text('FieldName') ?? '').toLowerCase());
  if (!definition.flag('Indexed') || !field) return;
  const problem = keyProblem(field) ?? entryProblem([field]);
  const name = `${entity.name}.${field.name}`;
  if (problem) yield { entityName: 'Field', id: field.id, name, fieldName: 'Indexed', message: `${name}: ${problem}` };
}

/** Checks an index by itself. */
function* ownFaults(ctx: RequestContext, entity: Entity, index: Definition): MemberFaults {
  const named = index.text('EntityName') ?? entity.name;
  if (named !== entity.name)
    yield faultAt('EntityName', `EntityName is another than that of EntityId, ${entity.name}.`);
  const keys = index.value('Fields');
  if (!isArray(keys) || keys.length === 0)
    return yield faultAt('Fields', 'Fields must be an array of {"FieldName", "Direction"?}.');
  if (keys.length > MAX_KEYS) yield faultAt('Fields', `Fields may have at most ${MAX_KEYS} items, not ${keys.length}.`);
  const fields: Field[] = [];
  for (const [i, key] of keys.entries()) yield* keyFaults(entity, key, `Fields[${i}]`, fields);
  const problem = entryProblem(fields);
  if (problem) yield faultAt('Fields', problem);
  const where = index.value('WhereClause');
  if (where !== undefined) yield* indexClauseFaults(ctx, entity, where);
}

/** @param fields of the index so far; the key's is added. */
function* keyFaults(entity: Entity, key: JsonValue, path: string, fields: Field[]): MemberFaults {
  yield* objectFaults(key, path, ['FieldName', 'Direction']);
  if (!isObject(key)) return;
  if (parseDirection(key.Direction ?? 'ASC') === undefined)
    yield faultAt(`${path}.Direction`, 'Direction must be 1 (ASC) or 2 (DESC).');
  const field = fieldOf(entity, key);
  const problem = typeof field === 'string' ? field : keyProblem(field);
  if (problem) yield faultAt(`${path}.FieldName`, problem);
  if (typeof field === 'string') return;
  if (fields.includes(field)) yield faultAt(`${path}.FieldName`, `${field.name} is in the index twice.`);
  fields.push(field);
}

function fieldOf(entity: Entity, { FieldName: name = null }: JsonObject): Field | string {
  if (typeof name !== 'string') return 'The name of a field is required.';
  const field = entity.fields.get(name.toLowerCase());
  if (field) return field;
  const shown = shortened(name);
  if (entity.fields.has(name.split('.')[0].toLowerCase()) && name.includes('.'))
    return `'${shown}' is a field of another record; an index has fields of ${entity.name} alone.`;
  const names = [...entity.fields.values()].map((known) => known.name);
  return `${entity.name} has no field '${shown}'.${didYouMean(name, names)}`;
}

/** Tells whether an index can have these fields together. */
export const canBeIndexed = (fields: readonly Field[]): boolean =>
  fields.every((field) => keyProblem(field) === undefined) && entryProblem(fields) === undefined;

/** Returns the reason why no index can have the field. */
function keyProblem(field: Field): string | undefined {
  const { name, type, maxLength } = field;
  if (type === 'Json' || type === 'MultiEnum') return `${name} is ${type}, which has no order; it cannot be indexed.`;
  if (field.constant !== undefined) return `${name} is the same in all records; an index by it would serve nothing.`;
  if (type === 'LongText') return `${name} is LongText, which may be too long for an index; a Text can be indexed.`;
  if (type !== 'Text') return undefined;
  if (isDerived(field)) return `${name} is a derived text, whose length has no limit; it cannot be indexed.`;
  if ((maxLength ?? MAX_INDEXED_LENGTH) <= MAX_INDEXED_LENGTH) return undefined;
  return `${name} may have ${maxLength} characters; a Text can be indexed up to a MaxLength of ${MAX_INDEXED_LENGTH}.`;
}

/** Longest values in bytes: a character has up to four, four digits have two. */
function bytesOf({ type, maxLength = MAX_INDEXED_LENGTH, precision }: Field): number {
  if (type === 'Text') return maxLength * 4;
  if (type === 'AutoNumber') return 480;
  return type === 'Decimal' ? Math.ceil(precision / 2) + 16 : 16;
}

function entryProblem(fields: readonly Field[]): string | undefined {
  const bytes = fields.map(bytesOf).reduce((sum, each) => sum + each, 0);
  if (bytes <= MAX_ENTRY_BYTES) return undefined;
  const limit = `An entry of an index has at most ${MAX_ENTRY_BYTES} bytes, and these fields may have ${bytes}`;
  return `${limit}: a character has up to 4, and a Text without MaxLength up to ${MAX_INDEXED_LENGTH} characters.`;
}

/** An index serves an order and its reverse, so that both are one. */
function shapeOf({ keys, where }: DeclaredIndex): string {
  const [{ descending: isReverse }] = keys;
  const order = keys.map(({ field, descending }) => `${field.name}${descending === isReverse ? '' : '-'}`);
  return `${order.join()} ${JSON.stringify(where ?? null)}`;
}

function* repeatedProblems(entity: Entity): Generator<DefinitionProblem> {
  const shapes = new Map<string, DeclaredIndex>();
  const names = new Set<string>();
  for (const index of entity.indexes) {
    const known = shapes.get(shapeOf(index));
    if (known) yield* [sameAs(entity, index, known), sameAs(entity, known, index)];
    else shapes.set(shapeOf(index), index);
    if (index.kind === 'Field') continue;
    if (names.has(index.name.toLowerCase()))
      yield {
        ...problemAbout(entity, index),
        fieldName: 'Name',
        message: `Two indexes of ${entity.name} are called ${index.name}.`,
      };
    names.add(index.name.toLowerCase());
  }
}

/** Both indexes have the problem, because either may be the one that a write has added. */
function sameAs(entity: Entity, index: DeclaredIndex, other: DeclaredIndex): DefinitionProblem {
  const about = problemAbout(entity, index);
  return { ...about, message: `${about.name}: ${nameOf(other)} is the same index, or its reverse.` };
}

const nameOf = ({ kind, name }: DeclaredIndex): string => (kind === 'Field' ? `Indexed of ${name}` : `Index '${name}'`);

function problemAbout(
  { name: entityName }: Entity,
  { kind, id, name }: DeclaredIndex,
): Omit<DefinitionProblem, 'message'> {
  return kind === 'Field'
    ? { entityName: kind, id, name: `${entityName}.${name}`, fieldName: 'Indexed' }
    : { entityName: kind, id, name: `${entityName}, ${name}`, fieldName: 'Fields' };
}

/** All have the problem, because any may be the one that a write has added. */
function* tooManyProblems(entity: Entity): Generator<DefinitionProblem> {
  if (entity.indexes.length <= MAX_INDEXES) return;
  for (const index of entity.indexes) {
    const about = problemAbout(entity, index);
    const counted = `${entity.name} would have ${entity.indexes.length} indexes`;
    yield {
      ...about,
      message: `${about.name}: ${counted}; every insert writes all of them, so ${MAX_INDEXES} are allowed.`,
    };
  }
}
