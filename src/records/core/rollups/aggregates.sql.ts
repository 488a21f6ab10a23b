import type { Field } from '#core/catalogue/field.js';
import type { Definitions } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { EMPTY, ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { AggregatedChildren } from './aggregated-children.js';

/** Aggregation of children per parent. */
export interface Aggregation {
  readonly children: AggregatedChildren;
  /** The children's rows. */
  readonly rows: Sql;
  /** Condition on the children `c` that selects their parents. */
  readonly parents?: Sql;
}

/**
 * A table expression with one row per parent that has children: `parent`, and the result of each rollup by its name.
 * Rollups read every live child, independent of the caller's rights.
 */
export function aggregatesSql(ctx: Definitions, { children, rows, parents }: Aggregation): Sql {
  const { relation, child, rollups } = children;
  const from = new FromClause({ ctx, rights: 'system' }, child, 'c');
  const results = rollups.map(({ field, criterion }) => {
    const filter = criterion ? sql` FILTER (WHERE ${criterionSql(criterion, from)})` : EMPTY;
    return sql`${aggregateSql(field, child.fields)}${filter} AS ${ident(field.name)}`;
  });
  const parent = sql`c.${ident(relation.childField)}`;
  return sql`
    (
      SELECT ${list([sql`${parent} AS parent`, ...results])}
      FROM ${rows} c${from.joins()}${parents ? sql` WHERE ${parents}` : EMPTY}
      GROUP BY ${parent}
    )`;
}

function aggregateSql({ rollup }: Field, fields: ReadonlyMap<string, Field>): Sql {
  const { function: name, aggregateField } = rollup!;
  if (name === 'Count') return raw('count(*)');
  const aggregated = fields.get(aggregateField!.toLowerCase())!;
  return sql`${raw(name.toLowerCase())}(c.${ident(aggregated.name)})`;
}

/** The value of a Rollup field, of its column's type. @param result what the children came to; null for no children. */
export function rollupValue(field: Field, result: Sql): Sql {
  const { family, columnType } = valueTypeOf(field);
  const value = field.required ? sql`COALESCE(${result}, 0)` : result;
  return family === 'number' ? sql`(${value})::${raw(columnType(field))}` : value;
}

/** The value of a Rollup field of a record without children. */
export function emptyRollup(field: Field): Sql {
  return field.required ? rollupValue(field, raw('NULL')) : raw(`NULL::${valueTypeOf(field).operandType(field)}`);
}
