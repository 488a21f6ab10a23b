import type { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import { isDerived, type Field } from '#core/catalogue/field.js';
import type { Fault } from '#core/errors.js';
import { gathered, type Steps, visited } from '#core/steps.js';
import { conversionOf, type Conversion } from './conversions.sql.js';

/** A field that a transaction created, changed or restored. */
export interface ChangedField {
  readonly entity: Entity;
  readonly field: Field;
  readonly isNew: boolean;
  /** Previous values of the changed members. */
  readonly old: Definition;
}

/** Parts of a change that affect tables. */
export interface SchemaChange {
  readonly entityName: string;
  readonly operation: string;
  readonly id: string;
  readonly old: Definition;
  readonly new: Definition;
}

/** Lists the live fields among the changed records; several changes of a field are listed repeatedly. */
export function* changedFields(
  entities: Iterable<Entity>,
  changes: readonly SchemaChange[],
): Steps<readonly ChangedField[]> {
  const changed = changes.filter(({ entityName }) => entityName === 'Field');
  const ids = new Set(changed.map(({ id }) => id));
  const fields = new Map<string, Pick<ChangedField, 'entity' | 'field'>>();
  yield* visited(entities, (entity) => {
    for (const field of entity.fields.values()) if (ids.has(field.id)) fields.set(field.id, { entity, field });
  });
  return yield* gathered(changed, ({ id, operation, old }) => {
    const found = fields.get(id);
    return found ? [{ ...found, isNew: operation === 'Create', old }] : [];
  });
}

/** Members that stored values may violate. */
const DEMANDS: readonly string[] = [
  'FieldType',
  'Precision',
  'Scale',
  'TargetId',
  'Values',
  'CaseInsensitive',
  'Required',
  'Unique',
  'MinLength',
  'MaxLength',
  'Regex',
  'Format',
  'Min',
  'Max',
];

/** Tells whether stored values may violate the changed field. */
export const isDemanding = ({ isNew, old }: ChangedField): boolean =>
  isNew || DEMANDS.some((member) => member in old.json);

const FORMS: readonly string[] = ['Regex', 'Format', 'FieldType'];

/** Tells whether stored values may violate the field's changed text rules. */
export const isReformed = ({ isNew, field, old }: ChangedField): boolean =>
  !isNew && (field.regex ?? field.format) !== undefined && FORMS.some((member) => member in old.json);

/** Members that determine the column type. */
const TYPE_MEMBERS = ['FieldType', 'Precision', 'Scale', 'TargetId'] as const;

/** Tells whether the column of a stored field may need another type. */
export const isRetyped = ({ field, old }: ChangedField): boolean =>
  !isDerived(field) && TYPE_MEMBERS.some((member) => member in old.json);

/** Returns the type in the definition: Computed or Rollup for derived fields. */
const definedType = (field: Field): string => (field.computed ? 'Computed' : field.rollup ? 'Rollup' : field.type);

const oldType = ({ field, old }: ChangedField): string => old.text('FieldType') ?? definedType(field);

/** Types to which stored values cannot be converted. */
export const refusedTypes = (fields: readonly ChangedField[]): Steps<readonly Fault[]> =>
  gathered(fields, (changed): readonly Fault[] => {
    const { entity, field } = changed;
    const [from, to] = [oldType(changed), definedType(field)];
    if (from === to || conversion(changed)) return [];
    const message = `${entity.name}.${field.name}: a ${from} field cannot become a ${to}.`;
    return [{ code: 'Validation', message, fieldName: 'FieldType', recordId: field.id }];
  });

/** Lists no conversion for derived fields, which have no values of their own. */
const conversion = (changed: ChangedField): Conversion | undefined =>
  isDerived(changed.field) ? undefined : conversionOf(oldType(changed), changed.field);

/** A changed field with the conversion of its values. */
export type RetypedField = ChangedField & Conversion;

/** Lists the fields whose values are converted, with the conversion. */
export const retypings = (fields: readonly ChangedField[]): Steps<readonly RetypedField[]> =>
  gathered(fields, (changed) => {
    const found = isRetyped(changed) ? conversion(changed) : undefined;
    return found ? [{ ...changed, ...found }] : [];
  });
