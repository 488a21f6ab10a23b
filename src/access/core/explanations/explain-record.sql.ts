import { rowsSql, scopeSql } from '#core/rights/access.js';
import { isLockable } from '#core/relations/approval-parents.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { readableSql, relationSql } from '#core/relations/relation.js';
import type { Operation } from '#core/catalogue/scope.js';
import { raw, sql, type Slot, type Sql } from '#core/sql/sql.js';

/** How a record stands to a user and an operation. */
export interface RecordFacts {
  readonly id: string;
  readonly isOwn: boolean;
  /** The user may read it, by scope or by an open approval task. */
  readonly isReadable: boolean;
  readonly isInReadScope: boolean;
  /** It is within the user's scope for the operation. */
  readonly isInScope: boolean;
  readonly isLocked: boolean;
  readonly ownerTeamId: string | null;
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
  return sql`
    SELECT t."Id"::text AS id, ${isTrue(scopeSql('Own', ROW))} AS "isOwn",
      ${isTrue(readableSql(ctx, entity, ROW))} AS "isReadable",
      ${isTrue(rowsSql(ctx, entity, 'read', ROW))} AS "isInReadScope",
      ${isTrue(rowsSql(ctx, entity, operation, ROW))} AS "isInScope", ${isLocked} AS "isLocked",
      t."OwnerTeamId"::text AS "ownerTeamId"
    FROM ${relationSql({ ctx, rights: 'system' }, entity)} t
    WHERE t."RecordInformationId" = ${recordId}`;
}
