import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Definition } from '../../core/catalogue/definition.js';
import type { Entity } from '../../core/catalogue/entity.js';
import { isDerived, type Field } from '../../core/catalogue/field.js';
import type { Fault } from '../../core/errors.js';
import { conversionOf, type Conversion } from './conversions.sql.js';

/** A field that a transaction made, changed or brought back. */
export interface ChangedField {
  readonly entity: Entity;
  readonly field: Field;
  readonly isNew: boolean;
  /** The members that changed, as they were. */
  readonly old: Definition;
}

/** As much of a change as the tables depend on. */
export interface SchemaChange {
  readonly entityName: string;
  readonly operation: string;
  readonly id: string;
  readonly old: Definition;
  readonly new: Definition;
}

/** The live fields among what was changed; of several changes of one field, each. */
export function changedFields(catalogue: Catalogue, changes: readonly SchemaChange[]): readonly ChangedField[] {
  const fields = new Map(
    [...catalogue.entities.values()].flatMap((entity) =>
      [...entity.fields.values()].map((field) => [field.id, { entity, field }] as const),
    ),
  );
  return changes
    .filter(({ entityName }) => entityName === 'Field')
    .flatMap(({ id, operation, old }) => {
      const found = fields.get(id);
      return found ? [{ ...found, isNew: operation === 'Create', old }] : [];
    });
}

/** Members that not every value agrees with. */
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

/** Whether stored values may not be what the field asks for now. */
export const isDemanding = ({ isNew, old }: ChangedField): boolean =>
  isNew || DEMANDS.some((member) => member in old.json);

const FORMS: readonly string[] = ['Regex', 'Format', 'FieldType'];

/** Whether stored values may not have the form that the field asks for now. */
export const isReformed = ({ isNew, field, old }: ChangedField): boolean =>
  !isNew && (field.regex ?? field.format) !== undefined && FORMS.some((member) => member in old.json);

/** Members that decide how a value is stored. */
const TYPE_MEMBERS = ['FieldType', 'Precision', 'Scale', 'TargetId'] as const;

/** Whether the column of a stored field may need another type. */
export const isRetyped = ({ field, old }: ChangedField): boolean =>
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
