import type { Definitions } from '#core/context/context.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import { literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { readStatement, statement, type Answers, type SlotsOf } from '#core/statements/statement.js';
import type { RunState } from '#core/catalogue/run.js';
import type { Claim } from './step-rows.sql.js';

/** How a run ends. */
export interface RunEnd {
  readonly state: RunState;
  /** Of a failed run, as JSON text: `{Step, Message, Status, Faults}`. */
  readonly error?: string;
  /** HTTP status and `ErrorDetails`, as JSON text, of the write that executed it. */
  readonly refusal?: { readonly status: number; readonly faults: string };
}

const PARAMETERS = { runId: 'uuid', attempt: 'int', state: 'text', error: 'jsonb', status: 'int', faults: 'json' };

/** Values of `endRun`. @param claim of the node that ends it; -1 as the attempt ends a run that no node has */
export const endValues = ({ runId, attempt }: Claim, { state, error, refusal }: RunEnd) => ({
  runId,
  attempt,
  state,
  error: error ?? null,
  status: refusal?.status ?? 200,
  faults: refusal?.faults ?? null,
});

/** Bytes of outputs up to which a run keeps all of them. */
const KEPT_BYTES = 1024 * 1024;

/** Most steps that an answer lists. */
const MAX_LISTED = 1_000;

const steps = (ctx: Definitions, runId: Slot): Sql => sql`
  (
    SELECT s.*
    FROM ${relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity('WorkflowStep'))} s
    WHERE s."RunId" = ${runId}
  )`;

/** Output of the last action outside of loops, as `jsonb`. */
const lastOutput = (ctx: Definitions, runId: Slot): Sql => sql`
  (
    SELECT s."Output"
    FROM ${steps(ctx, runId)} s
    WHERE s."State" = 'Completed' AND s."Iteration" IS NULL AND s."Type" <> 'Condition'
    ORDER BY s."EndedOn" DESC
    LIMIT 1
  )`;

/** `Result` of an execution, as `json`. */
const resultSql = (ctx: Definitions, runId: Slot, state: Sql, output: Sql): Sql => sql`
  json_build_object(
    'RunId', ${runId}, 'State', ${state}, 'Output', ${output},
    'Steps', COALESCE((
      SELECT json_agg(
        CASE WHEN l."Error" IS NULL THEN json_build_object('Name', l."Name", 'Type', l."Type", 'State', l."State")
        ELSE json_build_object('Name', l."Name", 'Type', l."Type", 'State', l."State", 'Error', l."Error") END
        ORDER BY l."StartedOn", l."EndedOn")
      FROM (SELECT * FROM ${steps(ctx, runId)} s ORDER BY s."StartedOn", s."EndedOn" LIMIT ${raw(String(MAX_LISTED))}) l
    ), '[]'::json)
  )`;

/** `Result` of a run as it is now. */
export const readResult = readStatement(
  'readResult',
  { runId: 'uuid' },
  (env, { runId }): Answers<{ result: string }> => {
    const runs = relationSql({ ctx: env, rights: 'system' }, env.catalogue.entity('WorkflowRun'));
    return sql`
    SELECT r."State" AS state, r."Error"::text AS error,
      ${resultSql(env, runId, sql`r."State"`, sql`r."Output"`)}::text AS result
    FROM ${runs} r
    WHERE r."Id" = ${runId}`;
  },
);

