import { rowsSql, scopeSql } from '#core/rights/access.js';
import { unmetColumn } from '#core/rights/limiting-roles.js';
import { isLockable } from '#core/relations/approval-parents.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { liveRowsOf, readableSql, relationSql, writableSql } from '#core/relations/relation.js';
import { isFor, SHARED_RIGHTS, sharedSql, sharesOfRow } from '#core/relations/shares.sql.js';
import type { Operation } from '#core/catalogue/scope.js';
import { anyOf, EMPTY, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';

/** How a record stands to a user and an operation. */
export interface RecordFacts {
  readonly id: string;
  readonly isOwn: boolean;
  /** The user may read it, by scope or by an open approval task. */
  readonly isReadable: boolean;
  readonly isInReadScope: boolean;
  /** It is within the user's scope for the operation, and meets the clauses that limit it. */
  readonly isInScope: boolean;
  /** The scope covers it, but no clause that limits the scope does; absent where none limits it. */
  readonly isUnmet?: boolean;
  readonly isLocked: boolean;
  readonly ownerTeamId: string | null;
  /** It is shared with the user, whose scope does not cover it; absent where the entity has no shares. */
  readonly isShared?: boolean;
  /** Names of those who have shared it, or a record that it belongs to; null where they are no users any more. */
  readonly sharedBy?: string | null;
}

const ROW = raw('t');
const isTrue = (condition: Sql): Sql => sql`(${condition}) IS TRUE`;

/**
 * Answers `RecordFacts` of a live record, by the conditions that reads and writes of the user have; no row where there is
 * none.
 * @param recordId record-information id
 */
export function compileRecordFacts(ctx: RequestContext, entity: Entity, operation: Operation, recordId: Slot): Sql {
  const isLocked = isLockable(entity) ? raw('t."ApprovalRequestId" IS NOT NULL') : raw('false');
  const covered =
    operation === 'read' ? rowsSql(ctx, entity, operation, ROW) : writableSql(ctx, entity, operation, ROW);
  return sql`
    SELECT t."Id"::text AS id, ${isTrue(scopeSql('Own', ROW))} AS "isOwn",
      ${isTrue(readableSql(ctx, entity, ROW))} AS "isReadable",
      ${isTrue(rowsSql(ctx, entity, 'read', ROW))} AS "isInReadScope",
      ${isTrue(covered)} AS "isInScope"${unmetColumn(ctx, entity, operation, ROW)}, ${isLocked} AS "isLocked",
      t."OwnerTeamId"::text AS "ownerTeamId"${sharedColumns(ctx, entity, operation)}
    FROM ${relationSql({ ctx, rights: 'system' }, entity)} t
    WHERE t."RecordInformationId" = ${recordId}`;
}

/** Columns `isShared` and `sharedBy`; none where the operation has no shares. */
function sharedColumns(ctx: RequestContext, entity: Entity, operation: Operation): Sql {
  const right = SHARED_RIGHTS[operation];
  const rowsOf = liveRowsOf(ctx);
  const shared = right ? sharedSql(ctx, entity, ROW, { right, rowsOf }) : [];
  if (!right || shared.length === 0) return EMPTY;
  const users = rowsOf(ctx.catalogue.entity('User'));
  return sql`,
    ${isTrue(anyOf(shared))} AND (${rowsSql(ctx, entity, operation, ROW)}) IS NOT TRUE AS "isShared",
    (
      SELECT string_agg(DISTINCT u."UserName", ', ')
      FROM (${sharesOfRow(ctx, entity, ROW, { right, rowsOf })}) s
      JOIN ${users} u ON u."Id" = s."OwnerId"
      WHERE ${isFor(raw('s'))}
    ) AS "sharedBy"`;
}
