import { textOf } from '../data/exact';
import { type Field, type FieldType, lookedUp, valueType } from '../data/entity';
import { formatNumber } from '../data/decimal';
import { formatDate, formatTime } from '../text/dates';
import { currentLanguage, t } from '../text/text';

type Reader = (value: unknown, field: Field) => string;

/** How people read values, by type; others are shown as they are. */
const READERS: Partial<Readonly<Record<FieldType, Reader>>> = {
  Bool: (value) => t(value === true ? 'yes' : 'no'),
  Date: (value) => formatDate(textOf(value)),
  DateTime: (value) => formatTime(textOf(value)),
  Decimal: (value, { Scale }) => formatNumber(textOf(value), currentLanguage(), Scale),
  Int: (value) => formatNumber(textOf(value), currentLanguage(), 0),
  Enum: (value, field) => enumText(field, textOf(value)),
  MultiEnum: (value, field) =>
    Array.isArray(value) ? value.map((each) => enumText(field, textOf(each))).join(', ') : textOf(value),
  Lookup: (value) => lookedUp(value)?.text ?? '',
};

/** A value of a field as people read it. Numbers keep all digits. */
export function valueText(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  return READERS[valueType(field)]?.(value, field) ?? textOf(value);
}

const enumText = ({ Values = [] }: Field, value: string): string =>
  Values.find((each) => each.Value === value)?.Text ?? value;

/** A value as a write sends it: of a lookup its id. */
export const sentValue = (field: Field, value: unknown): unknown =>
  field.FieldType === 'Lookup' ? (lookedUp(value)?.id ?? null) : (value ?? null);
