import { type Entity, type Field, lookedUp, type Row } from '../../data/entity';
import { isSame } from '../../data/exact';

/** System fields whose change says something. */
const TELLING = new Set(['StatusId', 'OwnerId', 'OwnerTeamId']);

/** True for fields whose change says something to people. */
export const isTelling = ({ FieldName, IsSystem }: Field): boolean => IsSystem !== true || TELLING.has(FieldName);

export interface FieldDifference {
  readonly field: Field;
  readonly from: unknown;
  readonly to: unknown;
}

/** Fields whose values differ between two images of a record; a lookup may be loaded in one and an id in the other. */
export const differencesOf = (entity: Entity, before: Row, after: Row): readonly FieldDifference[] =>
  entity.Fields.filter((field) => field.FieldName in after && isTelling(field))
    .map((field) => ({ field, from: before[field.FieldName], to: after[field.FieldName] }))
    .filter(({ field, from, to }) =>
      field.FieldType === 'Lookup' ? lookedUp(from)?.id !== lookedUp(to)?.id : !isSame(from, to),
    );
