import { type Entity, type Field, lookedUp, type Row } from '../../data/entity';
import { isSame } from '../../data/exact';

/** Fields that change with every write and say nothing about it. */
export const SILENT: ReadonlySet<string> = new Set(['RowVersion', 'UpdatedOn', 'UpdatedBy']);

export interface FieldDifference {
  readonly field: Field;
  readonly from: unknown;
  readonly to: unknown;
}

/** Fields whose values differ between two images of a record; a lookup may be loaded in one and an id in the other. */
export const differencesOf = (entity: Entity, before: Row, after: Row): readonly FieldDifference[] =>
  entity.Fields.filter(({ FieldName }) => FieldName in after && !SILENT.has(FieldName))
    .map((field) => ({ field, from: before[field.FieldName], to: after[field.FieldName] }))
    .filter(({ field, from, to }) =>
      field.FieldType === 'Lookup' ? lookedUp(from)?.id !== lookedUp(to)?.id : !isSame(from, to),
    );
