import { scopeOf, scopeSql } from '../access.js';
import type { Entity } from '../catalogue/entity.js';
import { columnsOf } from '../changes/changed-rows.sql.js';
import type { RequestContext } from '../context.js';
import { relationSql } from '../criteria/relation.js';
import { raw, sql, type Slot, type Sql } from '../sql/sql.js';
import { heldSql } from './judged.sql.js';
import type { JudgedTransition } from './judgement.js';
import type { Lifecycle } from '../lifecycles/lifecycle.js';

/** Answer of `compileAvailable`: no row where the caller may not read the record. */
export interface AvailableRow {
  readonly id: string;
  readonly status: string | null;
  /** JSON text, as `verdictsOf` reads it. */
  readonly held: string;
  readonly writable: boolean;
  readonly locked: boolean;
}

/**
 * Judges transitions for one record without locking it. CTE `m` is the record, if the caller may read it.
 * @param recordId record-information id
 */
export function compileAvailable(
  ctx: RequestContext,
  entity: Entity,
  lifecycle: Lifecycle,
  { judged, recordId }: { readonly judged: readonly JudgedTransition[]; readonly recordId: Slot },
): Sql {
  const isLocked = entity.approvalProcesses.length > 0 ? raw('m."ApprovalRequestId" IS NOT NULL') : raw('false');
  return sql`
    WITH m AS MATERIALIZED (
      SELECT ${columnsOf(entity, 't')}, t."ApprovalRequestId"
      FROM ${relationSql({ ctx, rights: 'caller' }, entity)} t
      WHERE t."RecordInformationId" = ${recordId}
    )
    SELECT m."Id" AS id, m."StatusId"::text AS status, array_to_json(j.held)::text AS held,
      (${scopeSql(scopeOf(ctx, entity, 'update'), raw('m'))}) IS TRUE AS writable, ${isLocked} AS locked
    FROM m
    JOIN (${heldSql(ctx, entity, lifecycle, { judged, rows: 'm' })}) j ON j."Id" = m."Id"`;
}
