import type { RequestContext } from '../context.js';
import type { Entity } from '../catalogue/entity.js';
import { relationSql } from '../criteria/relation.js';
import { CALL } from '../sql/args.js';
import { literal, sql, type Sql } from '../sql/sql.js';
import { APPROVAL_SOURCE } from '../approvals/notes.sql.js';

/** Entities of approvals whose records callers write. */
type CallerWritten = 'ApprovalDecision' | 'ApprovalRequest' | 'ApprovalTask';

/**
 * Change rows `k` of this transaction that its caller made on records of an entity: not those that approvals have caused.
 * Readers write the rest of the WHERE clause themselves.
 */
export function callerChanges(ctx: RequestContext, entityName: CallerWritten, operation: 'Create' | 'Update'): Sql {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  return sql`
    (
      SELECT c.record_id, c.position, c.old
      FROM platform.change c
      WHERE c.xid = pg_current_xact_id()
        AND c.environment_id = ${environmentId}
        AND c.entity = ${literal(entityName)}
        AND c.operation = ${literal(operation)}
        AND c.source IS DISTINCT FROM ${literal(APPROVAL_SOURCE)}
        AND c.occurred_at >= ${CALL.at} - interval '1 day'
    ) k`;
}

/** Live rows of an entity of any owner, without alias. */
export const systemRows = (ctx: RequestContext, entityName: string): Sql =>
  relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(entityName));

/** Locks records in the order of their Ids, as all writers do. Only the next statement sees what they were waiting for. */
export function compileLockRows(ctx: RequestContext, { name }: Entity, where: Sql): Sql {
  return sql`
    WITH m AS MATERIALIZED (
      SELECT m."Id" FROM ${systemRows(ctx, name)} m WHERE ${where} ORDER BY m."Id" FOR NO KEY UPDATE OF m
    )
    SELECT count(*)::int AS locked FROM m`;
}
