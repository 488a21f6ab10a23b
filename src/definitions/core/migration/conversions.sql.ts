import type { Field, FieldType } from '#core/catalogue/field.js';
import { ident, literal, raw, sql, type Sql } from '#core/sql/sql.js';

/** How stored values become values of another type without loss. */
export interface Conversion {
  /** TRUE for a value that converts; null converts to null, whatever this says of it. */
  readonly fits: Sql;
  readonly using: Sql;
}

type Convert = (value: Sql, to: Field) => Conversion;

const ALWAYS = raw('true');
const matches = (value: Sql, pattern: string): Sql => sql`${value} ~ ${literal(pattern)}`;

const toText: Convert = (value) => ({ fits: ALWAYS, using: sql`${value}::text` });
/** The column stays as it is; the new type's own rules are tested on it. */
const same: Convert = (value) => ({ fits: ALWAYS, using: value });
const toDecimal: Convert = (value, { precision, scale }) => {
  const digits = raw(`1e${precision - scale}::numeric`);
  const number = sql`${value}::numeric`;
  return {
    fits: sql`(abs(trunc(${number})) < ${digits} AND ${number} = round(${number}, ${raw(String(scale))}))`,
    using: number,
  };
};
/** A condition that is only looked at where the text has the form it needs. */
const guarded = (form: Sql, condition: Sql): Sql => sql`CASE WHEN ${form} THEN ${condition} ELSE false END`;

const INT = '^(0|-?[1-9][0-9]{0,17})$';
/** PostgreSQL's patterns count to 255 only; no column takes as many digits as the text may have. */
const DECIMAL = '^-?(0|[1-9][0-9]*)([.][0-9]+)?$';
const MAX_DECIMAL_LENGTH = raw('600');
const DAY = '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$';
const UUID = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';

const dayExists = (value: Sql): Sql =>
  sql`
    substr(${value}, 9, 2)::int <= extract(
      day FROM make_date(substr(${value}, 1, 4)::int, substr(${value}, 6, 2)::int, 1)
        + interval '1 month' - interval '1 day'
    )`;

const FROM_TEXT: Readonly<Partial<Record<FieldType, Convert>>> = {
  Text: same,
  LongText: same,
  Enum: same,
  Int: (value) => ({ fits: matches(value, INT), using: sql`${value}::bigint` }),
  Decimal: (value, to) => {
    const { fits, using } = toDecimal(value, to);
    const form = sql`length(${value}) <= ${MAX_DECIMAL_LENGTH} AND ${matches(value, DECIMAL)}`;
    return { fits: guarded(form, fits), using };
  },
  Bool: (value) => ({ fits: sql`lower(${value}) IN ('true', 'false', '1', '0')`, using: sql`${value}::boolean` }),
  Date: (value) => ({ fits: guarded(matches(value, DAY), dayExists(value)), using: sql`${value}::date` }),
  Uuid: (value) => ({ fits: matches(value, UUID), using: sql`${value}::uuid` }),
};

/** From which type to which; all other pairs are refused. */
const CONVERSIONS: Readonly<Partial<Record<string, Readonly<Partial<Record<FieldType, Convert>>>>>> = {
  Text: FROM_TEXT,
  LongText: FROM_TEXT,
  Enum: {
    Text: same,
    LongText: same,
    MultiEnum: (value) => ({
      fits: ALWAYS,
      using: sql`CASE WHEN ${value} IS NOT NULL THEN ARRAY[${value}]::text[] END`,
    }),
  },
  MultiEnum: { Enum: (value) => ({ fits: sql`cardinality(${value}) <= 1`, using: sql`${value}[1]` }) },
  AutoNumber: { Text: same, LongText: same },
  Int: { Decimal: toDecimal, Text: toText, LongText: toText },
  Decimal: {
    Decimal: toDecimal,
    Int: (value) => ({
      fits: sql`(${value} = trunc(${value}) AND ${value} BETWEEN -9223372036854775808 AND 9223372036854775807)`,
      using: sql`${value}::bigint`,
    }),
    Text: toText,
    LongText: toText,
  },
  Bool: { Text: toText, LongText: toText },
  Date: {
    Text: toText,
    LongText: toText,
    DateTime: (value) => ({ fits: ALWAYS, using: sql`${value}::timestamp AT TIME ZONE 'UTC'` }),
  },
  DateTime: {
    Date: (value) => {
      const day = sql`(${value} AT TIME ZONE 'UTC')`;
      return { fits: sql`${day} = date_trunc('day', ${day})`, using: sql`${day}::date` };
    },
  },
  Uuid: { Text: toText, LongText: toText, Lookup: same },
  Lookup: { Uuid: same, Lookup: same },
};

/**
 * How values of a column become those of its field, which had another type, precision or target; `undefined`: not at
 * all.
 * @param from the old type, as the definition had it.
 */
export function conversionOf(from: string, to: Field): Conversion | undefined {
  return CONVERSIONS[from]?.[to.type]?.(ident(to.name), to);
}

/** Tells whether values of a field of type `from` can become those of type `to`, both as in definitions. */
export const isConvertible = (from: string, to: string): boolean =>
  from === to || CONVERSIONS[from]?.[to as FieldType] !== undefined;
