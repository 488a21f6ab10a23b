import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { FromClause } from '#core/criteria/from-clause.js';
import { relationSql } from '#core/relations/relation.js';
import { searchedTogether, searchTextSql } from '#core/criteria/search-text.js';
import { allOf, anyOf, raw, sql, type Sql } from '#core/sql/sql.js';
import type { RowSelection, Search } from './select-plan.js';

/** FROM item and WHERE of the rows that match, with the joins that the from has registered so far. */
export function matchesSql({ rows, where, search }: RowSelection, from: FromClause, more: readonly Sql[] = []): Sql {
  const found = search ? searchSql(search, from) : [];
  const condition = allOf([criterionSql(where, from), ...found, ...more]);
  return sql`${relationSql(from.reader, from.entity, rows)} ${raw(from.alias)}${from.joins()} WHERE ${condition}`;
}

/** Each word is looked for on its own. IS TRUE keeps PostgreSQL from using an index that would not help. */
function searchSql({ fields, words }: Search, { alias, entity }: FromClause): readonly Sql[] {
  if (fields.length === 0) return [raw('false')];
  const texts = searchedTogether(fields).map((together) => searchTextSql(together, raw(`${alias}.`)));
  return words.map(({ pattern, isIndexed }) => {
    const contains = anyOf(texts.map((text) => sql`${text} LIKE lower(${pattern} COLLATE "und-x-icu")`));
    return entity.searchable && !isIndexed ? sql`(${contains}) IS TRUE` : contains;
  });
}
