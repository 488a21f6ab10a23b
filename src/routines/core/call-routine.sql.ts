import { ident, list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { jsonObject } from '#core/fields/record-json.js';
import type { Routine } from './routine.js';
import { routineValueJson } from './routine-value.js';

/** Most rows of a table function that are answered. */
export const MAX_ROUTINE_ROWS = 10_000;

/**
 * Calls a routine with one slot for each parameter. A procedure answers a row of its output parameters; a scalar
 * function `value` as JSON text; a table function `rows` as JSON texts with commas between them, and `more`, true where
 * rows were cut off.
 */
export function compileRoutineCall(schema: string, object: Routine, slots: readonly Slot[]): Sql {
  const call = sql`${ident(schema, object.name)}(${list(slots)})`;
  switch (object.kind) {
    case 'Procedure':
      return sql`CALL ${call}`;
    case 'ScalarFunction':
      return sql`SELECT ${routineValueJson(object.returns!, raw('r.value'))} AS value FROM ${call} r(value)`;
    case 'TableFunction':
      return tableCall(object, call);
  }
}

/** The function's own order is kept: WITH ORDINALITY numbers the rows as they come. */
function tableCall({ columns }: Routine, call: Sql): Sql {
  const names = columns.map((_, i) => raw(`c${i}`));
  const json = jsonObject(
    columns.map((column, i) => ({
      key: column.name,
      json: routineValueJson(column, sql`r.${names[i]}`),
      nullable: true,
    })),
  );
  const limit = raw(String(MAX_ROUTINE_ROWS));
  const rows = sql`
    SELECT r.n, ${json} AS json
    FROM ${call} WITH ORDINALITY r(${list([...names, raw('n')])})
    LIMIT ${limit} + 1`;
  return sql`
    SELECT string_agg(o.json, ${literal(',')} ORDER BY o.n) FILTER (WHERE o.n <= ${limit}) AS rows,
      LEAST(count(*), ${limit}) AS total, count(*) > ${limit} AS more
    FROM (${rows}) o`;
}
