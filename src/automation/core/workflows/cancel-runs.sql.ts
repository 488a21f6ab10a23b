import type { Definitions, RequestContext } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import { literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';

/** Most runs that one statement ends, so that transactions stay short. */
const PAGE = 5_000;

const environmentId = ({ catalogue }: Definitions): Sql => sql`${literal(catalogue.environment.id)}::uuid`;

/** Counts the runs in the queue of the environment, up to a limit, and the bytes of their inputs and outputs. */
export const countQueued = statement(
  'countQueued',
  { limit: 'int' },
  (ctx, { limit }): Answers<{ queued: number; bytes: string }> => sql`
  SELECT count(*)::int AS queued, COALESCE(sum(q.input_bytes + q.output_bytes), 0)::text AS bytes
  FROM (
    SELECT q.input_bytes, q.output_bytes
    FROM platform.run q
    WHERE q.environment_id = ${environmentId(ctx)}
    LIMIT ${limit}
  ) q`,
);

/**
 * Marks the runs in the queue that meet a criterion as cancelled; each ends before its next step. Those that a request
 * waits for are due at once: their end stores its outcome.
 */
export function compileMark(ctx: RequestContext, criterion: Criterion): Sql {
  const entity = ctx.catalogue.entity('WorkflowRun');
  const from = new FromClause({ ctx, rights: 'caller' }, entity, 't');
  const condition = criterionSql(criterion, from);
  return sql`
    WITH marked AS (
      UPDATE platform.run q
      SET is_cancelled = true,
        due_at = CASE WHEN q.node IS NULL AND q.due_at <> 'infinity' THEN LEAST(q.due_at, clock_timestamp()) ELSE q.due_at END
      WHERE q.environment_id = ${environmentId(ctx)} AND NOT q.is_cancelled AND q.id IN (
        SELECT t."Id"
        FROM ${relationSql(from.reader, entity)} t${from.joins()}
        WHERE t."State" = 'Running' AND ${condition}
      )
      RETURNING 1
    )
    SELECT count(*)::int AS marked FROM marked`;
}

/**
 * Ends cancelled runs that no process executes and no request waits for. Answers their number and their order keys, whose
 * next runs are to be woken.
 */
export const endMarkedRuns = statement('endMarkedRuns', {}, (ctx): Answers<{ ended: number; keys: string }> => {
  const [runs, steps] = ['WorkflowRun', 'WorkflowStep'].map((name) => targetSql(ctx, ctx.catalogue.entity(name)));
  return sql`
    WITH idle AS (
      SELECT q.id
      FROM platform.run q
      WHERE q.environment_id = ${environmentId(ctx)} AND q.is_cancelled AND (q.node IS NULL OR q.due_at <= now())
        AND NOT EXISTS (SELECT FROM platform.command c WHERE c.id = q.id)
      LIMIT ${raw(String(PAGE))}
      FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM platform.run q
      USING idle
      WHERE q.id = idle.id
      RETURNING q.id, q.order_key, q.attempt
    ), ended AS (
      UPDATE ${runs} r
      SET "State" = 'Cancelled', "EndedOn" = clock_timestamp(), "Error" = NULL, "Tries" = gone.attempt
      FROM gone
      WHERE r."Id" = gone.id
    ), waiting AS (
      UPDATE ${steps} s
      SET "State" = 'Cancelled', "EndedOn" = clock_timestamp()
      FROM gone
      WHERE s."RunId" = gone.id AND s."State" = 'Running'
    )
    SELECT count(*)::int AS ended, COALESCE(json_agg(DISTINCT gone.order_key)::text, '[]') AS keys
    FROM gone`;
});

/** Makes the first run of each order key due. */
export const wakeRuns = statement(
  'wakeRuns',
  { orderKeys: 'text[]' },
  (ctx, { orderKeys }) => sql`
  UPDATE platform.run q
  SET due_at = clock_timestamp()
  WHERE q.environment_id = ${environmentId(ctx)} AND q.order_key = ANY(${orderKeys}) AND q.due_at = 'infinity'
    AND NOT EXISTS (
      SELECT
      FROM platform.run o
      WHERE o.environment_id = q.environment_id AND o.order_key = q.order_key AND o.position < q.position
    )`,
);
