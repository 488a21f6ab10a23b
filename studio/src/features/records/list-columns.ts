import { type Entity, type Field, fieldLabel, fieldNamed, type Row, valueType } from '../../data/entity';

/** Columns of a list that nobody has chosen columns for. */
const COLUMNS = 7;
/** System fields that say something to people. */
const TELLING = new Set(['StatusId', 'OwnerId', 'OwnerTeamId', 'CreatedOn', 'CreatedBy', 'UpdatedOn', 'UpdatedBy']);
const WIDE = new Set(['LongText', 'Json']);

/** Fields that a list can show. */
export const listFields = (entity: Entity): readonly Field[] =>
  entity.Fields.filter(({ IsSystem, FieldName }) => IsSystem !== true || TELLING.has(FieldName)).filter(
    ({ FieldName }) => FieldName !== 'StatusId' || entity.Lifecycle !== undefined,
  );

/** Fields that a list shows: the chosen ones that exist, else what names a record, its status, and the first others. */
export function shownFields(entity: Entity, chosen: readonly string[] | undefined): readonly Field[] {
  const fields = listFields(entity);
  const named = (chosen ?? []).flatMap((name) => fields.filter(({ FieldName }) => FieldName === name));
  if (named.length > 0) return named;
  const first = [entity.DisplayField ?? '', ...(entity.Lifecycle === undefined ? [] : ['StatusId'])];
  const head = first.flatMap((name) => fieldNamed(entity, name) ?? []);
  const rest = fields.filter(
    (field) => !head.includes(field) && field.IsSystem !== true && !WIDE.has(valueType(field)),
  );
  return [...head, ...rest].slice(0, COLUMNS);
}

/** Fields of a row of a saved query, which may be those of looked-up records and sums that the entity has no field for. */
export const viewFields = (entity: Entity, row: Row): readonly Field[] =>
  Object.keys(row)
    .filter((name) => !(fieldNamed(entity, name)?.IsSystem === true && !TELLING.has(name)))
    .map((name) => fieldNamed(entity, name) ?? { FieldName: name, FieldType: 'Text', ...UNKNOWN });

const UNKNOWN = { Required: false, CanCreate: false, CanUpdate: false };

const WIDTHS: Partial<Record<string, number>> = {
  AutoNumber: 150,
  Bool: 90,
  Date: 130,
  DateTime: 160,
  Decimal: 130,
  Enum: 120,
  Int: 90,
  LongText: 260,
};

/** Pixels of a character of a bold title, and of the space around it. */
const TITLE = { character: 11, around: 24 };

/** Width of a column: that of usual values of its type, and no less than the longest word of its title. */
export function widthOf(field: Field): number {
  const word = Math.max(
    ...fieldLabel(field)
      .split(/[\s-]/)
      .map(({ length }) => length),
  );
  return Math.max(valueWidth(field), Math.ceil(word * TITLE.character + TITLE.around));
}

function valueWidth(field: Field): number {
  if (field.FieldName === 'StatusId') return 160;
  const { MaxLength } = field;
  if (valueType(field) !== 'Text' || MaxLength === undefined) return WIDTHS[valueType(field)] ?? 170;
  return MaxLength <= 10 ? 100 : MaxLength <= 40 ? 160 : 220;
}

export const isNumber = (field: Field): boolean => valueType(field) === 'Decimal' || valueType(field) === 'Int';
