import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { allOf, ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { clashKeys } from '#core/catalogue/entity.js';
import { FOUND } from '#core/checks/check.sql.js';
import type { InsertPlan } from './insert-plan.js';
import { lookCtes } from './insert-records.sql.js';
import { rowsOf } from './row-stages.sql.js';

/** Rows that share the values of a unique key, each with the first such row. Nulls do not clash. */
function repeatedRows(key: readonly Field[], number: number): Sql {
  const columns = key.map((field) => ({ field, column: sql`x.${ident(field.name)}` }));
  const values = list(columns.map(({ field, column }) => valueTypeOf(field).comparable(column, field)));
  const given = allOf(columns.map(({ column }) => sql`${column} IS NOT NULL`));
  const counted = sql`
    SELECT x."n", min(x."n") OVER same AS first, count(*) OVER same AS times
    FROM ${rowsOf(0)} x
    WHERE ${given}
    WINDOW same AS (PARTITION BY ${values})`;
  return sql`
    SELECT ${raw(String(number))} AS key, s."n", s.first
    FROM (${counted}) s
    WHERE s.times > 1`;
}

/**
 * Finds all rows of an `explain` plan of one group that cannot be stored, and stores nothing. Answers one row: `faults`
 * as JSON text `[[check, row], …]` and `repeats` as JSON text `[[key, row, first], …]`, each null where nothing is
 * wrong. CTEs are those of `insert-records.sql.ts`, and `repeated`: rows that share a unique value.
 */
export function compileFindRejectedRows(ctx: RequestContext, plan: InsertPlan): Sql {
  const repeated = list(clashKeys(plan.root).map(repeatedRows), ' UNION ALL ');
  const ctes = [...lookCtes(ctx, plan), sql`repeated AS MATERIALIZED (${repeated})`];
  return sql`
    WITH ${list(ctes)}
    SELECT ${FOUND},
      (
        SELECT json_agg(json_build_array(r.key, r."n", r.first) ORDER BY r."n", r.key)::text
        FROM repeated r
      ) AS repeats`;
}
