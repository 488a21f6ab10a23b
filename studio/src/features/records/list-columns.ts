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
  AutoNumber: 170,
  Bool: 90,
  Date: 130,
  DateTime: 160,
  Decimal: 130,
  Int: 90,
  LongText: 260,
};
/** Widths of texts by the most characters that they have. */
const TEXT_WIDTHS = [
  { length: 10, width: 100 },
  { length: 40, width: 160 },
  { length: Infinity, width: 220 },
] as const;
/** Most pixels that the words of an enum or of a status get. */
const MOST_WORDS = 240;
/** Pixels of a character, of one of a bold title, and of the space around. */
const SIZES = { character: 8, title: 11.5, around: 28 } as const;

/** Width of a column: that of usual values of its type, and no less than the longest word of its title. */
export function widthOf(entity: Entity, field: Field): number {
  const title = longest(fieldLabel(field).split(/[\s-]/)) * SIZES.title + SIZES.around;
  return Math.max(Math.ceil(title), wordsWidth(entity, field) ?? valueWidth(field));
}

const longest = (words: readonly string[]): number => Math.max(...words.map(({ length }) => length));

/** Width of the words that a field can have; undefined where any are possible. */
function wordsWidth({ Lifecycle }: Entity, { FieldName, Values }: Field): number | undefined {
  const words =
    FieldName === 'StatusId'
      ? Lifecycle?.Statuses.map(({ Label, Name }) => Label ?? Name)
      : Values?.map(({ Text }) => Text);
  if (words === undefined || words.length === 0) return undefined;
  const dot = FieldName === 'StatusId' ? SIZES.around : 0;
  return Math.min(MOST_WORDS, longest(words) * SIZES.character + SIZES.around + dot);
}

function valueWidth(field: Field): number {
  const { MaxLength, Format } = field;
  const type = valueType(field);
  if (Format === 'Email' || Format === 'Url') return MOST_WORDS;
  const text = type === 'Text' ? TEXT_WIDTHS.find(({ length }) => (MaxLength ?? 40) <= length)?.width : undefined;
  return text ?? WIDTHS[type] ?? 150;
}

export const isNumber = (field: Field): boolean => valueType(field) === 'Decimal' || valueType(field) === 'Int';
