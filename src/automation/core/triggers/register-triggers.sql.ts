import { AFTER_COMMIT } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { list, literal, sql, type Sql } from '#core/sql/sql.js';
import { EVENT_OPERATIONS } from './fires.js';

/** Operations of a trigger's event. */
const operations = list(
  Object.entries(EVENT_OPERATIONS).map(
    ([event, names]) => sql`WHEN ${literal(event)} THEN ${literal(`{${names.join()}}`)}::text[]`,
  ),
  ' ',
);

const committed = sql`${literal(`{${EVENT_OPERATIONS.Committed.join()}}`)}::text[]`;

/** `id`, `entity` and `operations` of active event-based triggers and of after-commit hooks. @param rows of an entity */
const activeTriggers = (rows: (name: string) => Sql): Sql => sql`
  SELECT t."Id" AS id, e."EntityName" AS entity, CASE t."TriggerEvent" ${operations} END AS operations
  FROM ${rows('Trigger')} t
  JOIN ${rows('Entity')} e ON lower(e."EntityName") = lower(t."EntityName")
  WHERE t."IsActive" AND t."TriggerType" = 'EventBased'
  UNION ALL
  SELECT h."Id", e."EntityName", ${committed}
  FROM ${rows('Hook')} h
  JOIN ${rows('Entity')} e ON e."Id" = h."EntityId"
  WHERE h."Handler" IS NOT NULL AND h."Events" @> ${literal(JSON.stringify([AFTER_COMMIT]))}::jsonb`;

/**
 * Brings the list of active event-based triggers and after-commit hooks in line with their records, in the transaction
 * that changes these. A trigger that was active before, on this entity and for these operations, keeps its time: other changes before were not
 * read for it. Later changes of the log are read from this transaction on.
 */
export function compileRegisterTriggers(ctx: Definitions): Sql {
  const environment = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  const rows = (name: string): Sql => relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(name));
  return sql`
    WITH active AS MATERIALIZED (${activeTriggers(rows)}),
    gone AS (
      DELETE FROM platform.trigger p
      WHERE p.environment_id = ${environment} AND p.id NOT IN (SELECT a.id FROM active a)
    ),
    added AS (
      INSERT INTO platform.trigger AS p (environment_id, id, entity, operations, active_since)
      SELECT ${environment}, a.id, a.entity, a.operations, pg_current_xact_id()
      FROM active a
      ON CONFLICT (environment_id, id) DO UPDATE
      SET entity = EXCLUDED.entity, operations = EXCLUDED.operations,
        active_since = CASE
          WHEN p.entity = EXCLUDED.entity AND EXCLUDED.operations <@ coalesce(p.operations, EXCLUDED.operations)
          THEN p.active_since
          ELSE EXCLUDED.active_since
        END
      WHERE (p.entity, p.operations) IS DISTINCT FROM (EXCLUDED.entity, EXCLUDED.operations)
    ),
    ended AS (
      DELETE FROM platform.trigger_cursor c
      WHERE c.environment_id = ${environment} AND NOT EXISTS (SELECT FROM active)
    )
    INSERT INTO platform.trigger_cursor (environment_id, begins_at, begins_on)
    SELECT ${environment}, pg_current_xact_id(), now()
    WHERE EXISTS (SELECT FROM active)
    ON CONFLICT (environment_id) DO NOTHING`;
}
