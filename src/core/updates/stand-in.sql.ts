import type { Field } from '../catalogue/field.js';
import { valueTypeOf } from '../field-types/value-types.js';
import { raw, sql, type Sql } from '../sql/sql.js';

/** A whole number that follows from an Id, of 60 bits. */
const numberOf = (id: Sql): Sql => sql`('x' || substr(md5(${id}::text), 1, 15))::bit(60)::bigint`;

/**
 * Value that a column of a unique rule has in a transaction until the whole write is judged: null where it may be, else one
 * that no other record has.
 * @param id of the record
 * @returns `undefined` for fields whose columns can hold no such value
 */
export function standInSql(field: Field, id: Sql): Sql | undefined {
  if (!field.required) return sql`NULL::${raw(valueTypeOf(field).columnType(field))}`;
  switch (field.type) {
    case 'Text':
    case 'LongText':
    case 'Enum':
      return sql`'stand-in ' || ${id}`;
    case 'Int':
      return sql`- ${numberOf(id)}`;
    case 'Date':
      return sql`date '9999-12-31' + (${numberOf(id)} % 2000000000)::int`;
    case 'DateTime':
      return sql`timestamptz '9999-12-31' + (${numberOf(id)} % 8000000000) * interval '1 second'`;
    case 'Uuid':
      return id;
    default:
      return undefined;
  }
}
