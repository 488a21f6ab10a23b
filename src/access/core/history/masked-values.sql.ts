import type { Field } from '#core/catalogue/field.js';
import { maskSql } from '#core/fields/mask.sql.js';
import { literal, list, type Slot, sql, type Sql } from '#core/sql/sql.js';

/** Answers values of fields by their names, masked, as the JSON text `masks`. @param values of the fields, as `text` */
export function compileMaskedValues(fields: readonly Field[], values: readonly Slot[]): Sql {
  const members = fields.map(({ name, mask = 'All' }, i) => sql`${literal(name)}, ${maskSql(sql`${values[i]}`, mask)}`);
  return sql`SELECT json_build_object(${list(members)})::text AS masks`;
}
