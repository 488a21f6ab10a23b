import type { Field } from '#core/catalogue/field.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { ident, raw, sql, type Sql } from '#core/sql/sql.js';

/** Types whose required columns can hold a value that no other record has. */
const WITH_STAND_IN: ReadonlySet<Field['type']> = new Set([
  'Text',
  'LongText',
  'Enum',
  'MultiEnum',
  'Int',
  'Decimal',
  'Date',
  'DateTime',
  'Uuid',
  'Lookup',
]);

/** Tells whether a column can hold a stand-in: a required Bool has no third value. */
export const hasStandIn = ({ required, type }: Field): boolean => !required || WITH_STAND_IN.has(type);

/** A whole number that follows from an Id, of 60 bits. */
const numberOf = (id: Sql): Sql => sql`('x' || substr(md5(${id}::text), 1, 15))::bit(60)::bigint`;

/** Most digits of a Decimal whose stand-in is looked for among the stored values. */
const FEW_DIGITS = 6;
const MAX_LOOKS = 10_000;

/** A negative number of the precision. Where there are few of them, the first one from there on that no record has. */
function decimalStandIn({ name, precision, scale }: Field, { id, rows }: StandInPlace): Sql {
  const digits = Math.min(precision, 18);
  const power = raw(String(10n ** BigInt(digits)));
  const at = (number: Sql): Sql => sql`- (${number} % ${power}) * numeric '1e-${raw(String(scale))}'`;
  if (digits > FEW_DIGITS) return at(numberOf(id));
  return sql`
    COALESCE(
      (
        SELECT c.v
        FROM generate_series(0, ${raw(String(Math.min(10 ** digits, MAX_LOOKS) - 1))}) n
        CROSS JOIN LATERAL (SELECT ${at(sql`(${numberOf(id)} + n)`)} AS v) c
        WHERE NOT EXISTS (SELECT 1 FROM ${rows} z WHERE z.${ident(name)} = c.v)
        LIMIT 1
      ),
      'NaN'
    )`;
}

/** Where a stand-in is needed. */
interface StandInPlace {
  /** Id of the record. */
  readonly id: Sql;
  /** Stored rows of the entity, as a table expression. */
  readonly rows: Sql;
}

/**
 * Value that a column of a unique rule has in a transaction until the whole write is checked: null where it may be, else one
 * that no other record has.
 */
export function standInSql(field: Field, place: StandInPlace): Sql {
  const { id } = place;
  if (!field.required) return sql`NULL::${raw(valueTypeOf(field).columnType(field))}`;
  switch (field.type) {
    case 'MultiEnum':
      return sql`ARRAY['stand-in ' || ${id}]`;
    case 'Int':
      return sql`- ${numberOf(id)}`;
    case 'Decimal':
      return decimalStandIn(field, place);
    case 'Date':
      return sql`date '9999-12-31' + (${numberOf(id)} % 2000000000)::int`;
    case 'DateTime':
      return sql`timestamptz '9999-12-31' + (${numberOf(id)} % 8000000000) * interval '1 second'`;
    case 'Uuid':
    case 'Lookup':
      return sql`md5('stand-in ' || ${id})::uuid`;
    default:
      return sql`'stand-in ' || ${id}`;
  }
}
