import type { FieldType } from '#core/catalogue/field.js';
import type { FromClause } from '#core/criteria/from-clause.js';
import { allOf, anyOf, ident, list, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { LargeValues, MAX_INCLUDED_MB } from '#core/sql/answer-limits.sql.js';
import type { SortKey } from './select-plan.js';
import { isNullable } from './sort.js';

/** A key as rows are ordered by it. */
const ordered = ({ path: { field } }: SortKey, value: Sql): Sql => valueTypeOf(field).comparable(value, field);

/** ORDER BY of the from's rows. Nulls are last when ascending, else first: PostgreSQL's default. */
export const orderSql = (sort: readonly SortKey[], from: FromClause): Sql =>
  list(sort.map((key) => sql`${ordered(key, from.column(key.path))}${raw(key.descending ? ' DESC' : '')}`));

/** Keys of a place in the order: those of a row, null for a null key. */
type Place = readonly (Slot | null)[];

/** True where the from's row comes after a place in the order. */
export const afterSql = (sort: readonly SortKey[], place: Place, from: FromClause): Sql =>
  anyOf(afterParts(sort, place, from));

/**
 * Conditions of the rows after a place in the order. They have no row in common, and each is a range of an index that has
 * the keys in this order: keys that are equal, then a comparison of the next ones, or whether the next one is null.
 */
export function afterParts(sort: readonly SortKey[], place: Place, from: FromClause): readonly Sql[] {
  const keys = sort.map((key, i): PlacedKey => {
    const [column, slot] = [ordered(key, from.column(key.path)), place[i]];
    return { key, column, value: slot && ordered(key, sql`${slot}`) };
  });
  const first = comparedTogether(keys);
  const parts = keys.flatMap((placed, i) => {
    const compared = i < first ? beyond(placed) : i === first ? [comparedRow(keys.slice(first))] : [];
    return [...compared, ...nullsBeyond(placed)].map((condition) => allOf([...keys.slice(0, i).map(equal), condition]));
  });
  return parts.length > 0 ? parts : [raw('false')];
}

const FEW_VALUES: ReadonlySet<FieldType> = new Set(['Bool', 'Enum']);

interface PlacedKey {
  readonly key: SortKey;
  readonly column: Sql;
  /** Value of the place; null for a null key. */
  readonly value: Sql | null;
}

/**
 * Position of the first of the last keys that go in one direction from values: one row comparison has them all. Keys with
 * few values are compared on their own: PostgreSQL estimates a row comparison by its first key, so that none seems to come
 * after the last value, and rather than the owner's index it may read all rows of that value.
 */
function comparedTogether(keys: readonly PlacedKey[]): number {
  const last = keys.at(-1)!;
  const isOther = ({ key, value }: PlacedKey): boolean =>
    value === null || key.descending !== last.key.descending || FEW_VALUES.has(key.path.field.type);
  return keys.findLastIndex(isOther) + 1;
}

const sign = ({ key }: PlacedKey): Sql => raw(key.descending ? '<' : '>');

function comparedRow(keys: readonly PlacedKey[]): Sql {
  if (keys.length === 1) return sql`${keys[0].column} ${sign(keys[0])} ${keys[0].value!}`;
  const [columns, values] = [list(keys.map(({ column }) => column)), list(keys.map(({ value }) => value!))];
  return sql`(${columns}) ${sign(keys[0])} (${values})`;
}

/** Rows beyond the value of one key. Null keys come before all values when descending. */
function beyond(placed: PlacedKey): readonly Sql[] {
  if (placed.value) return [comparedRow([placed])];
  return placed.key.descending ? [sql`${placed.column} IS NOT NULL`] : [];
}

/** Null keys come after all values when ascending. */
const nullsBeyond = ({ key, column, value }: PlacedKey): readonly Sql[] =>
  value && !key.descending && isNullable(key) ? [sql`${column} IS NULL`] : [];

const equal = ({ column, value }: PlacedKey): Sql => (value ? sql`${column} = ${value}` : sql`${column} IS NULL`);

const keyName = (i: number): Sql => ident(`k${i}`);

/** The keys' values as columns of their own, since they may come from a looked-up row. */
export const keyColumns = (sort: readonly SortKey[], from: FromClause): Sql =>
  list(sort.map(({ path }, i) => sql`${from.column(path)} AS ${keyName(i)}`));

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
