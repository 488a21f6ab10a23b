import type { Field, FieldType } from '#core/catalogue/field.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import { isArray, kindOf, type JsonValue } from '#core/json/json.js';
import { raw, sql, type Sql } from '#core/sql/sql.js';
import { exactDecimalIn, fractionDigits } from '#core/values/exact-decimal.js';
import { parsed, refused, type Parsed } from '#core/fields/value-type.js';
import { valueTypeOf } from '#core/fields/value-types.js';

/** A typed name: a parameter of a routine, its return value, or a column of its rows. */
export interface RoutineValue {
  readonly name: string;
  /** True for an array of values of the type. */
  readonly isList: boolean;
  /** Pseudo-field by which values are parsed and rendered. */
  readonly field: Field;
}

/** Signature type of each field type; types that need further members become text or ids. */
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

/** Names of the types allowed in a signature. */
export const ROUTINE_TYPES = Object.keys(PLAIN_TYPES);

/** Builds a typed name; `undefined` for an unknown type. */
export function routineValue(name: string, type: string | undefined, isList: boolean): RoutineValue | undefined {
  const plain = PLAIN_TYPES[type as FieldType];
  if (!plain) return undefined;
  const field = { ...PLAIN_FIELD, id: name, entityName: 'DatabaseObject', name, type: plain, precision: 1_000 };
  return { name, isList: isList || type === 'MultiEnum', field };
}

/** Returns the PostgreSQL type of the value, such as `numeric` or `uuid[]`. */
export const sqlTypeOf = ({ field, isList }: RoutineValue): string =>
  `${valueTypeOf(field).operandType(field)}${isList ? '[]' : ''}`;

/** Maximum number of fraction digits of a Decimal without a declared scale. */
const MAX_SCALE = 100;

/** Parses one value; a Decimal keeps its digits, because a signature declares no scale. */
function parseOne({ field }: RoutineValue, json: JsonValue): Parsed {
  const number = field.type === 'Decimal' ? exactDecimalIn(json) : undefined;
  const scale = number ? Math.min(fractionDigits(number), MAX_SCALE) : 0;
  return valueTypeOf(field).parse(json, { ...field, scale });
}

/** Parses a caller's JSON, `null` excluded, by the value's type; the items of a list become text. */
export function parseRoutineValue(value: RoutineValue, json: JsonValue): Parsed {
  if (!value.isList) return parseOne(value, json);
  if (!isArray(json)) return refused(`an array, not ${kindOf(json)}`);
  const items = json.map((item) => parseOne(value, item));
  const bad = items.find((item) => !item.ok);
  if (bad) return bad;
  return parsed(items.flatMap((item) => (item.ok ? [String(item.value)] : [])));
}

/** Renders the JSON text of a value in SQL. Infinity and not-a-number, which JSON lacks, become null. */
export function routineValueJson({ field, isList }: RoutineValue, column: Sql): Sql {
  if (isList) return sql`to_json(${column})::text`;
  const json = valueTypeOf(field).toJson(column, field);
  if (field.type === 'Decimal')
    return sql`CASE WHEN ${column} NOT IN ${raw("('NaN', 'Infinity', '-Infinity')")} THEN ${json} END`;
  if (field.type === 'Date' || field.type === 'DateTime') return sql`CASE WHEN isfinite(${column}) THEN ${json} END`;
  return json;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Builds the JSON text of a driver value, for the output of procedures, which SQL cannot format. */
export function outputJson({ field: { type } }: RoutineValue, value: unknown): string {
  const text = String(value);
  if (value === null || value === undefined || /^-?infinity$/i.test(text)) return 'null';
  if (type === 'Int' || type === 'Decimal') return NUMBER.test(text) ? text : 'null';
  if (type === 'Bool' || type === 'Json') return text;
  return JSON.stringify(type === 'DateTime' ? text.replace(' ', 'T').replace(/\+00$/, 'Z') : text);
}
