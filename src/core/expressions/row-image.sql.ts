import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { ident, list, sql, type Sql } from '#core/sql/sql.js';
import { computedSql } from './expression.sql.js';

/**
 * Rows that are not stored yet with the Computed fields they will have: what rules and hooks check.
 * @param rows a SELECT of all other fields that the expressions read.
 */
export function withComputed(entity: Entity, computed: readonly Field[], rows: Sql): Sql {
  if (computed.length === 0) return rows;
  const row = { fields: entity.fields, column: ({ name }: Field) => sql`b.${ident(name)}` };
  const values = computed.map((field) => sql`${computedSql(field, row)} AS ${ident(field.name)}`);
  return sql`SELECT b.*, ${list(values)} FROM (${rows}) b`;
}
