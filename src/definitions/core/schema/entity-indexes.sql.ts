import { indexName, supersededName, uniqueName } from '#core/catalogue/constraint-names.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { SystemIndex } from '#core/catalogue/system-index.js';
import { isCutForSearch, searchedFields, searchedTogether, searchTextSql } from '#core/criteria/search-text.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { allOf, EMPTY, ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import type { WantedIndex } from './wanted-table.js';

/** An index on plain columns, or whatever follows the table in its statement. */
export const concurrentIndex = (name: string, table: Sql, definition: Sql): WantedIndex => {
  const index = sql`${ident(name)} ON ${table} ${definition}`;
  return { name, ddl: sql`CREATE INDEX ${index}`, beside: sql`CREATE INDEX CONCURRENTLY ${index}` };
};

/** An automatic number is never used twice; every other unique rule holds among live rows only. */
export function uniqueIndex(entity: Entity, table: Sql, key: readonly Field[]): WantedIndex {
  const [name, supersedes] = [uniqueName(entity.name, key), supersededName(entity.name, key)];
  // Enums compare by their place in the declared order, but are equal where their text is.
  const columns = list(
    key.map((field) =>
      field.type === 'Enum' ? ident(field.name) : sql`(${valueTypeOf(field).comparable(ident(field.name), field)})`,
    ),
  );
  const live = key.some(({ type }) => type === 'AutoNumber') ? EMPTY : sql` WHERE NOT ${ident('IsDeleted')}`;
  const ddl = sql`CREATE UNIQUE INDEX ${ident(name)} ON ${table} (${columns})${live}`;
  return { name, ddl, ...(supersedes !== undefined && { supersedes }) };
}

/** Its name holds the condition, so that it is made anew with it. */
export function systemIndexOf(entity: Entity, table: Sql, { fields, unique, where }: SystemIndex): WantedIndex {
  const conditions = Object.entries(where ?? {});
  const name = indexName(entity.name, ...fields, ...conditions.flat(), ...(unique ? ['unique'] : []));
  const rows = where
    ? sql` WHERE ${allOf([raw('NOT "IsDeleted"'), ...conditions.map(([field, value]) => sql`${ident(field)} = ${literal(value)}`)])}`
    : EMPTY;
  const definition = sql`(${list(fields.map((field) => ident(field)))})${rows}`;
  if (!unique) return concurrentIndex(name, table, definition);
  return { name, ddl: sql`CREATE UNIQUE INDEX ${ident(name)} ON ${table} ${definition}` };
}

/** An index on columns, in their order. */
export const plainIndex = (entity: Entity, table: Sql, columns: readonly string[]): WantedIndex =>
  concurrentIndex(indexName(entity.name, ...columns), table, sql`(${list(columns.map((column) => ident(column)))})`);

/**
 * Serves GlobalSearch: the very expression that the search compares. Its name holds the fields, and marks those that are
 * cut, so that it is made anew with them.
 */
export function searchIndex(entity: Entity, table: Sql, trigrams: string): readonly WantedIndex[] {
  if (!entity.searchable) return [];
  return searchedTogether(searchedFields(entity)).map((fields) => {
    const name = indexName(
      entity.name,
      'GlobalSearch',
      ...fields.map((field) => (isCutForSearch(field) ? `${field.name}~` : field.name)),
    );
    const text = searchTextSql(fields, EMPTY);
    return concurrentIndex(name, table, sql`USING gin ((${text}) ${ident(trigrams, 'gin_trgm_ops')})`);
  });
}
