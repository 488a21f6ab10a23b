import { foreignKeyName, uniqueName } from '#core/catalogue/constraint-names.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Fault } from '#core/errors.js';
import { gathered, type Steps } from '#core/steps.js';
import { isRetyped, type ChangedField } from './changed-fields.js';

/** Parts of the existing tables that a migration reads. */
interface Standing {
  readonly tables: ReadonlyMap<string, unknown>;
  readonly objects: ReadonlyMap<string, string>;
}

/** Retained definitions and their names, as in `RetainedDefinitions` of the tables. */
interface RetainedNames {
  readonly tables: ReadonlyMap<string, string>;
  readonly columns: ReadonlyMap<string, string>;
}

const isCompared = (each: ChangedField): boolean => isRetyped(each) || 'CaseInsensitive' in each.old.json;

/** Finds indexes and keys that compare differently, or refer to another entity; derived fields are in no key. */
export function* staleObjects(entities: Iterable<Entity>, fields: readonly ChangedField[]): Steps<ReadonlySet<string>> {
  const compared = new Set(yield* gathered(fields, (each) => (isCompared(each) ? [each.field] : [])));
  const indexes = yield* gathered(entities, ({ name, uniqueKeys }) =>
    uniqueKeys.filter((key) => key.some((field) => compared.has(field))).map((key) => uniqueName(name, key)),
  );
  const keys = fields
    .filter(({ field, old }) => field.target && 'TargetId' in old.json)
    .map(({ entity, field }) => foreignKeyName(entity.name, field.name));
  return new Set([...indexes, ...keys]);
}

/** A unique key of stored records to test. */
export interface TestedKey {
  readonly entity: Entity;
  readonly key: readonly Field[];
}

/** Finds unique keys without an index on tables that may have rows; automatic numbers are unique anyway. */
export function keysToTest(
  entities: Iterable<Entity>,
  { tables, objects }: Standing,
  stale: ReadonlySet<string>,
): Steps<readonly TestedKey[]> {
  return gathered(entities, (entity) => {
    if (!tables.has(entity.name)) return [];
    const isNew = (key: readonly Field[]): boolean => {
      const name = uniqueName(entity.name, key);
      return (!objects.has(name) || stale.has(name)) && key.every(({ type }) => type !== 'AutoNumber');
    };
    return entity.uniqueKeys.filter(isNew).map((key) => ({ entity, key }));
  });
}

const isTaken = (by: string | undefined, id: string): boolean => by !== undefined && by !== id;

/** Finds names whose table or column is retained for a deleted definition. */
export function takenNames(entities: Iterable<Entity>, retained: RetainedNames): Steps<readonly Fault[]> {
  return gathered(entities, (entity): readonly Fault[] => {
    if (isTaken(retained.tables.get(entity.name), entity.id))
      return [taken('Entity', entity.name, 'EntityName', entity.id)];
    return [...entity.fields.values()].flatMap(({ name, id }) => {
      const at = `${entity.name}.${name}`;
      return isTaken(retained.columns.get(at), id) ? [taken('Field', at, 'FieldName', id)] : [];
    });
  });
}

const taken = (kind: string, name: string, fieldName: string, recordId: string): Fault => ({
  code: 'Conflict',
  message: `The data of a deleted ${kind} ${name} is still there; restore that ${kind}, or purge it first.`,
  fieldName,
  recordId,
  params: { Kind: kind, Name: name },
});
