import type { RequestContext } from '../context.js';
import { relationSql } from '../criteria/relation.js';
import { literal, sql, type Sql } from '../sql/sql.js';

/**
 * Brings the list of active event-based triggers in line with their records, in the transaction that changes these. A
 * trigger that was active on this entity before keeps its time. Later changes of the log are read from this transaction on.
 */
export function compileRegisterTriggers(ctx: RequestContext): Sql {
  const environment = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  const rows = (name: string): Sql => relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(name));
  return sql`
    WITH active AS MATERIALIZED (
      SELECT t."Id" AS id, e."EntityName" AS entity
      FROM ${rows('Trigger')} t
      JOIN ${rows('Entity')} e ON lower(e."EntityName") = lower(t."EntityName")
      WHERE t."IsActive" AND t."TriggerType" = 'EventBased'
    ),
    gone AS (
      DELETE FROM platform.trigger p
      WHERE p.environment_id = ${environment} AND p.id NOT IN (SELECT a.id FROM active a)
    ),
    added AS (
      INSERT INTO platform.trigger AS p (environment_id, id, entity, active_since)
      SELECT ${environment}, a.id, a.entity, pg_current_xact_id()
      FROM active a
      ON CONFLICT (environment_id, id) DO UPDATE
      SET entity = EXCLUDED.entity, active_since = EXCLUDED.active_since
      WHERE p.entity <> EXCLUDED.entity
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
