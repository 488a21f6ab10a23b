import { type Entity, storedFields } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { relationSql, systemRows, targetSql } from '#core/relations/relation.js';
import { historyEntity, historyRowsSql } from '#records/core/inserts/first-status.sql.js';
import type { Lifecycle } from '#core/catalogue/lifecycle.js';
import { type Args, CALL } from '#core/statements/args.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';

/** `id`, `name`: the entity of each stored lifecycle, deleted ones included. */
export const compileLifecycleEntities = (ctx: Definitions): Sql => sql`
  SELECT l."Id"::text AS id, l."EntityName" AS name
  FROM ${systemRows(ctx, 'Lifecycle', 'stored')} l`;

/** `id`, `n`: how many records, deleted ones included, stand in each status of `$1` that has any. */
export const compileStandingRecords = (ctx: Definitions, entity: Entity): Sql => sql`
  SELECT r."StatusId"::text AS id, count(*)::int AS n
  FROM ${relationSql({ ctx, rights: 'system' }, entity, 'stored')} r
  WHERE r."StatusId" = ANY(${raw('$1::uuid[]')})
  GROUP BY r."StatusId"`;

/** Whole seconds since the record `x` took the status that it leaves. */
const secondsLeft = (ctx: Definitions): Sql => sql`
  CASE WHEN x."LeftStatusId" IS NOT NULL THEN (
    SELECT floor(extract(epoch FROM ${CALL.at} - h."ChangedOn"))::bigint
    FROM ${relationSql({ ctx, rights: 'system' }, historyEntity(ctx), 'stored')} h
    WHERE h."RecordId" = x."RecordInformationId"
    ORDER BY h."ChangedOn" DESC
    LIMIT 1
  ) END`;

/**
 * Gives the initial status and a row of the history to every record, deleted ones included, that stands in no status of
 * the lifecycle; neither versions nor the change log tell of it.
 */
export function compileFirstStatuses(ctx: Definitions, entity: Entity, lifecycle: Lifecycle, args: Args): Sql {
  const history = historyEntity(ctx);
  const columns = list(storedFields(history).map(({ name }) => ident(name)));
  const initial = args.add(lifecycle.initialStatusId, 'uuid');
  const own = args.add([...lifecycle.statuses.keys()], 'uuid[]');
  const left = { FromStatusId: raw('x."LeftStatusId"'), SecondsInStatus: secondsLeft(ctx) };
  return sql`
    WITH stray AS (
      SELECT r."Id", r."StatusId" AS "LeftStatusId"
      FROM ${relationSql({ ctx, rights: 'system' }, entity, 'stored')} r
      WHERE r."StatusId" IS NULL OR r."StatusId" <> ALL(${own})
    ),
    moved AS (
      UPDATE ${targetSql(ctx, entity)} t
      SET "StatusId" = ${initial}
      FROM stray s
      WHERE t."Id" = s."Id"
      RETURNING t."RecordInformationId", t."OwnerId", t."OwnerTeamId", t."StatusId", s."LeftStatusId"
    ),
    ${historyRowsSql(ctx, raw('history'), [{ entity, rows: raw('moved'), more: left }])}
    INSERT INTO ${targetSql(ctx, history)} (${columns})
    SELECT ${columns}
    FROM history`;
}
