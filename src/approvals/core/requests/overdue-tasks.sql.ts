import type { Entity } from '#core/catalogue/entity.js';
import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import { changesSql } from '#core/changes/change.sql.js';
import { changedRows, columnsOf } from '#core/changes/changed-rows.sql.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql, systemRows, targetSql } from '#core/relations/relation.js';
import { serviceRowsSql } from '#records/core/inserts/service-rows.sql.js';
import { Args, CALL } from '#core/statements/args.js';
import { list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import type { ApprovalProcess, ApprovalStep, Approvers } from '#core/catalogue/approval-process.js';
import { assigneeCtes } from '#approvals/core/processes/approvers.sql.js';
import { noteCte, recordTitle } from '#approvals/core/processes/notes.sql.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';
import { planSteps, type PlannedSteps } from '#approvals/core/processes/plan-steps.js';
import { beginningCte, beginningRows, stepsCte } from '#approvals/core/processes/step-tasks.sql.js';

/** Requests that one transaction looks after, so that it stays short. */
export const OVERDUE_REQUESTS = 200;

/** Longest time between two looks at the tasks of an environment; `DueHours` are hours. */
const LOOK_EVERY = `interval '1 minute'`;

/** An open request with a task that is past its `DueOn`, locked by this transaction. */
export interface OverdueRow {
  readonly id: string;
  readonly entity_name: string;
  readonly process_id: string | null;
  readonly step: number | null;
  /** JSON text. */
  readonly steps: string | null;
}

/** Tasks `t` that wait for their reminder. */
const AWAITING = sql`t."State" = 'Open' AND t."RemindedOn" IS NULL`;
const OVERDUE = sql`${AWAITING} AND t."DueOn" <= now()`;

/** Locks most open requests with overdue tasks. Those of a decision under way are skipped; they are looked at again. */
export const lockOverdue = statement(
  'lockOverdue',
  { most: 'int' },
  (ctx, { most }): Answers<OverdueRow> => sql`
  SELECT r."Id" AS id, r."EntityName" AS entity_name, r."ProcessId" AS process_id, r."CurrentStep"::int AS step,
    r."Steps"::text AS steps
  FROM ${systemRows(ctx, 'ApprovalRequest')} r
  WHERE r."State" = 'Pending'
    AND r."Id" IN (SELECT t."RequestId" FROM ${systemRows(ctx, 'ApprovalTask')} t WHERE ${OVERDUE})
  ORDER BY r."Id"
  LIMIT ${most}
  FOR NO KEY UPDATE OF r SKIP LOCKED`,
);

/** Counts overdue tasks of requests as announced, without announcing them. @param ids of the requests, as `uuid[]` */
export const compilePassOverdue = (ctx: Definitions, ids: Slot): Sql => sql`
  UPDATE ${targetSql(ctx, ctx.catalogue.entity('ApprovalTask'))} t
  SET "RemindedOn" = ${CALL.at}
  WHERE t."RequestId" = ANY(${ids}) AND ${OVERDUE}`;

/** Looks again in an hour, because no look succeeds. */
export const compileLateLook = (ctx: Definitions): Sql => sql`
  UPDATE platform.schedule s
  SET next_due_at = now() + interval '1 hour', attempts = 0, lease_until = NULL
  WHERE s.environment_id = ${literal(ctx.catalogue.environment.id)}::uuid AND s.kind = 'ApprovalTasks'`;

const NEXT_LOOK = { isCutOff: 'boolean', attempts: 'int' };

/** Stores when to look again: when the next task is due, and at once where this look was cut off; attempts stay counted then. */
export const setNextLook = statement(
  'setNextLook',
  NEXT_LOOK,
  (ctx, { isCutOff, attempts }) => sql`
  UPDATE platform.schedule s
  SET attempts = CASE WHEN ${isCutOff} THEN ${attempts} ELSE 0 END, lease_until = NULL, next_due_at = CASE
    WHEN ${isCutOff} THEN now()
    ELSE LEAST(
      now() + ${raw(LOOK_EVERY)},
      GREATEST(
        now() + interval '1 second',
        (
          SELECT min(t."DueOn")
          FROM ${systemRows(ctx, 'ApprovalTask')} t
          JOIN ${systemRows(ctx, 'ApprovalRequest')} r ON r."Id" = t."RequestId"
          WHERE ${AWAITING} AND r."State" = 'Pending'
        )
      )
    )
  END
  WHERE s.environment_id = ${literal(ctx.catalogue.environment.id)}::uuid AND s.kind = 'ApprovalTasks'`,
);

/** Locked requests of one entity in the same step of the same process. */
export interface OverduePlan {
  readonly args: Args;
  /** Part of the statement's key. */
  readonly key: string;
  readonly entity: Entity;
  /** Ids of the requests, as `uuid[]`. */
  readonly ids: Slot;
  /** The step with the people whom it is escalated to as its approvers; absent without `EscalateTo`. */
  readonly escalated?: PlannedSteps;
}

export function planOverdue(
  ctx: RequestContext,
  entity: Entity,
  {
    process,
    step,
  }: { readonly process: Pick<ApprovalProcess, 'id' | 'allowSelfApproval'>; readonly step: ApprovalStep | undefined },
  requestIds: readonly string[],
): OverduePlan {
  const args = new Args(ctx);
  const ids = args.add(requestIds, 'uuid[]');
  const approvers = step?.escalateTo;
  const key = `overdueTasks:${entity.name}:${JSON.stringify(approvers ?? null)}`;
  if (!step || !approvers) return { args, key, entity, ids };
  return { args, key, entity, ids, escalated: planSteps(ctx, entity, [escalatedStep(process, step, approvers)], args) };
}

const escalatedStep = (
  process: Pick<ApprovalProcess, 'id' | 'allowSelfApproval'>,
  { criteria: _met, ...step }: ApprovalStep,
  approvers: Approvers,
) => ({ tag: 0, process, step: { ...step, approvers } });

/**
 * Reminds the assignees of overdue tasks, once for each task, and escalates their steps, once for each step. Answers the
 * number of reminded tasks.
 *
 * CTEs: `m` tasks as they were, `u` as they are, `d` what changed; `x`, `s`, `lineage`, `g` and `a` as for a step that
 * begins; `task` and `note` created records.
 */
export function compileOverdue(ctx: Definitions, { entity, ids, escalated }: OverduePlan): Sql {
  const tasks = ctx.catalogue.entity('ApprovalTask');
  const from = list([reminders(ctx, entity), ...(escalated ? [ESCALATIONS] : [])], ' UNION ALL ');
  const created = beginningRows(ctx).filter((rows) => escalated !== undefined || rows.entity !== tasks);
  const changes = [
    { entity: tasks, rows: raw('d'), operation: 'Update' as const },
    ...created.map((rows) => ({ ...rows, operation: 'Create' as const })),
  ];
  const ctes = [
    ...remindedCtes(ctx, ids),
    ...(escalated ? escalationCtes(ctx, escalated) : []),
    noteCte(ctx, entity, { values: NOTE, from: sql`(${from}) n` }),
    changesSql(ctx, changes, APPROVAL_SOURCE),
  ];
  return sql`
    WITH RECURSIVE ${list(ctes)}
    SELECT count(*)::int AS reminded FROM u`;
}

const NOTE = {
  OwnerId: raw('n.user_id'),
  OwnerTeamId: raw('n.team_id'),
  Message: raw('n.message'),
  RecordId: raw('n.record'),
};

/** A task that is being reassigned is skipped; it is looked at again. */
function remindedCtes(ctx: Definitions, ids: Slot): readonly Sql[] {
  const tasks = ctx.catalogue.entity('ApprovalTask');
  return [
    sql`
      m AS MATERIALIZED (
        SELECT ${columnsOf(tasks, 't')}
        FROM ${systemRows(ctx, tasks.name)} t
        WHERE t."RequestId" = ANY(${ids}) AND ${OVERDUE}
        FOR NO KEY UPDATE OF t SKIP LOCKED
      )`,
    sql`
      u AS (
        UPDATE ${targetSql(ctx, tasks)} t
        SET "RemindedOn" = ${CALL.at}, ${updatedColumns(raw('m'))}
        FROM m
        WHERE t."Id" = m."Id"
        RETURNING ${columnsOf(tasks, 't')}
      )`,
    sql`d AS (${changedRows([tasks.fields.get('remindedon')!], raw('m'), raw('u'))})`,
  ];
}

/** Notifications of the assignees. */
const reminders = (ctx: Definitions, entity: Entity): Sql => sql`
  SELECT m."AssigneeId" AS user_id, w."PrimaryTeamId" AS team_id, m."RecordId" AS record,
    ${recordTitle(entity, raw('e'))} || ': your decision is overdue (' || m."StepName" || ').' AS message
  FROM m
  JOIN ${systemRows(ctx, 'User')} w ON w."Id" = m."AssigneeId"
  LEFT JOIN ${systemRows(ctx, entity.name)} e ON e."RecordInformationId" = m."RecordId"`;

/** Notifications of the people whom a step is escalated to. */
const ESCALATIONS = sql`
  SELECT a.user_id, a.team_id, a.record,
    a.title || ': the decision is overdue and needed from you (' || a.name || ').' AS message
  FROM a
  WHERE a.user_id IS NOT NULL`;

/** CTEs of the tasks of those people. A step is escalated once, whatever becomes of these tasks. */
function escalationCtes(ctx: Definitions, planned: PlannedSteps): readonly Sql[] {
  const tasks = ctx.catalogue.entity('ApprovalTask');
  const begun = sql`
    SELECT ${columnsOf(planned.entity, 'e')}, r."Id" AS request, r."RequestedBy" AS requester, 0 AS tag
    FROM ${systemRows(ctx, 'ApprovalRequest')} r
    JOIN ${relationSql({ ctx, rights: 'system' }, planned.entity)} e ON e."RecordInformationId" = r."RecordId"
    WHERE r."Id" IN (SELECT m."RequestId" FROM m)
      AND NOT EXISTS (
        SELECT
        FROM ${systemRows(ctx, tasks.name)} k
        WHERE k."RequestId" = r."Id" AND k."Step" = r."CurrentStep" AND k."EscalatedOn" IS NOT NULL
      )`;
  const values = {
    OwnerId: raw('a.user_id'),
    OwnerTeamId: raw('a.team_id'),
    RequestId: raw('a.request'),
    Step: raw('a.sequence'),
    StepName: raw('a.name'),
    AssigneeId: raw('a.user_id'),
    State: raw("'Open'"),
    DueOn: raw('(SELECT min(m."DueOn") FROM m WHERE m."RequestId" = a.request)'),
    EntityName: sql`${literal(planned.entity.name)}::text`,
    RecordId: raw('a.record'),
    Hops: raw('0'),
    RemindedOn: sql`${CALL.at}`,
    EscalatedOn: sql`${CALL.at}`,
  };
  return [
    stepsCte(planned),
    beginningCte(planned, begun),
    ...assigneeCtes(ctx, planned),
    serviceRowsSql(ctx, raw('task'), tasks, { values, from: raw('a WHERE a.user_id IS NOT NULL') }),
  ];
}
