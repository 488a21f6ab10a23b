import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import { changesSql } from '#core/changes/change.sql.js';
import { changedRows, columnsOf } from '#core/changes/changed-rows.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import { systemRows, targetSql } from '#core/relations/relation.js';
import { literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import { callerChanges } from '#approvals/core/processes/caller-changes.sql.js';
import { assignedMessage, noteCte, noteRows, recordTitle } from '#approvals/core/processes/notes.sql.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';

/** A task that the transaction's caller has updated. */
export interface ReassignedRow {
  readonly id: string;
  readonly state: string;
  readonly assignee: string | null;
  readonly requester: string | null;
  readonly entity_name: string;
  readonly process_id: string | null;
  /** JSON: the assignees before. */
  readonly former: string;
  /** 1: also another field than AssigneeId was changed. */
  readonly other: number;
  /** 1: the assignee is an active user. */
  readonly active: number;
  /** 1: the assignee has another open task of the request. */
  readonly doubled: number;
}

const flag = (condition: Sql): Sql => sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;

/** Answers the tasks `t` that the transaction's caller has updated, by Id. The update has locked them. */
export const readReassigned = statement('readReassigned', {}, (ctx): Answers<ReassignedRow> => {
  const tasks = systemRows(ctx, 'ApprovalTask');
  return sql`
    WITH c AS (
      SELECT k.record_id AS id,
        COALESCE(json_agg(k.old -> 'AssigneeId' ORDER BY k.position) FILTER (WHERE k.old ->> 'AssigneeId' IS NOT NULL), '[]')
          AS former,
        bool_or(EXISTS (SELECT FROM json_object_keys(k.old) n WHERE n <> 'AssigneeId')) AS other
      FROM ${callerChanges(ctx, 'ApprovalTask', 'Update')}
      GROUP BY k.record_id
    )
    SELECT t."Id" AS id, t."State" AS state, t."AssigneeId" AS assignee, r."RequestedBy" AS requester,
      t."EntityName" AS entity_name, r."ProcessId" AS process_id, c.former::text AS former, ${flag(raw('c.other'))} AS other,
      ${flag(sql`EXISTS (SELECT FROM ${systemRows(ctx, 'User')} u WHERE u."Id" = t."AssigneeId" AND u."IsActive")`)} AS active,
      ${flag(sql`
        EXISTS (
          SELECT
          FROM ${tasks} o
          WHERE o."RequestId" = t."RequestId" AND o."AssigneeId" = t."AssigneeId" AND o."State" = 'Open' AND o."Id" <> t."Id"
        )`)} AS doubled
    FROM c
    JOIN ${tasks} t ON t."Id" = c.id
    JOIN ${systemRows(ctx, 'ApprovalRequest')} r ON r."Id" = t."RequestId"
    ORDER BY t."Id"`;
});

/** Ids of tasks, and their assignees before, each a JSON list. */
const REASSIGNED = { ids: 'uuid[]', former: 'text[]' };

/**
 * Gives reassigned tasks about records of one entity to their assignees, and notifies these. Answers their number.
 *
 * CTEs: `m` tasks as the caller left them, `u` as they are, `d` what changed, `x` with the record's title, `note`
 * notifications.
 */
export const reassignTasks = statement('reassignTasks', REASSIGNED, (ctx, { ids, former }, entity: Entity) => {
  const tasks = ctx.catalogue.entity('ApprovalTask');
  const changed = ['ownerid', 'ownerteamid', 'formerassignees'].map((name) => tasks.fields.get(name)!);
  const note = {
    OwnerId: raw('x."OwnerId"'),
    OwnerTeamId: raw('x."OwnerTeamId"'),
    Message: assignedMessage(raw('x.title'), raw('x."StepName"')),
    RecordId: raw('x."RecordId"'),
  };
  const list = sql`COALESCE(m."FormerAssignees", ${literal('[]')}::jsonb) || v.former::jsonb`;
  const changes = [
    { entity: tasks, rows: raw('d'), operation: 'Update' },
    { ...noteRows(ctx), operation: 'Create' },
  ] as const;
  return sql`
    WITH m AS MATERIALIZED (
      SELECT ${columnsOf(tasks, 't')} FROM ${systemRows(ctx, tasks.name)} t WHERE t."Id" = ANY(${ids})
    ),
    u AS (
      UPDATE ${targetSql(ctx, tasks)} t
      SET "OwnerId" = w."Id", "OwnerTeamId" = w."PrimaryTeamId", "FormerAssignees" = ${list}, ${updatedColumns(raw('m'))}
      FROM unnest(${ids}, ${former}) AS v(id, former)
      JOIN m ON m."Id" = v.id
      JOIN ${systemRows(ctx, 'User')} w ON w."Id" = m."AssigneeId"
      WHERE t."Id" = v.id
      RETURNING ${columnsOf(tasks, 't')}
    ),
    d AS (${changedRows(changed, raw('m'), raw('u'))}),
    x AS (
      SELECT u.*, ${recordTitle(entity, raw('r'))} AS title
      FROM u
      LEFT JOIN ${systemRows(ctx, entity.name)} r ON r."RecordInformationId" = u."RecordId"
    ),
    ${noteCte(ctx, entity, { values: note, from: raw('x') })},
    ${changesSql(ctx, changes, APPROVAL_SOURCE)}
    SELECT count(*)::int AS reassigned FROM u`;
});
