import type { Field, FieldType } from '#core/catalogue/field.js';
import { autoNumber } from './auto-number.js';
import { bool } from './bool.js';
import { date } from './date.js';
import { dateTime } from './datetime.js';
import { decimal } from './decimal.js';
import { enumeration } from './enum.js';
import { int } from './int.js';
import { json } from './json.js';
import { multiEnum } from './multi-enum.js';
import { text } from './text.js';
import { lookup, uuid } from './uuid.js';
import type { ValueType } from './value-type.js';

const VALUE_TYPES: Readonly<Record<FieldType, ValueType>> = {
  Text: text,
  LongText: text,
  Int: int,
  Decimal: decimal,
  Bool: bool,
  Date: date,
  DateTime: dateTime,
  Uuid: uuid,
  Json: json,
  Enum: enumeration,
  MultiEnum: multiEnum,
  Lookup: lookup,
  AutoNumber: autoNumber,
};

/** Returns the behaviour of a field's type. */
export const valueTypeOf = ({ type }: Field): ValueType => VALUE_TYPES[type];
