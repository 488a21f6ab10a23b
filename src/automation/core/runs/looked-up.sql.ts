import { FromClause } from '#core/criteria/from-clause.js';
import { MAX_ROW_MB } from '#core/sql/answer-limits.sql.js';
import { rowJson } from '#queries/core/select/row-json.sql.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import type { LookedUpPlan } from './plan-looked-up.js';

const ROW = 't';

/** SELECT of `row`: the looked-up values as a JSON object, whose members are named as their paths. */
export function compileLookedUp({ reader, entity, row, paths }: LookedUpPlan): Sql {
  const from = new FromClause(reader, entity, ROW);
  const shown = { entity, fields: paths, includes: [], loadLookUpValues: false, loadRecordInfo: false };
  const json = rowJson(shown, from, MAX_ROW_MB);
  const names = [...entity.fields.values()].map(({ name }) => name);
  const cells = row.map((slot, i) => sql`${slot} AS ${ident(names[i])}`);
  return sql`
    SELECT ${json} AS "row"
    FROM (SELECT ${list(cells)}) ${raw(ROW)}${from.joins()}`;
}
