import type { Field, FieldType } from '../catalogue/field.js';
import { PLAIN_FIELD } from '../catalogue/system-fields.js';
import { isArray, kindOf, type JsonValue } from '../json/json.js';
import { raw, sql, type Sql } from '../sql/sql.js';
import { exactDecimalIn, fractionDigits } from '../values/exact-decimal.js';
import { parsed, refused, type Parsed } from '../field-types/value-type.js';
import { valueTypeOf } from '../field-types/value-types.js';

/** A name with a type: a parameter of a database object, what it returns, or a column of its rows. */
export interface RoutineValue {
  readonly name: string;
  /** Several values of the type: an array. */
  readonly isList: boolean;
  /** Reads and shows values of the type as if it were this field. */
  readonly field: Field;
}

/** What a field type is in a signature; values of the types that need more than their name are text or ids. */
const PLAIN_TYPES: Readonly<Partial<Record<FieldType, FieldType>>> = {
  Text: 'Text',
  LongText: 'Text',
  Enum: 'Text',
  MultiEnum: 'Text',
  AutoNumber: 'Text',
  Int: 'Int',
  Decimal: 'Decimal',
  Bool: 'Bool',
  Date: 'Date',
  DateTime: 'DateTime',
  Uuid: 'Uuid',
  Lookup: 'Uuid',
  Json: 'Json',
};

/** Names of the types that a signature may use. */
export const ROUTINE_TYPES = Object.keys(PLAIN_TYPES);

/** `undefined` when there is no such type. */
export function routineValue(name: string, type: string | undefined, isList: boolean): RoutineValue | undefined {
  const plain = PLAIN_TYPES[type as FieldType];
  if (!plain) return undefined;
  const field = { ...PLAIN_FIELD, id: name, entityName: 'DatabaseObject', name, type: plain, precision: 1_000 };
  return { name, isList: isList || type === 'MultiEnum', field };
}

/** The PostgreSQL type of the value, such as `numeric` or `uuid[]`. */
export const sqlTypeOf = ({ field, isList }: RoutineValue): string =>
  `${valueTypeOf(field).operandType(field)}${isList ? '[]' : ''}`;

/** As many fraction digits as a Decimal without a declared scale may have. */
const MAX_SCALE = 100;

/** A Decimal keeps the digits it came with: a signature declares no scale. */
function parseOne({ field }: RoutineValue, json: JsonValue): Parsed {
  const number = field.type === 'Decimal' ? exactDecimalIn(json) : undefined;
  const scale = number ? Math.min(fractionDigits(number), MAX_SCALE) : 0;
  return valueTypeOf(field).parse(json, { ...field, scale });
}

/** Reads a caller's JSON, `null` excluded, as the value's type; the items of a list become text. */
export function parseRoutineValue(value: RoutineValue, json: JsonValue): Parsed {
  if (!value.isList) return parseOne(value, json);
  if (!isArray(json)) return refused(`an array, not ${kindOf(json)}`);
  const items = json.map((item) => parseOne(value, item));
  const bad = items.find((item) => !item.ok);
  if (bad) return bad;
  return parsed(items.flatMap((item) => (item.ok ? [String(item.value)] : [])));
}

/** JSON text of a value in SQL. JSON has no words for infinity and not-a-number: they are null (our reading). */
export function routineValueJson({ field, isList }: RoutineValue, column: Sql): Sql {
  if (isList) return sql`to_json(${column})::text`;
  const json = valueTypeOf(field).toJson(column, field);
  if (field.type === 'Decimal')
    return sql`CASE WHEN ${column} NOT IN ${raw("('NaN', 'Infinity', '-Infinity')")} THEN ${json} END`;
  if (field.type === 'Date' || field.type === 'DateTime') return sql`CASE WHEN isfinite(${column}) THEN ${json} END`;
  return json;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** JSON text of a value as the driver gives it, for what no SQL can be put around: a procedure's output. */
export function outputJson({ field: { type } }: RoutineValue, value: unknown): string {
  const text = String(value);
  if (value === null || value === undefined || /^-?infinity$/i.test(text)) return 'null';
  if (type === 'Int' || type === 'Decimal') return NUMBER.test(text) ? text : 'null';
  if (type === 'Bool' || type === 'Json') return text;
  return JSON.stringify(type === 'DateTime' ? text.replace(' ', 'T').replace(/\+00$/, 'Z') : text);
}
