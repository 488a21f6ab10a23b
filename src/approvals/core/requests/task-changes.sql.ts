import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import { changeSql } from '#core/changes/change.sql.js';
import { changedRows, columnsOf } from '#core/changes/changed-rows.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import { systemRows, targetSql } from '#core/relations/relation.js';
import { serviceRowsSql } from '#records/core/inserts/service-rows.sql.js';
import { raw, sql } from '#core/sql/sql.js';
import { statement } from '#core/statements/statement.js';
import { assignedMessage, noteCte, recordTitle } from '#approvals/core/processes/notes.sql.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';
import { beginningRows } from '#approvals/core/processes/step-tasks.sql.js';

/**
 * Gives tasks their new states.
 *
 * CTEs: `v` new states, `m` tasks as they were, `u` as they are, `d` what changed.
 */
export const setTaskStates = statement('setTaskStates', { ids: 'uuid[]', states: 'text[]' }, (ctx, { ids, states }) => {
  const tasks = ctx.catalogue.entity('ApprovalTask');
  return sql`
    WITH v AS (SELECT * FROM unnest(${ids}, ${states}) AS v(id, state)),
    m AS MATERIALIZED (
      SELECT ${columnsOf(tasks, 't')} FROM ${systemRows(ctx, tasks.name)} t WHERE t."Id" = ANY(${ids})
    ),
    u AS (
      UPDATE ${targetSql(ctx, tasks)} t
      SET "State" = v.state, ${updatedColumns(raw('m'))}
      FROM v
      JOIN m ON m."Id" = v.id
      WHERE t."Id" = v.id
      RETURNING ${columnsOf(tasks, 't')}
    ),
    d AS (${changedRows([tasks.fields.get('state')!], raw('m'), raw('u'))}),
    ${changeSql(ctx, 'Update', [{ entity: tasks, rows: raw('d') }], APPROVAL_SOURCE)}
    SELECT count(*)::int AS changed FROM u`;
});

const DELEGATIONS = { taskIds: 'uuid[]', userIds: 'uuid[]' };

/**
 * Creates the tasks of the delegates, all about records of one entity, with a notification each. Answers their number.
 *
 * CTEs and aliases: `g` delegations, `o` delegated tasks, `w` delegates, `x` all of them with the record's title; `task`,
 * `note` created records.
 */
export const delegateTasks = statement('delegateTasks', DELEGATIONS, (ctx, { taskIds, userIds }, entity: Entity) => {
  const from = raw('x');
  const values = {
    OwnerId: raw('x.user_id'),
    OwnerTeamId: raw('x.team_id'),
    RequestId: raw('x."RequestId"'),
    Step: raw('x."Step"'),
    StepName: raw('x."StepName"'),
    AssigneeId: raw('x.user_id'),
    State: raw("'Open'"),
    DueOn: raw('x."DueOn"'),
    EntityName: raw('x."EntityName"'),
    RecordId: raw('x."RecordId"'),
    DelegatedBy: raw('x."AssigneeId"'),
    Hops: raw('COALESCE(x."Hops", 0) + 1'),
    RemindedOn: raw('x."RemindedOn"'),
    EscalatedOn: raw('x."EscalatedOn"'),
  };
  const note = {
    OwnerId: raw('x.user_id'),
    OwnerTeamId: raw('x.team_id'),
    Message: assignedMessage(raw('x.title'), raw('x."StepName"')),
    RecordId: raw('x."RecordId"'),
  };
  return sql`
    WITH x AS MATERIALIZED (
      SELECT o.*, w."Id" AS user_id, w."PrimaryTeamId" AS team_id, ${recordTitle(entity, raw('m'))} AS title
      FROM unnest(${taskIds}, ${userIds}) AS g(task, user_id)
      JOIN ${systemRows(ctx, 'ApprovalTask')} o ON o."Id" = g.task
      JOIN ${systemRows(ctx, 'User')} w ON w."Id" = g.user_id
      LEFT JOIN ${systemRows(ctx, entity.name)} m ON m."RecordInformationId" = o."RecordId"
    ),
    ${serviceRowsSql(ctx, raw('task'), ctx.catalogue.entity('ApprovalTask'), { values, from })},
    ${noteCte(ctx, entity, { values: note, from })},
    ${changeSql(ctx, 'Create', beginningRows(ctx), APPROVAL_SOURCE)}
    SELECT count(*)::int AS created FROM task`;
});
