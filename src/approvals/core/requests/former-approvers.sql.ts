import type { Entity } from '#core/catalogue/entity.js';
import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import { changesSql } from '#core/changes/change.sql.js';
import { changedRows, columnsOf } from '#core/changes/changed-rows.sql.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql, systemRows, targetSql } from '#core/relations/relation.js';
import { Args } from '#core/statements/args.js';
import { list, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import type { ApprovalProcess, ApprovalStep } from '#core/catalogue/approval-process.js';
import { assigneeCtes } from '#approvals/core/processes/approvers.sql.js';
import { callerChanges } from '#approvals/core/processes/caller-changes.sql.js';
import { noteCte, noteRows, recordTitle } from '#approvals/core/processes/notes.sql.js';
import { compileLockRows } from './approval-writes.sql.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';
import { decidedIds } from './decided-requests.sql.js';
import { planSteps, type PlannedSteps } from '#approvals/core/processes/plan-steps.js';
import { beginningCte, stepsCte } from '#approvals/core/processes/step-tasks.sql.js';

/** An open task that the rules of its step gave to its assignee. */
export interface RuledTaskRow {
  readonly request: string;
  readonly entity_name: string;
  readonly process_id: string | null;
  readonly step: number;
  /** JSON text. */
  readonly steps: string;
  /** 1: the step was escalated to its assignee. */
  readonly escalated: number;
}

/** True for an open task `t` that nobody delegated or reassigned: its assignee has it by the rules of the step alone. */
const BY_RULES = raw(`t."State" = 'Open' AND t."AssigneeId" IS NOT NULL AND COALESCE(t."Hops", 0) = 0
  AND t."FormerAssignees" IS NULL`);

/** Answers the users `id` whose roles, teams, reports or activity the transaction has changed; null stands for all users. */
export const affectedApprovers = statement(
  'affectedApprovers',
  {},
  (ctx): Answers<{ id: string | null }> => sql`
  SELECT DISTINCT a.id::text AS id
  FROM (
    SELECT (k.old ->> 'UserId')::uuid AS id FROM ${callerChanges(ctx, 'UserRole', 'Update', 'Delete')}
    WHERE k.old ->> 'UserId' IS NOT NULL
    UNION ALL
    SELECT (k.old ->> 'UserId')::uuid
    FROM ${callerChanges(ctx, 'TeamMember', 'Update', 'Delete')}
    WHERE k.old ->> 'UserId' IS NOT NULL
    UNION ALL
    SELECT l."UserId"
    FROM ${systemRows(ctx, 'UserRole')} l
    JOIN ${callerChanges(ctx, 'UserRole', 'Update')} ON k.record_id = l."Id"
    UNION ALL
    SELECT l."UserId"
    FROM ${systemRows(ctx, 'TeamMember')} l
    JOIN ${callerChanges(ctx, 'TeamMember', 'Update')} ON k.record_id = l."Id"
    UNION ALL
    SELECT n.id
    FROM ${callerChanges(ctx, 'User', 'Update', 'Delete')}
    CROSS JOIN LATERAL (VALUES (k.record_id), ((k.old ->> 'ManagerId')::uuid)) n(id)
    WHERE n.id IS NOT NULL
    UNION ALL
    SELECT NULL FROM ${callerChanges(ctx, 'Role', 'Update', 'Delete')}
    UNION ALL
    SELECT NULL FROM ${callerChanges(ctx, 'Team', 'Update', 'Delete')}
  ) a`,
);

/** Locks the requests with open tasks of users; null stands for all users. */
export const lockRuled = statement('lockRuled', { userIds: 'uuid[]' }, (ctx, { userIds }) =>
  compileLockRows(
    ctx,
    ctx.catalogue.entity('ApprovalRequest'),
    sql`
  m."Id" IN (
    SELECT t."RequestId"
    FROM ${systemRows(ctx, 'ApprovalTask')} t
    WHERE ${BY_RULES} AND ${tasksOf(userIds)}
  )`,
  ),
);

/** Condition on tasks `t` of users. @param userIds as `uuid[]`; null: of all users */
const tasksOf = (userIds: Slot): Sql => sql`(${userIds} IS NULL OR t."AssigneeId" = ANY(${userIds}))`;

/** Answers the open steps that have tasks by rules. @param which condition on the tasks `t` */
const ruledTasksSql = (ctx: Definitions, which: Sql): Answers<RuledTaskRow> => sql`
  SELECT DISTINCT r."Id" AS request, r."EntityName" AS entity_name, r."ProcessId" AS process_id, t."Step"::int AS step,
    r."Steps"::text AS steps, (t."EscalatedOn" IS NOT NULL)::int AS escalated
  FROM ${systemRows(ctx, 'ApprovalTask')} t
  JOIN ${systemRows(ctx, 'ApprovalRequest')} r ON r."Id" = t."RequestId" AND r."State" = 'Pending'
  WHERE ${BY_RULES} AND r."EntityName" IS NOT NULL AND ${which}
  ORDER BY request`;

/** Answers the open steps with tasks of users by rules; null stands for all users. */
export const ruledTasks = statement('ruledTasks', { userIds: 'uuid[]' }, (ctx, { userIds }) =>
  ruledTasksSql(ctx, tasksOf(userIds)),
);

/** The same of the requests that the decisions of this transaction name, which are locked. */
export const ruledTasksDecided = statement('ruledTasksDecided', {}, (ctx) =>
  ruledTasksSql(ctx, sql`t."RequestId" IN (${decidedIds(ctx)})`),
);

/** Locked requests of one entity in the same step of the same process, escalated or not. */
export interface FormerPlan {
  readonly args: Args;
  readonly key: string;
  readonly planned: PlannedSteps;
  /** Ids of the requests, as `uuid[]`. */
  readonly ids: Slot;
  readonly isEscalated: boolean;
}

/** @param step with the approvers who are evaluated: those of the step, or those whom it is escalated to */
export function planFormer(
  ctx: RequestContext,
  entity: Entity,
  evaluated: {
    readonly process: Pick<ApprovalProcess, 'id' | 'allowSelfApproval'>;
    readonly step: ApprovalStep;
    readonly isEscalated: boolean;
  },
  requestIds: readonly string[],
): FormerPlan {
  const args = new Args(ctx);
  const { criteria: _met, ...step } = evaluated.step;
  const planned = planSteps(ctx, entity, [{ tag: 0, process: evaluated.process, step }], args);
  const key = `formerApprovers:${entity.name}:${evaluated.isEscalated}:${JSON.stringify(step.approvers)}`;
  return { args, key, planned, ids: args.add(requestIds, 'uuid[]'), isEscalated: evaluated.isEscalated };
}

/**
 * Answers the `id` and the `assignee` of each task by rules whose assignee is neither an approver of the step any more nor an
 * Administrator. Tasks of users who are not active stay: Administrators see them in their inbox, and reassign them.
 */
export function compileFormer(ctx: Definitions, { planned, ids, isEscalated }: FormerPlan): Sql {
  const begun = sql`
    SELECT ${columnsOf(planned.entity, 'e')}, r."Id" AS request, r."RequestedBy" AS requester, 0 AS tag
    FROM ${systemRows(ctx, 'ApprovalRequest')} r
    JOIN ${relationSql({ ctx, rights: 'system' }, planned.entity)} e ON e."RecordInformationId" = r."RecordId"
    WHERE r."Id" = ANY(${ids})`;
  const ctes = [stepsCte(planned), beginningCte(planned, begun), ...assigneeCtes(ctx, planned)];
  return sql`
    WITH RECURSIVE ${list(ctes)}
    SELECT t."Id" AS id, t."AssigneeId" AS assignee
    FROM ${systemRows(ctx, 'ApprovalTask')} t
    JOIN x ON x.request = t."RequestId" AND x.sequence = t."Step"
    WHERE ${BY_RULES} AND (t."EscalatedOn" IS NOT NULL) = ${raw(String(isEscalated))}
      AND NOT EXISTS (SELECT FROM g WHERE g.request = t."RequestId" AND g.user_id = t."AssigneeId")
      AND EXISTS (SELECT FROM ${systemRows(ctx, 'User')} a WHERE a."Id" = t."AssigneeId" AND a."IsActive")
    ORDER BY t."Id"`;
}

const NOTE = {
  OwnerId: raw('n.user_id'),
  OwnerTeamId: raw('n.team_id'),
  Message: raw('n.message'),
  RecordId: raw('n.record'),
};

/** Messages about the withdrawn tasks `x`, to their assignees and to the requesters. */
function withdrawnMessages(ctx: Definitions): Sql {
  const users = systemRows(ctx, 'User');
  return sql`
    SELECT w."Id" AS user_id, w."PrimaryTeamId" AS team_id, x."RecordId" AS record,
      x.title || ': your decision is no longer needed (' || x."StepName" || ').' AS message
    FROM x
    JOIN ${users} w ON w."Id" = x."AssigneeId"
    UNION ALL
    SELECT w."Id", w."PrimaryTeamId", x."RecordId",
      x.title || ': ' || COALESCE(o."DisplayName", 'a former user') || ' decides no longer (' || x."StepName" || ').'
    FROM x
    JOIN ${systemRows(ctx, 'ApprovalRequest')} r ON r."Id" = x."RequestId"
    JOIN ${users} w ON w."Id" = r."RequestedBy"
    LEFT JOIN ${users} o ON o."Id" = x."AssigneeId"`;
}

/**
 * Closes tasks about records of one entity, and notifies their assignees and the requesters. Answers the `request` of each step that nobody has an open
 * task of.
 *
 * CTEs: `m` tasks as they were, `u` as they are, `d` what changed, `x` with the record's title, `n` messages.
 */
export const withdrawTasks = statement(
  'withdrawTasks',
  { taskIds: 'uuid[]' },
  (ctx, { taskIds }, entity: Entity): Answers<{ request: string }> => {
    const tasks = ctx.catalogue.entity('ApprovalTask');
    const changes = [
      { entity: tasks, rows: raw('d'), operation: 'Update' },
      { ...noteRows(ctx), operation: 'Create' },
    ] as const;
    return sql`
    WITH m AS MATERIALIZED (
      SELECT ${columnsOf(tasks, 't')} FROM ${systemRows(ctx, tasks.name)} t WHERE t."Id" = ANY(${taskIds})
    ),
    u AS (
      UPDATE ${targetSql(ctx, tasks)} t
      SET "State" = 'Closed', ${updatedColumns(raw('m'))}
      FROM m
      WHERE t."Id" = m."Id"
      RETURNING ${columnsOf(tasks, 't')}
    ),
    d AS (${changedRows([tasks.fields.get('state')!], raw('m'), raw('u'))}),
    x AS (
      SELECT u.*, ${recordTitle(entity, raw('r'))} AS title
      FROM u
      LEFT JOIN ${systemRows(ctx, entity.name)} r ON r."RecordInformationId" = u."RecordId"
    ),
    ${noteCte(ctx, entity, { values: NOTE, from: sql`(${withdrawnMessages(ctx)}) n` })},
    ${changesSql(ctx, changes, APPROVAL_SOURCE)}
    SELECT DISTINCT u."RequestId" AS request
    FROM u
    WHERE NOT EXISTS (
      SELECT
      FROM ${systemRows(ctx, tasks.name)} o
      WHERE o."RequestId" = u."RequestId" AND o."State" = 'Open' AND o."Id" <> ALL(${taskIds})
    )`;
  },
);
