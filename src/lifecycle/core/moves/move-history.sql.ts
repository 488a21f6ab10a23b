import { storedFields } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { historyEntity, historyValues } from '#records/core/inserts/first-status.sql.js';
import { CALL } from '#core/statements/args.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import type { MovePlan } from './move-plan.js';

/** Time since which the record stands in its status. A statement that waited for another move does not see its row yet. */
const SINCE = raw('CASE WHEN l."ToStatusId" = m."StatusId" THEN l."ChangedOn" ELSE m."UpdatedOn" END');

/** Values of a history row, those of a first one aside. */
function moveValues({ evaluated, comment }: MovePlan): Readonly<Record<string, Sql>> {
  const taken = evaluated.map(({ transition }, i) => sql`WHEN ${raw(String(i))} THEN ${literal(transition.id)}::uuid`);
  return {
    FromStatusId: raw('m."StatusId"'),
    TransitionId: taken.length > 0 ? sql`CASE j.taken ${list(taken, ' ')} END` : raw('NULL::uuid'),
    ChangedOn: raw('l.at'),
    Comment: sql`${comment}`,
    SecondsInStatus: raw('floor(extract(epoch FROM l.at - l.since))::bigint'),
  };
}

/**
 * CTE `h`: the history rows of moved records. The order of `ChangedOn` is that of the moves, even where a call began before
 * another one and waited for it.
 */
export function historyCte(ctx: Definitions, plan: MovePlan): Sql {
  const history = historyEntity(ctx);
  const columns = storedFields(history);
  const values = { ...historyValues(plan.move.entity), ...moveValues(plan) };
  const cells = columns.map((field) => values[field.name] ?? sql`NULL::${raw(valueTypeOf(field).operandType(field))}`);
  return sql`
    h AS (
      INSERT INTO ${targetSql(ctx, history)} AS t (${list(columns.map(({ name }) => ident(name)))})
      SELECT ${list(cells)}
      FROM u
      JOIN m ON m."Id" = u."Id"
      JOIN x ON x."Id" = u."Id"
      JOIN evaluated j ON j."Id" = u."Id"
      LEFT JOIN LATERAL (
        SELECT c.since, GREATEST(${CALL.at}, c.since + interval '1 microsecond') AS at
        FROM (
          SELECT (
            SELECT ${SINCE}
            FROM ${relationSql({ ctx, rights: 'system' }, history)} l
            WHERE l."RecordId" = m."RecordInformationId"
            ORDER BY l."ChangedOn" DESC
            LIMIT 1
          ) AS since
          OFFSET 0
        ) c
      ) l ON true
      RETURNING ${list(columns.map(({ name }) => sql`t.${ident(name)}`))}
    )`;
}
