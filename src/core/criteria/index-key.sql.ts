import type { IndexKey } from '#core/catalogue/declared-index.js';
import type { Field } from '#core/catalogue/field.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { ident, raw, sql, type Sql } from '#core/sql/sql.js';

/** Expression by which an index orders the values of a field; undefined where that is the column itself. */
export function indexExpression(field: Field): Sql | undefined {
  const column = ident(field.name);
  const value = valueTypeOf(field).comparable(column, field);
  return value === column ? undefined : value;
}

/** Key of an index, as CREATE INDEX takes it. */
export function indexKeySql({ field, descending }: IndexKey): Sql {
  const expression = indexExpression(field);
  return sql`${expression ? sql`(${expression})` : ident(field.name)}${raw(descending ? ' DESC' : '')}`;
}
