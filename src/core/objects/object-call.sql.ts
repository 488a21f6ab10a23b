import type { RequestContext } from '../context.js';
import { CALL } from '../sql/args.js';
import { literal, sql, type Sql } from '../sql/sql.js';
import { roleName } from './object-role.sql.js';

const environmentId = (ctx: RequestContext): Sql => sql`${literal(ctx.catalogue.environment.id)}::uuid`;

/** Tells the triggers who calls; before the call. */
export const enterCall = (ctx: RequestContext): Sql =>
  sql`INSERT INTO platform.object_call (xid, environment_id, user_id, team_id, correlation_id, occurred_at) VALUES (pg_current_xact_id(), ${environmentId(ctx)}, ${CALL.userId}, ${CALL.primaryTeamId}, ${CALL.correlationId}, ${CALL.at})`;

/**
 * Entities that the call wrote, each with the number of its changes; and the call is over. The outcome is one of
 * several records of several entities: a Batch in the words of contract §14.4.1 (our reading).
 */
export const leaveCall = (ctx: RequestContext): Sql =>
  sql`WITH gone AS (DELETE FROM platform.object_call WHERE xid = pg_current_xact_id()), change AS (SELECT c.entity, c.record_id FROM platform.change c WHERE c.xid = pg_current_xact_id() AND c.occurred_at = ${CALL.at}), operation AS (INSERT INTO platform.operation (id, environment_id, user_id, operation, status, http_status, record_ids, submitted_on) SELECT ${CALL.correlationId}, ${environmentId(ctx)}, ${CALL.userId}, 'Batch', 'Completed', 200, ARRAY(SELECT DISTINCT c.record_id FROM change c ORDER BY 1 LIMIT 1000), ${CALL.at} WHERE EXISTS (SELECT 1 FROM change)) SELECT c.entity, count(*)::int AS count FROM change c GROUP BY 1 ORDER BY 1`;

/**
 * What the environment's objects are. The role that they run as owns them, and an owner may alter what it owns, even so
 * that it runs with the rights of its caller; so a call that finds them changed at its end is not committed.
 */
export const objectsState = (schema: string): Sql =>
  sql`SELECT md5(string_agg(concat_ws(' ', p.oid, p.xmin, p.proname), ',' ORDER BY p.oid)) AS state FROM pg_proc p WHERE p.proowner = (SELECT r.oid FROM pg_roles r WHERE r.rolname = ${literal(roleName(schema))})`;
