import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { isDerived, type Field } from '#core/catalogue/field.js';
import { namedFields } from '#core/expressions/computed-field.js';
import { rollupsOf } from '#records/core/rollups/rollup-level.js';
import { filtersOf, namesOfFilter } from '#records/core/rollups/rollup-clause.js';
import { gathered, type Steps } from '#core/steps.js';
import type { SchemaChange, ChangedField } from './changed-fields.js';

/** Members that define a derived value. */
const DERIVATION: readonly string[] = [
  'Expression',
  'ResultType',
  'Scale',
  'RelationId',
  'Function',
  'AggregateField',
  'WhereClause',
];

/** Members that change a stored value or its comparison. */
const MEANING: readonly string[] = ['FieldType', 'Precision', 'Scale', 'TargetId', 'CaseInsensitive', 'Values'];

const hasChanged = ({ isNew, old }: ChangedField, members: readonly string[]): boolean =>
  isNew || members.some((member) => member in old.json);

/**
 * Finds derived fields whose columns must be rebuilt: the expression changed, reads a column of another type, or has
 * another result type.
 * @param isOfOtherType tells whether an existing column has another type than its field.
 */
export function* remadeFields(
  entities: Iterable<Entity>,
  fields: readonly ChangedField[],
  isOfOtherType: (entity: Entity, field: Field) => boolean,
): Steps<ReadonlySet<Field>> {
  const changed = new Set(
    fields
      .filter((each) => (each.field.computed && hasChanged(each, DERIVATION)) || each.isNew)
      .map(({ field }) => field),
  );
  const remade = yield* gathered(entities, (entity) => {
    const isRemade = (field: Field): boolean =>
      changed.has(field) ||
      isOfOtherType(entity, field) ||
      (field.computed !== undefined && namedFields(field, entity.fields).some(isRemade));
    return [...entity.fields.values()].filter((field) => isDerived(field) && isRemade(field));
  });
  return new Set(remade);
}

/** Finds fields whose values change, or mean something else, with changed definitions. */
export function* changedValues(
  catalogue: Catalogue,
  fields: readonly ChangedField[],
  changes: readonly SchemaChange[],
): Steps<ReadonlySet<Field>> {
  const own = fields
    .filter((each) => hasChanged(each, isDerived(each.field) ? DERIVATION : MEANING))
    .map(({ field }) => field);
  const leading = changes.filter(({ entityName }) => entityName === 'Relation' || entityName === 'Status');
  const led = yield* gathered(leading.length > 0 ? catalogue.entities.values() : [], (entity) =>
    rollupsOf(entity).filter((field) => leading.some((change) => isLedBy(field, change))),
  );
  return new Set([...own, ...led]);
}

/** Tells whether a changed relation or status affects the children of a rollup. */
function isLedBy({ rollup }: Field, { entityName, operation, old, new: now }: SchemaChange): boolean {
  if (entityName === 'Status') return operation !== 'Create' && looksAtStatus(rollup!.where);
  if (entityName !== 'Relation' || operation === 'Delete') return false;
  if (operation === 'Create') return now.text('Name')?.toLowerCase() === rollup!.relation.toLowerCase();
  return Object.keys(old.json).some((member) => member !== 'OnDelete');
}

const looksAtStatus = (where: Parameters<typeof filtersOf>[0]): boolean =>
  filtersOf(where)
    .flatMap(namesOfFilter)
    .some((name) => name.toLowerCase().startsWith('statusid.'));
