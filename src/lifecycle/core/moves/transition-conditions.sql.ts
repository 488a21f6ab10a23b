import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import type { EvaluatedTransition } from './transition-conditions.js';
import { leavesFrom, type Lifecycle, type Transition } from '#core/catalogue/lifecycle.js';

const uuidOf = (id: string): Sql => sql`${literal(id)}::uuid`;

/** True where a transition leads out of the status of a row; `leavesFrom` as SQL. */
function leavesSql(lifecycle: Lifecycle, transition: Transition, row: Sql): Sql {
  if (transition.fromStatusId !== null) return sql`${row}."StatusId" = ${uuidOf(transition.fromStatusId)}`;
  const ids = [...lifecycle.statuses.keys()].filter((id) => leavesFrom(lifecycle, transition, id));
  return sql`${row}."StatusId" IN (${ids.length > 0 ? list(ids.map(uuidOf)) : raw('NULL')})`;
}

/** Results of all conditions of a transition that hold, as `conditionResultsOf` reads them. */
export const allMet = ({ conditions }: EvaluatedTransition): Sql => literal(`{${conditions.map(() => 't').join()}}`);

/**
 * SELECT of "Id" and `held` for each row of the CTE `rows`: by transition the results of its conditions as the text of an
 * array, null where it does not lead out of the row's status. One FROM clause serves all conditions, so that they share
 * their joins. CASE keeps the conditions of other statuses from being evaluated.
 */
export function conditionsSql(
  ctx: Definitions,
  entity: Entity,
  lifecycle: Lifecycle,
  { evaluated, rows }: { readonly evaluated: readonly EvaluatedTransition[]; readonly rows: string },
): Sql {
  const from = new FromClause({ ctx, rights: 'system' }, entity, rows);
  const row = raw(rows);
  const results = evaluated.map(({ transition, conditions }) => {
    const held = list(conditions.map((condition) => sql`(${criterionSql(condition, from)}) IS TRUE`));
    return sql`CASE WHEN ${leavesSql(lifecycle, transition, row)} THEN ARRAY[${held}]::boolean[]::text END`;
  });
  return sql`SELECT ${row}."Id", ARRAY[${list(results)}]::text[] AS held FROM ${row}${from.joins()}`;
}