/** CTEs that store the outcome of the request that waits for the run, and finish its command. */
function outcomeCtes(ctx: Definitions, { runId, state, status, faults }: SlotsOf<typeof PARAMETERS>): Sql {
  const result = resultSql(ctx, runId, sql`${state}`, sql`(SELECT ended."Output" FROM ended)`);
  return sql`
    command AS (
      SELECT c.*
      FROM platform.command c, gone
      WHERE c.id = ${runId} AND c.finished_on IS NULL
      FOR UPDATE OF c
    ), operation AS (
      INSERT INTO platform.operation (
        id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on, errors,
        result, record_affected, log
      )
      SELECT c.id, c.environment_id, c.user_id, NULL, 'Workflow',
        CASE WHEN ${faults} IS NULL THEN 'Completed' ELSE 'Failed' END, ${status}, '{}', c.submitted_on, ${faults},
        CASE WHEN ${faults} IS NULL AND (c.is_accepted OR c.key_hash IS NOT NULL) THEN
          ${result} END,
        0, '[]'
      FROM command c
    ), dropped AS (
      DELETE FROM platform.command c
      USING command k
      WHERE c.id = k.id AND NOT k.is_accepted
    ), finished AS (
      UPDATE platform.command c
      SET finished_on = clock_timestamp(), body = NULL
      FROM command k
      WHERE c.id = k.id AND k.is_accepted
    )`;
}

/**
 * Ends a run that the node still has: removes it from the queue, and stores the outcome of the write that executed it. A
 * step that waits for its next try is cancelled with its run. Of a large run that has completed, outputs inside of loops are
 * dropped: nothing reads them any more, unless a failed step may be repeated.
 * The whole answer is kept where the write was answered 202 or has a key. Answers the order key, if the run was removed.
 */
export const endRun = statement('endRun', PARAMETERS, (ctx, slots): Answers<{ orderKey: string | null }> => {
  const { runId, attempt, state, error } = slots;
  return sql`
    WITH gone AS (
      DELETE FROM platform.run
      WHERE id = ${runId} AND (attempt = ${attempt} OR ${attempt} < 0)
      RETURNING order_key, progress, version, attempt, output_bytes
    ), ended AS (
      UPDATE ${targetSql(ctx, ctx.catalogue.entity('WorkflowRun'))} r
      SET "State" = ${state}, "EndedOn" = clock_timestamp(), "Error" = ${error}, "Tries" = gone.attempt,
        "Output" = CASE WHEN ${state} = 'Completed' THEN ${lastOutput(ctx, runId)} END,
        "Progress" = jsonb_build_object('Step', gone.progress, 'Version', gone.version, 'OrderKey', gone.order_key,
          'OutputBytes', gone.output_bytes)
      FROM gone
      WHERE r."Id" = ${runId}
      RETURNING r."Output"
    ), waiting AS (
      UPDATE ${targetSql(ctx, ctx.catalogue.entity('WorkflowStep'))} s
      SET "State" = 'Cancelled', "EndedOn" = clock_timestamp()
      FROM gone
      WHERE s."RunId" = ${runId} AND s."State" = 'Running' AND ${state} = 'Cancelled'
    ), idle AS (
      UPDATE ${targetSql(ctx, ctx.catalogue.entity('WorkflowStep'))} s
      SET "Output" = NULL
      FROM gone
      WHERE ${state} = 'Completed' AND gone.output_bytes > ${raw(String(KEPT_BYTES))}
        AND s."RunId" = ${runId} AND s."Iteration" IS NOT NULL AND s."State" = 'Completed' AND s."Output" IS NOT NULL
        AND NOT EXISTS (SELECT FROM ${steps(ctx, runId)} f WHERE f."State" = 'Failed')
    ),
    ${outcomeCtes(ctx, slots)}
    SELECT gone.order_key AS "orderKey" FROM gone`;
});

/**
 * Makes the next run of an order key due. It is a statement of its own, so that it sees the runs of those transactions for
 * which the end of the run before has waited.
 */
export const wakeRun = statement('wakeRun', { orderKey: 'text' }, ({ catalogue }, { orderKey }) => {
  const environmentId = sql`${literal(catalogue.environment.id)}::uuid`;
  return sql`
    UPDATE platform.run q
    SET due_at = clock_timestamp()
    FROM (
      SELECT f.id
      FROM platform.run f
      WHERE f.environment_id = ${environmentId} AND f.order_key = ${orderKey}
      ORDER BY f.position
      LIMIT 1
    ) next
    WHERE q.id = next.id AND q.due_at = 'infinity'`;
});
