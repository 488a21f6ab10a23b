import type { Definitions, RequestContext } from '../context.js';
import { targetSql } from '../criteria/relation.js';
import { Args } from '../sql/args.js';
import { literal, raw, sql, type Slot, type Sql } from '../sql/sql.js';

/** A run that goes on after it has ended. */
export interface Restart {
  readonly runId: string;
  /** State that it must have ended in. */
  readonly from: 'Failed' | 'Completed';
  /** Step to be repeated alone, as `Path` of its record. */
  readonly onlyStep?: string;
}

/** A run to be restarted. */
export interface RestartPlan {
  readonly args: Args;
  readonly slots: Readonly<Record<'runId' | 'from' | 'onlyStep', Slot>>;
}

export function planRestart(ctx: RequestContext, { runId, from, onlyStep }: Restart): RestartPlan {
  const args = new Args(ctx);
  return {
    args,
    slots: {
      runId: args.add(runId, 'uuid'),
      from: args.add(from, 'text'),
      onlyStep: args.add(onlyStep ?? null, 'text'),
    },
  };
}

/**
 * Puts a run that has ended into the queue again, with its progress and its actions. Its attempts go on counting, so that
 * a node that lost the run before it ended has no part in this. Answers no row if the run has not ended so.
 */
export function compileRestart(ctx: Definitions, { slots: { runId, from, onlyStep } }: RestartPlan): Sql {
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
}

/** The run to be cancelled. */
export interface CancelPlan {
  readonly args: Args;
  readonly runId: Slot;
}

export function planCancel(ctx: RequestContext, runId: string): CancelPlan {
  const args = new Args(ctx);
  return { args, runId: args.add(runId, 'uuid') };
}

/** Cancels a run in the queue, and tells whether no process executes it. Its row stays locked. */
export const compileCancel = (ctx: Definitions, { runId }: CancelPlan): Sql => sql`
  UPDATE platform.run q
  SET is_cancelled = true
  WHERE q.id = ${runId} AND q.environment_id = ${literal(ctx.catalogue.environment.id)}::uuid
  RETURNING q.node IS NULL OR ${raw('q.due_at')} <= now() AS "isIdle"`;

/** A run that waits for records that approvals lock, or waits no more. */
export interface WaitPlan {
  readonly args: Args;
  readonly runId: Slot;
  readonly error: Slot;
}

/** @param error as JSON text; null where it waits no more */
export function planWait(ctx: RequestContext, runId: string, error: string | null): WaitPlan {
  const args = new Args(ctx);
  return { args, runId: args.add(runId, 'uuid'), error: args.add(error, 'jsonb') };
}

/** Shows what a run waits for, unless it has ended meanwhile. */
export const compileWait = (ctx: Definitions, { runId, error }: WaitPlan): Sql => sql`
  UPDATE ${targetSql(ctx, ctx.catalogue.entity('WorkflowRun'))} r
  SET "Error" = ${error}
  WHERE r."Id" = ${runId} AND r."State" = 'Running'`;

/** Steps that may be repeated alone. */
const OUTSIDE = `('HttpCall', 'SendEmail')`;

/** The failed steps of a run that a name or an id stands for. */
export interface FailedStepPlan {
  readonly args: Args;
  readonly runId: Slot;
  readonly step: Slot;
}

export function planFailedStep(ctx: RequestContext, runId: string, step: string): FailedStepPlan {
  const args = new Args(ctx);
  return { args, runId: args.add(runId, 'uuid'), step: args.add(step, 'text') };
}

/** Reads the failed steps of a run with a name or an id that act outside of the database. */
export const compileFailedStep = (ctx: Definitions, { runId, step }: FailedStepPlan): Sql => sql`
  SELECT s."Path" AS path
  FROM ${targetSql(ctx, ctx.catalogue.entity('WorkflowStep'))} s
  WHERE s."RunId" = ${runId} AND s."State" = 'Failed' AND s."Type" IN ${raw(OUTSIDE)}
    AND (lower(s."Name") = lower(${step}) OR s."Id"::text = lower(${step}))
  LIMIT 2`;
