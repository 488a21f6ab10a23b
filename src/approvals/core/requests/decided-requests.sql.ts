import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { sql, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import { callerChanges } from '#approvals/core/processes/caller-changes.sql.js';
import { compileLockRows } from './approval-writes.sql.js';

/** A decision of the transaction with what it is evaluated by. */
export interface DecisionRow {
  readonly id: string;
  readonly decision: string;
  readonly comment: string | null;
  readonly delegate_id: string | null;
  /** JSON `{active, roles}`; null: there is no such user. */
  readonly delegate: string | null;
  /** The request and what it consists of; null where there is none. */
  readonly request_id: string | null;
  readonly state: string | null;
  readonly requested_by: string | null;
  /** 1: the record waits for an approval since the request was closed. */
  readonly blocks_moves: number | null;
  readonly step: number | null;
  readonly entity_name: string | null;
  readonly process_id: string | null;
  /** JSON text. */
  readonly steps: string | null;
  /** JSON `[{id, step, assigneeId, formerAssignees, state, hops, isEscalated}, …]`. */
  readonly tasks: string | null;
}

/** Locks the requests that decisions of this transaction name. */
export const lockDecided = statement('lockDecided', {}, (ctx) =>
  compileLockRows(ctx, ctx.catalogue.entity('ApprovalRequest'), sql`m."Id" IN (${decidedIds(ctx)})`),
);

/** Answers the Ids of the requests that the decisions of this transaction name. */
export const decidedIds = (ctx: Definitions): Sql => sql`
  SELECT d."ApprovalRequestId"
  FROM ${systemRows(ctx, 'ApprovalDecision')} d
  JOIN ${callerChanges(ctx, 'ApprovalDecision', 'Create')} ON k.record_id = d."Id"`;

/**
 * Answers the decisions of this transaction in their order, but those that are done, each with its request as it is now.
 * Their tasks are locked: a reassignment locks nothing else.
 */
export const readDecisions = statement('readDecisions', { done: 'uuid[]' }, (ctx, { done }): Answers<DecisionRow> => {
  const users = systemRows(ctx, 'User');
  const roles = sql`
    SELECT l."RoleId" FROM ${systemRows(ctx, 'UserRole')} l WHERE l."UserId" = u."Id"`;
  return sql`
    WITH d AS MATERIALIZED (
      SELECT d.*, k.position
      FROM ${systemRows(ctx, 'ApprovalDecision')} d
      JOIN ${callerChanges(ctx, 'ApprovalDecision', 'Create')} ON k.record_id = d."Id"
      WHERE d."Id" <> ALL(${done})
    ),
    t AS MATERIALIZED (
      SELECT t.*
      FROM ${systemRows(ctx, 'ApprovalTask')} t
      WHERE t."RequestId" IN (SELECT d."ApprovalRequestId" FROM d)
      ORDER BY t."Id"
      FOR NO KEY UPDATE OF t
    ),
    tasks AS MATERIALIZED (
      SELECT t."RequestId" AS request, ${TASKS} AS tasks FROM t GROUP BY t."RequestId"
    )
    SELECT d."Id" AS id, d."Decision" AS decision, d."Comment" AS comment, d."DelegateToUserId" AS delegate_id,
      (
        SELECT json_build_object('active', u."IsActive", 'roles', ARRAY(${roles}))::text
        FROM ${users} u
        WHERE u."Id" = d."DelegateToUserId"
      ) AS delegate,
      r."Id" AS request_id, r."State" AS state, r."RequestedBy" AS requested_by,
      r."BlocksMoves"::int AS blocks_moves, r."CurrentStep"::int AS step,
      r."EntityName" AS entity_name, r."ProcessId" AS process_id, r."Steps"::text AS steps, tasks.tasks
    FROM d
    LEFT JOIN ${systemRows(ctx, 'ApprovalRequest')} r ON r."Id" = d."ApprovalRequestId"
    LEFT JOIN tasks ON tasks.request = r."Id"
    ORDER BY d.position`;
});

const TASKS = sql`
  json_agg(
    json_build_object(
      'id', t."Id", 'step', t."Step", 'assigneeId', t."AssigneeId", 'state', t."State", 'hops', COALESCE(t."Hops", 0),
      'formerAssignees', COALESCE(t."FormerAssignees", '[]'::jsonb), 'isEscalated', t."EscalatedOn" IS NOT NULL
    )
  )::text`;
