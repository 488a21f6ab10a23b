import { ACTION_TYPES } from '#core/catalogue/workflow.js';
import { targetSql } from '#core/relations/relation.js';
import { list, literal, raw, sql } from '#core/sql/sql.js';
import { readStatement, statement, type Answers } from '#core/statements/statement.js';

/** A run that goes on after it has ended. */
export interface Restart {
  readonly runId: string;
  /** State that it must have ended in. */
  readonly from: 'Failed' | 'Completed';
  /** Step to be repeated alone, as `Path` of its record. */
  readonly onlyStep?: string;
}

const RESTART = { runId: 'uuid', from: 'text', onlyStep: 'text' };

/**
 * Puts a run that has ended into the queue again, with its progress and its actions. Its attempts go on counting, so that
 * a node that lost the run before it ended has no part in this. Answers no row if the run has not ended so.
 */
export const restartRun = statement('restartRun', RESTART, (ctx, { runId, from, onlyStep }) => {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  return sql`
    WITH run AS (
      UPDATE ${targetSql(ctx, ctx.catalogue.entity('WorkflowRun'))} r
      SET "State" = 'Running', "EndedOn" = NULL, "Error" = NULL
      WHERE r."Id" = ${runId} AND r."State" = ${from}
      RETURNING r."Progress" AS progress, r."Tries" AS attempts, octet_length(r."Input"::text) AS input_bytes
    )
    INSERT INTO platform.run AS q (id, environment_id, order_key, due_at, attempt, version, progress, only_step, output_bytes, input_bytes)
    SELECT ${runId}, ${environmentId}, run.progress ->> 'OrderKey',
      CASE WHEN last.id IS NULL THEN clock_timestamp() ELSE 'infinity' END, COALESCE(run.attempts, 0)::int,
      (run.progress ->> 'Version')::uuid, run.progress ->> 'Step', ${onlyStep},
      COALESCE((run.progress ->> 'OutputBytes')::bigint, 0), COALESCE(run.input_bytes, 0)
    FROM run
    LEFT JOIN LATERAL (
      SELECT o.id
      FROM platform.run o
      WHERE o.environment_id = ${environmentId} AND o.order_key = run.progress ->> 'OrderKey'
      ORDER BY o.position DESC
      LIMIT 1
      FOR KEY SHARE
    ) last ON true
    RETURNING q.id`;
});

/** Cancels a run in the queue, and tells whether no process executes it. Its row stays locked. */
export const cancelRun = statement(
  'cancelRun',
  { runId: 'uuid' },
  (ctx, { runId }): Answers<{ isIdle: boolean }> => sql`
  UPDATE platform.run q
  SET is_cancelled = true
  WHERE q.id = ${runId} AND q.environment_id = ${literal(ctx.catalogue.environment.id)}::uuid
  RETURNING q.node IS NULL OR ${raw('q.due_at')} <= now() AS "isIdle"`,
);

/** Shows what a run waits for, unless it has ended meanwhile. The error is null where it waits no more. */
export const showWait = statement(
  'showWait',
  { runId: 'uuid', error: 'jsonb' },
  (ctx, { runId, error }) => sql`
  UPDATE ${targetSql(ctx, ctx.catalogue.entity('WorkflowRun'))} r
  SET "Error" = ${error}
  WHERE r."Id" = ${runId} AND r."State" = 'Running'`,
);

/** Types of steps that are not repeated alone: those of the service that do not act outside of the database. */
const INSIDE = list(
  ACTION_TYPES.filter((type) => !['HttpCall', 'SendEmail'].includes(type)).map((type) => literal(type)),
);

/** Reads the failed steps of a run with a name or an id that act outside of the database. */
export const failedSteps = readStatement(
  'failedSteps',
  { runId: 'uuid', step: 'text' },
  (ctx, { runId, step }): Answers<{ path: string }> => sql`
  SELECT s."Path" AS path
  FROM ${targetSql(ctx, ctx.catalogue.entity('WorkflowStep'))} s
  WHERE s."RunId" = ${runId} AND s."State" = 'Failed' AND s."Type" NOT IN (${INSIDE})
    AND (lower(s."Name") = lower(${step}) OR s."Id"::text = lower(${step}))
  LIMIT 2`,
);
