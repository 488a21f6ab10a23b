import { CREATED_COLUMNS } from '../changes/audit-columns.sql.js';
import { filledFields } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { targetSql } from '../criteria/relation.js';
import { valueTypeOf } from '../field-types/value-types.js';
import { Args } from '../sql/args.js';
import { ident, list, literal, raw, sql, type Slot, type Sql } from '../sql/sql.js';
import type { ActionType } from '../workflows/workflow.js';
import type { StepState } from '../workflows/run.js';

/** A run as the node that claimed it knows it: with an older attempt the node has lost it. */
export interface Claim {
  readonly runId: string;
  readonly attempt: number;
}

/** Stored values of a step. */
export interface StepRow {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly type: ActionType;
  readonly path: string;
  /** Of the innermost ForEach around it. */
  readonly iteration?: number;
  readonly state: StepState;
  readonly elapsedMs: number;
  /** As JSON text. */
  readonly output?: string;
  readonly error?: string;
  readonly tries: number;
  /** Present where the run goes on behind this step, or inside it. */
  readonly progress?: string;
  /** Actions that the run began with. */
  readonly version: string;
}

/** A step to be stored. */
export interface StepPlan {
  readonly args: Args;
  readonly claim: Readonly<Record<'runId' | 'attempt', Slot>>;
  readonly progress: Slot;
  readonly version: Slot;
  readonly elapsedMs: Slot;
  /** Bytes of its output. */
  readonly size: Slot;
  readonly values: Readonly<Record<string, Slot>>;
}

export function planStep(ctx: RequestContext, { runId, attempt }: Claim, row: StepRow): StepPlan {
  const args = new Args(ctx);
  return {
    args,
    claim: { runId: args.add(runId, 'uuid'), attempt: args.add(attempt, 'int') },
    progress: args.add(row.progress ?? null, 'text'),
    version: args.add(row.version, 'uuid'),
    elapsedMs: args.add(row.elapsedMs, 'double precision'),
    size: args.add(String(Buffer.byteLength(row.output ?? '')), 'bigint'),
    values: {
      Id: args.add(row.id, 'uuid'),
      OwnerId: args.add(row.ownerId, 'uuid'),
      Name: args.add(row.name, 'text'),
      Type: args.add(row.type, 'text'),
      Path: args.add(row.path, 'text'),
      Iteration: args.add(row.iteration ?? null, 'bigint'),
      State: args.add(row.state, 'text'),
      Output: args.add(row.output ?? null, 'jsonb'),
      Error: args.add(row.error ?? null, 'jsonb'),
      Tries: args.add(row.tries, 'bigint'),
    },
  };
}

/** Members of a step that its last try decides. */
const RETRIED = ['State', 'StartedOn', 'EndedOn', 'Output', 'Error', 'Tries'];

/**
 * Stores a step and the progress of its run, if the node still has the run and the step is not completed yet; otherwise
 * answers no row. It also answers the versions of definitions and rights that the next step must know. A completed
 * step with inner actions may fail by one of them. Tries count from the last step that got the run on.
 */
export function compileStep(ctx: RequestContext, { claim, progress, version, elapsedMs, size, values }: StepPlan): Sql {
  const entity = ctx.catalogue.entity('WorkflowStep');
  const isOver = sql`${values.State} <> 'Running'`;
  const known: Readonly<Record<string, Sql>> = {
    ...CREATED_COLUMNS,
    RecordInformationId: raw('gen_random_uuid()'),
    RunId: sql`${claim.runId}`,
    StartedOn: sql`clock_timestamp() - ${elapsedMs} * interval '1 ms'`,
    EndedOn: sql`CASE WHEN ${isOver} THEN clock_timestamp() END`,
    ...Object.fromEntries(Object.entries(values).map(([name, slot]) => [name, sql`${slot}`])),
  };
  const fields = filledFields(entity);
  const cells = fields.map((field) => known[field.name] ?? sql`NULL::${raw(valueTypeOf(field).operandType(field))}`);
  const updates = RETRIED.map((name) => sql`${ident(name)} = excluded.${ident(name)}`);
  return sql`
    WITH fence AS (
      UPDATE platform.run
      SET progress = COALESCE(${progress}, progress), version = COALESCE(version, ${version}),
        tries = CASE WHEN ${progress} IS NULL THEN tries ELSE 1 END,
        output_bytes = output_bytes + ${size}, waits_on = CASE WHEN ${progress} IS NULL THEN waits_on END
      WHERE id = ${claim.runId} AND attempt = ${claim.attempt}
      RETURNING is_cancelled, output_bytes
    ), step AS (
      INSERT INTO ${targetSql(ctx, entity)} AS s (${list(fields.map(({ name }) => ident(name)))})
      SELECT ${list(cells)}
      FROM fence
      ON CONFLICT ("Id") DO UPDATE
      SET ${list(updates)}
      WHERE s."State" <> 'Completed' OR excluded."State" = 'Failed'
      RETURNING 1
    )
    SELECT fence.is_cancelled AS "isCancelled", fence.output_bytes::text AS "outputBytes", e.definitions_version AS definitions,
      e.principals_version AS principals
    FROM fence, step, platform.environment e
    WHERE e.id = ${literal(ctx.catalogue.environment.id)}::uuid`;
}
