import { textOf } from '../data/exact';
import { type Field, lookedUp, valueType } from '../data/entity';
import { formatNumber } from '../data/decimal';
import { formatDate, formatTime } from '../text/dates';
import { currentLanguage, t } from '../text/text';

/** A value of a field as people read it. Numbers keep all digits. */
export function valueText(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  switch (valueType(field)) {
    case 'Bool':
      return t(value === true ? 'yes' : 'no');
    case 'Date':
      return formatDate(textOf(value));
    case 'DateTime':
      return formatTime(textOf(value));
    case 'Decimal':
      return formatNumber(textOf(value), currentLanguage(), field.Scale);
    case 'Int':
      return formatNumber(textOf(value), currentLanguage(), 0);
    case 'Enum':
      return enumText(field, textOf(value));
    case 'MultiEnum':
      return Array.isArray(value) ? value.map((each) => enumText(field, textOf(each))).join(', ') : textOf(value);
    case 'Lookup':
      return lookedUp(value)?.text ?? '';
    default:
      return textOf(value);
  }
}

const enumText = ({ Values = [] }: Field, value: string): string =>
  Values.find((each) => each.Value === value)?.Text ?? value;

/** A value as a write sends it: of a lookup its id. */
export const sentValue = (field: Field, value: unknown): unknown =>
  field.FieldType === 'Lookup' ? (lookedUp(value)?.id ?? null) : (value ?? null);
