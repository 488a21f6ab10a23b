import type { FromClause } from '../criteria/from-clause.js';
import { ident, list, raw, sql, type Slot, type Sql } from '../sql/sql.js';
import { valueTypeOf } from '../field-types/value-types.js';
import { LargeValues, MAX_INCLUDED_MB } from './answer-limits.sql.js';
import type { SortKey } from './select-plan.js';
import { isNullable } from './sort.js';

/** A key as rows are ordered by it. */
const ordered = ({ path: { field } }: SortKey, value: Sql): Sql => valueTypeOf(field).comparable(value, field);

/** ORDER BY of the frame's rows. Nulls are last when ascending, else first: PostgreSQL's default. */
export const orderSql = (sort: readonly SortKey[], frame: FromClause): Sql =>
  list(sort.map((key) => sql`${ordered(key, frame.column(key.path))}${raw(key.descending ? ' DESC' : '')}`));

/**
 * True where the frame's row comes after a place in the order.
 * @param place the keys of the row there.
 */
export function afterSql(sort: readonly SortKey[], place: readonly (Slot | null)[], frame: FromClause): Sql {
  const conditions = sort.map((key, i) => (rest: Sql | undefined) => {
    const slot = place[i];
    const column = ordered(key, frame.column(key.path));
    return slot ? behindValue(key, column, ordered(key, sql`${slot}`), rest) : behindNull(key, column, rest);
  });
  return conditions.reduceRight<Sql | undefined>((rest, condition) => condition(rest), undefined)!;
}

/** Puts the range of one key before the rest where it bounds the rows that follow, so that an index can serve it. */
function behindValue(key: SortKey, column: Sql, value: Sql, rest: Sql | undefined): Sql {
  const sign = raw(key.descending ? '<' : '>');
  const endsWithNulls = !key.descending && isNullable(key);
  if (!rest) return endsWithNulls ? sql`(${column} > ${value} OR ${column} IS NULL)` : sql`${column} ${sign} ${value}`;
  if (!endsWithNulls) return sql`(${column} ${sign}= ${value} AND (${column} ${sign} ${value} OR ${rest}))`;
  return sql`(${column} > ${value} OR ${column} IS NULL OR (${column} = ${value} AND ${rest}))`;
}

/** Null keys come after all values when ascending and before them when descending. */
const behindNull = ({ descending }: SortKey, column: Sql, rest = raw('false')): Sql =>
  descending ? sql`(${column} IS NOT NULL OR ${rest})` : sql`(${column} IS NULL AND ${rest})`;

const keyName = (i: number): Sql => ident(`k${i}`);

/** The keys' values as columns of their own, since they may come from a looked-up row. */
export const keyColumns = (sort: readonly SortKey[], frame: FromClause): Sql =>
  list(sort.map(({ path }, i) => sql`${frame.column(path)} AS ${keyName(i)}`));

/** ORDER BY of rows that `keyColumns` gave their keys; no index of a table can serve it. */
export const keyOrderSql = (sort: readonly SortKey[], alias: Sql): Sql =>
  list(sort.map((key, i) => sql`${ordered(key, sql`${alias}.${keyName(i)}`)}${raw(key.descending ? ' DESC' : '')}`));

/** The text of a JSON array of the keys that `keyColumns` gave the row `alias`: what a cursor holds. */
export function keysJson(sort: readonly SortKey[], alias: Sql): Sql {
  const large = new LargeValues();
  const values = sort.map(({ path: { field } }, i) => {
    const column = sql`${alias}.${keyName(i)}`;
    const json = valueTypeOf(field).toJson(column, field);
    large.add(field, column, json);
    return sql`COALESCE(${json}, 'null')`;
  });
  return large.bounded(MAX_INCLUDED_MB, sql`'[' || ${list(values, " || ',' || ")} || ']'`);
}
