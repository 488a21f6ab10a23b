import { foreignKeyName, uniqueName } from '../../core/catalogue/constraint-names.js';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Definition } from '../../core/catalogue/definition.js';
import type { Entity } from '../../core/catalogue/entity.js';
import { isDerived, type Field } from '../../core/catalogue/field.js';
import type { Fault } from '../../core/errors.js';
import { conversionOf, type Conversion } from './conversions.sql.js';

/** What is looked at of the tables as they stand. */
interface Standing {
  readonly tables: ReadonlyMap<string, { readonly buriedFor: string | null; readonly columns: Columns }>;
  readonly objects: ReadonlyMap<string, string>;
}
type Columns = ReadonlyMap<string, { readonly buriedFor: string | null }>;

/** A field that a transaction made, changed or brought back. */
export interface ChangedField {
  readonly entity: Entity;
  readonly field: Field;
  /** The members that changed, as they were. */
  readonly old: Definition;
}

/** As much of a change as the tables depend on. */
interface Change {
  readonly entityName: string;
  readonly id: string;
  readonly old: Definition;
}

/** The stored fields among what was changed. */
export function changedFields(catalogue: Catalogue, changes: readonly Change[]): readonly ChangedField[] {
  const old = new Map(
    changes.filter(({ entityName }) => entityName === 'Field').map((change) => [change.id, change.old]),
  );
  return [...catalogue.entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap((field) => {
      const was = old.get(field.id);
      return was ? [{ entity, field, old: was }] : [];
    }),
  );
}

/** Members that decide how a value is stored. */
const TYPE_MEMBERS = ['FieldType', 'Precision', 'Scale', 'TargetId'] as const;

const isRetyped = ({ field, old }: ChangedField): boolean =>
  !isDerived(field) && TYPE_MEMBERS.some((member) => member in old.json);

/** As the definition has it: of a derived field that it is one. */
const definedType = (field: Field): string => (field.computed ? 'Computed' : field.rollup ? 'Rollup' : field.type);

const oldType = ({ field, old }: ChangedField): string => old.text('FieldType') ?? definedType(field);

/** Types that stored values cannot be brought to (T59). */
export function refusedTypes(fields: readonly ChangedField[]): readonly Fault[] {
  return fields
    .filter((changed) => oldType(changed) !== definedType(changed.field) && !conversion(changed))
    .map((changed): Fault => {
      const { entity, field } = changed;
      const message = `${entity.name}.${field.name}: a ${oldType(changed)} field cannot become a ${definedType(field)}.`;
      return { code: 'Validation', message, fieldName: 'FieldType', recordId: field.id };
    });
}

/** None for what the service derives: it has no values of its own. */
const conversion = (changed: ChangedField): Conversion | undefined =>
  isDerived(changed.field) ? undefined : conversionOf(oldType(changed), changed.field);

/** Fields whose values are to be converted, and how. */
export function retypings(fields: readonly ChangedField[]): readonly (ChangedField & Conversion)[] {
  return fields.filter(isRetyped).flatMap((changed) => {
    const found = conversion(changed);
    return found ? [{ ...changed, ...found }] : [];
  });
}

/** Indexes and keys that compare in another way, or lead elsewhere, than before. */
export function staleObjects(catalogue: Catalogue, fields: readonly ChangedField[]): ReadonlySet<string> {
  const compared = new Set(
    fields.filter((each) => isRetyped(each) || 'CaseInsensitive' in each.old.json).map(({ field }) => field.id),
  );
  const indexes = [...catalogue.entities.values()].flatMap(({ name, uniqueKeys }) =>
    uniqueKeys.filter((key) => key.some(({ id }) => compared.has(id))).map((key) => uniqueName(name, key)),
  );
  const keys = fields
    .filter(({ field, old }) => field.target && 'TargetId' in old.json)
    .map(({ entity, field }) => foreignKeyName(entity.name, field.name));
  return new Set([...indexes, ...keys]);
}

/** Unique keys that no index guards yet, on tables that may have rows. An automatic number is unique as it is. */
export function keysToTest(
  catalogue: Catalogue,
  { tables, objects }: Standing,
  stale: ReadonlySet<string>,
): readonly { readonly entity: Entity; readonly key: readonly Field[] }[] {
  return [...catalogue.entities.values()].flatMap((entity) => {
    if (!tables.has(entity.name)) return [];
    const isNew = (key: readonly Field[]): boolean => {
      const name = uniqueName(entity.name, key);
      return (!objects.has(name) || stale.has(name)) && key.every(({ type }) => type !== 'AutoNumber');
    };
    return entity.uniqueKeys.filter(isNew).map((key) => ({ entity, key }));
  });
}

/** Names whose table or column is still kept for a deleted definition. */
export function takenNames(catalogue: Catalogue, { tables }: Standing): readonly Fault[] {
  return [...catalogue.entities.values()].flatMap((entity): readonly Fault[] => {
    const table = tables.get(entity.name);
    if (table?.buriedFor && table.buriedFor !== entity.id)
      return [taken('Entity', entity.name, 'EntityName', entity.id)];
    return [...entity.fields.values()].flatMap(({ name, id }) => {
      const mark = table?.columns.get(name)?.buriedFor;
      return mark && mark !== id ? [taken('Field', `${entity.name}.${name}`, 'FieldName', id)] : [];
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
