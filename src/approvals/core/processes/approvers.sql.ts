import type { Field } from '#core/catalogue/field.js';
import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { EMPTY, ident, list, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import type { PlannedStep, PlannedSteps } from './plan-steps.js';

/**
 * CTEs that find who decides: `a` has a row for each assignee of each row of `x`, with the columns of `x`, `user_id` and
 * `team_id`; one without a user where nobody can be found. No CTE is joined with another one, since the planner does not
 * know their sizes: the rows carry along what the tasks need.
 *
 * - `x`: records with `request`, `requester`, `owner`, `owner_team`, `tag` (number of the step), `allows_self` and columns
 *   of the caller
 * - `lineage`: the owner teams of the records (`root`) with all teams above them
 * - `g`: users whom the steps name, with `place` 0; Administrators with 1; nobody with 2
 * - `a`: of each request the users of the first place that has any
 */
export function assigneeCtes(ctx: Definitions, planned: PlannedSteps): readonly Sql[] {
  const { steps, administratorRoleId, isUnderWay } = planned;
  const named = steps.flatMap((step) => namedUsers(ctx, step));
  const users = systemRows(ctx, 'User');
  const active = sql`JOIN ${users} u ON u."Id" = n.user_id AND u."IsActive"
      AND (n.allows_self OR u."Id" <> n.requester)${isUnderWay ? withoutTask(ctx) : EMPTY}`;
  const found = sql`
    SELECT n.*, u."PrimaryTeamId" AS team_id, 0 AS place
    FROM (${list(named, ' UNION ')}) n
    ${active}`;
  const administrators = sql`
    SELECT n.*, u."PrimaryTeamId" AS team_id, 1 AS place
    FROM (
      SELECT x.*, l."UserId" AS user_id
      FROM x
      CROSS JOIN ${systemRows(ctx, 'UserRole')} l
      WHERE l."RoleId" = ${administratorRoleId}
    ) n
    ${active}`;
  return [
    lineageCte(ctx),
    sql`
      g AS (
        ${list(
          [
            ...(named.length > 0 ? [found] : []),
            administrators,
            sql`SELECT x.*, NULL::uuid AS user_id, NULL::uuid AS team_id, 2 AS place FROM x`,
          ],
          ' UNION ALL ',
        )}
      )`,
    sql`
      a AS MATERIALIZED (
        SELECT g.*
        FROM (SELECT g.*, min(g.place) OVER (PARTITION BY g.request) AS best FROM g) g
        WHERE g.place = g.best
      )`,
  ];
}

/** Condition on users `u` who have neither an open nor a decided task of the step `n`. */
const withoutTask = (ctx: Definitions): Sql => sql`
  AND NOT EXISTS (
    SELECT
    FROM ${systemRows(ctx, 'ApprovalTask')} k
    WHERE k."RequestId" = n.request AND k."Step" = n.sequence AND k."AssigneeId" = u."Id" AND k."State" <> 'Closed'
  )`;

function lineageCte(ctx: Definitions): Sql {
  return sql`
    lineage AS (
      SELECT DISTINCT x.owner_team AS root, x.owner_team AS id
      FROM x
      WHERE x.owner_team IS NOT NULL
      UNION
      SELECT l.root, t."ParentTeamId"
      FROM lineage l
      JOIN ${systemRows(ctx, 'Team')} t ON t."Id" = l.id
      WHERE t."ParentTeamId" IS NOT NULL
    )`;
}

/** SELECTs (rows of `x` with `user_id`) of the users whom one step names, one for each kind of approvers. */
function namedUsers(ctx: Definitions, { tag, approvers }: PlannedStep): readonly Sql[] {
  const { userNames, roleId, teamId, ownerManager, field, withinOwnerTeam } = approvers;
  const ofStep = sql`x.tag = ${raw(String(tag))}`;
  return [
    ...(userNames ? [listedUsers(ctx, userNames, ofStep)] : []),
    ...(roleId ? [roleHolders(ctx, { roleId, withinOwnerTeam }, ofStep)] : []),
    ...(teamId ? [teamMembers(ctx, sql`${teamId}`, ofStep)] : []),
    ...(ownerManager ? [ownerManagers(ctx, ofStep)] : []),
    ...(field ? [fieldUsers(ctx, field, ofStep)] : []),
  ];
}

function listedUsers(ctx: Definitions, userNames: Slot, ofStep: Sql): Sql {
  const name = ctx.catalogue.entity('User').fields.get('username')!;
  const { comparable } = valueTypeOf(name);
  return sql`
    SELECT x.*, u."Id" AS user_id
    FROM x
    CROSS JOIN unnest(${userNames}) n(name)
    JOIN ${systemRows(ctx, 'User')} u ON ${comparable(raw('u."UserName"'), name)} = ${comparable(raw('n.name'), name)}
    WHERE ${ofStep}`;
}

function roleHolders(
  ctx: Definitions,
  { roleId, withinOwnerTeam }: { readonly roleId: Slot; readonly withinOwnerTeam: boolean },
  ofStep: Sql,
): Sql {
  const isNear = sql`
    EXISTS (
      SELECT 1
      FROM lineage l
      JOIN ${systemRows(ctx, 'TeamMember')} m ON m."TeamId" = l.id
      WHERE l.root = x.owner_team AND m."UserId" = h."UserId"
    )`;
  return sql`
    SELECT x.*, h."UserId" AS user_id
    FROM x
    CROSS JOIN ${systemRows(ctx, 'UserRole')} h
    WHERE ${ofStep} AND h."RoleId" = ${roleId} AND ${withinOwnerTeam ? isNear : raw('true')}`;
}

const teamMembers = (ctx: Definitions, teamId: Sql, ofStep: Sql): Sql => sql`
  SELECT x.*, m."UserId" AS user_id
  FROM x
  JOIN ${systemRows(ctx, 'TeamMember')} m ON m."TeamId" = ${teamId}
  WHERE ${ofStep}`;

const ownerManagers = (ctx: Definitions, ofStep: Sql): Sql => sql`
  SELECT x.*, o."ManagerId" AS user_id
  FROM x
  JOIN ${systemRows(ctx, 'User')} o ON o."Id" = x.owner
  WHERE ${ofStep} AND o."ManagerId" IS NOT NULL`;

/** The user whom a field of the record names, or the members of the team. */
function fieldUsers(ctx: Definitions, { name, target }: Field, ofStep: Sql): Sql {
  const value = sql`x.${ident(namedBy(name))}`;
  if (target === 'Team') return teamMembers(ctx, value, ofStep);
  return sql`SELECT x.*, ${value} AS user_id FROM x WHERE ${ofStep} AND ${value} IS NOT NULL`;
}

/** Column of `x` with the value of a field that names approvers. */
export const namedBy = (fieldName: string): string => `by ${fieldName}`;
