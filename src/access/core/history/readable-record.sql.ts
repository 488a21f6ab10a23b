import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { ownerAfter } from '#core/changes/record-shape.sql.js';
import { isLockable } from '#core/relations/approval-parents.js';
import { readInLog } from '#core/relations/read-in-log.js';
import { liveRowsOf, relationSql, systemRows } from '#core/relations/relation.js';
import { coversAll, scopeTest } from '#core/rights/access.js';
import { CALL } from '#core/statements/args.js';
import { literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';

/** The record whose history is read. */
interface NamedRecord {
  readonly entity: Entity;
  readonly recordId: Slot;
}

/**
 * Renders the record that the caller may read; Administrators also read it in the recycle bin. Row: `id`,
 * `information_id`, `version`, and `since` when it was assigned to the caller by an open approval task.
 */
export function readRecord(ctx: RequestContext, { entity, recordId }: NamedRecord): Sql {
  const rows = ctx.principal.isAdministrator ? 'stored' : 'readable';
  return sql`
    SELECT t."Id" AS id, t."RecordInformationId" AS information_id, t."RowVersion" AS version,
      ${assignedSince(ctx, entity)} AS since
    FROM ${relationSql({ ctx, rights: 'caller' }, entity, rows)} t
    WHERE t."Id" = ${recordId}`;
}

function assignedSince(ctx: RequestContext, entity: Entity): Sql {
  if (!isLockable(entity) || coversAll(ctx, entity, 'read')) return raw('NULL::timestamptz');
  return sql`
    (
      SELECT min(k."CreatedOn")
      FROM ${systemRows(ctx, 'ApprovalTask')} k
      WHERE k."AssigneeId" = ${CALL.userId} AND k."State" = 'Open'
        AND k."EntityName" = ${literal(entity.name)} AND k."RecordId" = t."RecordInformationId"
    )`;
}

/** Change rows `alias` of an entity. */
export const changesOf = ({ catalogue }: Definitions, { name }: Entity, alias: Sql): Sql =>
  sql`${alias}.environment_id = ${literal(catalogue.environment.id)}::uuid AND ${alias}.entity = ${literal(name)}`;

/** True for a change row `alias` that is not older than the caller's task on the record `r`. */
export const isSince = (alias: Sql): Sql => sql`${alias}.occurred_at >= r.since`;

/** True where the record, as the change row `alias` has left it, is in the caller's scope. */
export const stateInScope = (ctx: RequestContext, entity: Entity, alias: Sql): Sql =>
  readInLog(ctx, entity, {
    covers: (scope) => scopeTest(scope, ownerAfter(alias), sql`${alias}.team_after`),
    id: raw('r.id'),
    liveRows: liveRowsOf(ctx),
  });
