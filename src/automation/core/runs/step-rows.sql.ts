import { CREATED_COLUMNS } from '#core/changes/audit-columns.sql.js';
import { filledFields } from '#core/catalogue/entity.js';
import { targetSql } from '#core/relations/relation.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import type { StepState } from '#core/catalogue/run.js';

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
  readonly type: string;
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

const STORED = {
  Id: 'uuid',
  OwnerId: 'uuid',
  Name: 'text',
  Type: 'text',
  Path: 'text',
  Iteration: 'bigint',
  State: 'text',
  Output: 'jsonb',
  Error: 'jsonb',
  Tries: 'bigint',
};
const PARAMETERS = {
  runId: 'uuid',
  attempt: 'int',
  progress: 'text',
  version: 'uuid',
  elapsedMs: 'double precision',
  size: 'bigint',
  ...STORED,
};

/** Values of `storeStep`. */
export const stepValues = ({ runId, attempt }: Claim, row: StepRow) => ({
  runId,
  attempt,
  progress: row.progress ?? null,
  version: row.version,
  elapsedMs: row.elapsedMs,
  size: String(Buffer.byteLength(row.output ?? '')),
  Id: row.id,
  OwnerId: row.ownerId,
  Name: row.name,
  Type: row.type,
  Path: row.path,
  Iteration: row.iteration ?? null,
  State: row.state,
  Output: row.output ?? null,
  Error: row.error ?? null,
  Tries: row.tries,
});

/** Answer to a step that was stored. */
export interface StoredStep {
  /** The run was cancelled. */
  readonly isCancelled: boolean;
  readonly outputBytes: string;
  readonly definitions: string;
  readonly principals: string;
}

/** Members of a step that its last try decides. */
const RETRIED = ['State', 'StartedOn', 'EndedOn', 'Output', 'Error', 'Tries'];

/**
 * Stores a step and the progress of its run, if the node still has the run and the step is not completed yet; otherwise
 * answers no row. It also answers the versions of definitions and rights that the next step must know. A completed
 * step with inner actions may fail by one of them. Tries count from the last step that got the run on.
 */
export const storeStep = statement('storeStep', PARAMETERS, (env, slots): Answers<StoredStep> => {
  const { runId, attempt, progress, version, elapsedMs, size } = slots;
  const entity = env.catalogue.entity('WorkflowStep');
  const stored = Object.keys(STORED) as (keyof typeof STORED)[];
  const isOver = sql`${slots.State} <> 'Running'`;
  const known: Readonly<Record<string, Sql>> = {
    ...CREATED_COLUMNS,
    RecordInformationId: raw('gen_random_uuid()'),
    RunId: sql`${runId}`,
    StartedOn: sql`clock_timestamp() - ${elapsedMs} * interval '1 ms'`,
    EndedOn: sql`CASE WHEN ${isOver} THEN clock_timestamp() END`,
    ...Object.fromEntries(stored.map((name) => [name, sql`${slots[name]}`])),
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
      WHERE id = ${runId} AND attempt = ${attempt}
      RETURNING is_cancelled, output_bytes
    ), step AS (
      INSERT INTO ${targetSql(env, entity)} AS s (${list(fields.map(({ name }) => ident(name)))})
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
    WHERE e.id = ${literal(env.catalogue.environment.id)}::uuid`;
});
