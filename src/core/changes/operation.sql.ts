import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { CALL } from '../sql/args.js';
import { literal, raw, sql, type Slot, type Sql } from '../sql/sql.js';

/** What kind of write an operation was, in the words of contract §14.4.1. */
export type OperationName = 'Insert' | 'Update' | 'Delete' | 'Upsert' | 'Batch';

/**
 * CTE that records the outcome of a successful write under its correlation id. A plain INSERT: the primary key is the
 * fence that makes a second execution of the same command impossible.
 * @param write without an entity when it is about several.
 * @param recordIds what it wrote, as `uuid[]`; the whole body is kept only where the contract asks for it (§14.4.1).
 * @param when the condition under which the write happened.
 */
export function operationSql(
  ctx: RequestContext,
  write: { readonly entity?: Entity; readonly operation: OperationName },
  recordIds: Sql,
  when: Sql,
): Sql {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  const isBusiness = (write.entity?.kind ?? 'business') === 'business';
  const environment = isBusiness ? currentEnvironment(environmentId) : environmentId;
  return sql`operation AS (INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on) SELECT ${CALL.correlationId}, ${environment}, ${CALL.userId}, ${write.entity ? literal(write.entity.name) : raw('NULL')}, ${literal(write.operation)}, 'Completed', 200, ${recordIds}, ${CALL.at} WHERE ${when})`;
}

/**
 * The environment while its definitions are those that the write was made by, or changed by this transaction alone; else
 * null, which no outcome can have: the write fails and is to be repeated. Whoever changes definitions of a table holds
 * a lock on it to the end, and this statement has its own locks before it looks: no write of before comes after.
 */
const currentEnvironment = (id: Sql): Sql =>
  sql`(SELECT e.id FROM platform.environment e WHERE e.id = ${id} AND (e.definitions_version = ${CALL.definitionsVersion} OR e.xmin = pg_current_xact_id()::xid))`;

/** The outcome of a write of several statements. @param recordIds as `uuid[]` */
export const compileOutcome = (
  ctx: RequestContext,
  write: { readonly entity?: Entity; readonly operation: OperationName },
  recordIds: Slot,
): Sql => sql`WITH ${operationSql(ctx, write, sql`${recordIds}`, raw('true'))} SELECT 1 AS done`;
