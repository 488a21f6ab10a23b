import type { ChangedRows } from '#core/changes/change.sql.js';
import type { Definitions } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { FromClause } from '#core/criteria/from-clause.js';
import { serviceRowsSql } from '#records/core/inserts/service-rows.sql.js';
import { CALL } from '#core/statements/args.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { assigneeCtes, namedBy } from './approvers.sql.js';
import { assignedMessage, noteCte, noteRows, recordTitle } from './notes.sql.js';
import type { PlannedStep, PlannedSteps } from './plan-steps.js';

/** The number of the first of these steps that the record of the from has to pass; null for none. */
export function firstStepSql(from: FromClause, steps: readonly PlannedStep[]): Sql {
  const cases = steps.map(({ tag, criterion }) => {
    const holds = criterion ? sql`(${criterionSql(criterion, from)}) IS TRUE` : raw('true');
    return sql`WHEN ${holds} THEN ${raw(String(tag))}`;
  });
  return cases.length === 0 ? raw('NULL::int') : sql`CASE ${list(cases, ' ')} END`;
}

/** CTE `s`: what the steps are, by their number. */
export const stepsCte = ({ columns }: PlannedSteps): Sql => sql`
  s AS (
    SELECT *
    FROM unnest(${list(columns.map((slot) => sql`${slot}`))}) AS s(tag, process, allows_self, sequence, name, due_hours)
  )`;

/**
 * CTE `x`: what tasks and requests need of the records that begin a step, with the columns of `s`.
 * @param begun `SELECT` of records `m` with their step as `tag`, and with `request` and `requester`
 */
export function beginningCte({ entity, steps }: PlannedSteps, begun: Sql): Sql {
  const fields = new Set(steps.flatMap(({ approvers }) => approvers.field?.name ?? []));
  const named = [...fields].map((name) => sql`, y.${ident(name)} AS ${ident(namedBy(name))}`);
  return sql`
    x AS MATERIALIZED (
      SELECT y."Id" AS id, y."RecordInformationId" AS record, y."OwnerId" AS owner, y."OwnerTeamId" AS owner_team,
        ${recordTitle(entity, raw('y'))} AS title, y.request, y.requester, s.*${list(named, '')}
      FROM (${begun}) y
      JOIN s ON s.tag = y.tag
    )`;
}

/** CTEs that begin a step of the requests `x`: their assignees, `task` and `note` (notifications of the assignees). */
export function taskCtes(ctx: Definitions, planned: PlannedSteps): readonly Sql[] {
  const { entity } = planned;
  const nobody = sql`${literal(SYSTEM_USER_ID)}::uuid`;
  const values = {
    OwnerId: sql`COALESCE(a.user_id, ${nobody})`,
    OwnerTeamId: raw('a.team_id'),
    RequestId: raw('a.request'),
    Step: raw('a.sequence'),
    StepName: raw('a.name'),
    AssigneeId: raw('a.user_id'),
    State: raw("'Open'"),
    DueOn: sql`${CALL.at} + a.due_hours * interval '1 hour'`,
    EntityName: sql`${literal(entity.name)}::text`,
    RecordId: raw('a.record'),
    Hops: raw('0'),
  };
  const note = {
    OwnerId: raw('a.user_id'),
    OwnerTeamId: raw('a.team_id'),
    Message: assignedMessage(raw('a.title'), raw('a.name')),
    RecordId: raw('a.record'),
  };
  return [
    ...assigneeCtes(ctx, planned),
    serviceRowsSql(ctx, raw('task'), ctx.catalogue.entity('ApprovalTask'), { values, from: raw('a') }),
    noteCte(ctx, entity, { values: note, from: raw('a WHERE a.user_id IS NOT NULL') }),
  ];
}

/** The records that `taskCtes` inserts, for the change log. */
export const beginningRows = (ctx: Definitions): readonly ChangedRows[] => [
  { entity: ctx.catalogue.entity('ApprovalTask'), rows: raw('task') },
  noteRows(ctx),
];
