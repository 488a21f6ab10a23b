import { blockingProcesses, isBlockedSql, submittedSql, type Submissions } from './move-blocks.sql.js';
import { storedFields, type Entity } from '#core/catalogue/entity.js';
import { columnsOf } from '#core/changes/changed-rows.sql.js';
import type { RequestContext } from '#core/context/context.js';
import { relationSql, writableSql } from '#core/relations/relation.js';
import { unmetColumn } from '#core/rights/limiting-roles.js';
import { ident, list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { conditionsSql } from './transition-conditions.sql.js';
import type { EvaluatedTransition } from './transition-conditions.js';
import type { Lifecycle } from '#core/catalogue/lifecycle.js';

/** Answer of `compileAvailable`: no row where the caller may not read the record. */
export interface AvailableRow {
  readonly id: string;
  readonly status: string | null;
  /** JSON text, as `conditionResultsOf` reads it. */
  readonly held: string;
  readonly writable: boolean;
  /** The caller's scope covers it, but no clause that limits the scope does; absent where none limits it. */
  readonly isUnmet?: boolean;
  readonly locked: boolean;
  /** It waits for an approval. */
  readonly blocked: boolean;
  /** JSON text: for each evaluated transition, true where its move would submit the record that waits. */
  readonly submits: string;
}

/** Facts by which the moves of a record are evaluated. */
export interface AvailablePlan {
  readonly evaluated: readonly EvaluatedTransition[];
  /** Record-information id. */
  readonly recordId: Slot;
  readonly submissions: Submissions;
}

/** JSON text: for each transition, whether its move would start a request of the record `m`. */
function submitsSql(
  ctx: RequestContext,
  entity: Entity,
  evaluated: readonly EvaluatedTransition[],
  submissions: Submissions,
): Sql {
  if (submissions.length === 0) return literal('[]');
  const each = evaluated.map(({ transition: { toStatusId } }) => {
    const columns = storedFields(entity).map(({ name }) =>
      name === 'StatusId' ? sql`${literal(toStatusId)}::uuid AS "StatusId"` : sql`m.${ident(name)}`,
    );
    const rows = sql`(SELECT ${list(columns)} FROM m) y`;
    return sql`EXISTS (${submittedSql(ctx, entity, submissions, { before: 'm', after: { rows, alias: 'y' } })})`;
  });
  return sql`to_json(ARRAY[${list(each)}]::boolean[])::text`;
}

/**
 * Evaluates transitions for one record without locking it. CTE `m` is the record, if the caller may read it.
 */
export function compileAvailable(
  ctx: RequestContext,
  entity: Entity,
  lifecycle: Lifecycle,
  { evaluated, recordId, submissions }: AvailablePlan,
): Sql {
  const isBlocked = blockingProcesses(entity).length > 0 ? isBlockedSql(ctx, entity, raw('m')) : raw('false');
  const isLocked = entity.approvalProcesses.length > 0 ? raw('m."ApprovalRequestId" IS NOT NULL') : raw('false');
  const isUnmet = unmetColumn(ctx, entity, 'update', raw('m'));
  return sql`
    WITH m AS MATERIALIZED (
      SELECT ${columnsOf(entity, 't')}, t."ApprovalRequestId"
      FROM ${relationSql({ ctx, rights: 'caller', isUnmasked: true }, entity)} t
      WHERE t."RecordInformationId" = ${recordId}
    )
    SELECT m."Id" AS id, m."StatusId"::text AS status, array_to_json(j.held)::text AS held,
      (${writableSql(ctx, entity, 'update', raw('m'))}) IS TRUE AS writable${isUnmet}, ${isLocked} AS locked,
      ${isBlocked} AS blocked, ${submitsSql(ctx, entity, evaluated, submissions)} AS submits
    FROM m
    JOIN (${conditionsSql(ctx, entity, lifecycle, { evaluated, rows: 'm' })}) j ON j."Id" = m."Id"`;
}
