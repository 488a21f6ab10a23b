import type { Entity } from '#core/catalogue/entity.js';
import { IS_WRITABLE } from '#core/catalogue/environment-state.js';
import { ANY_ENTITY } from '#core/catalogue/definition-marks.js';
import { isBuiltIn, touchedNames, type WriteExtent } from '#core/catalogue/used-definitions.js';
import type { Definitions } from '#core/context/context.js';
import { CALL } from '#core/statements/args.js';
import { EMPTY, list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';

/** Kind of a write, in the words of docs/interface/conventions.md#operations. */
export type OperationName = 'Insert' | 'Update' | 'Delete' | 'Upsert' | 'Batch' | 'Workflow';

/** The columns of every outcome, in the order in which its values follow. */
export const OPERATION_COLUMNS = sql`
  id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on`;

/** Calls whose outcomes one shared statement stores: rows of a FROM item. */
export interface CallRows {
  /** Correlation id. */
  readonly id: Sql;
  /** Absent: all are calls of one user. */
  readonly userId?: Sql;
  readonly from: Sql;
}

/** Records that a write has changed, for its outcome. */
export interface WrittenRecords {
  /** As `uuid[]`. */
  readonly ids: Sql;
  /** The condition under which the write happened. */
  readonly when: Sql;
  /** Entities that the write changes. */
  readonly extent: WriteExtent;
  /** Present where one statement serves several calls; ids and answer then belong to each. */
  readonly calls?: CallRows;
  /** Answer of the statement; given where the statement is the whole write, so that only it can store the answer. */
  readonly answer?: { readonly result: Sql; readonly recordAffected: Sql };
}

/**
 * CTE `operation`: records the outcome of a successful write under its correlation id. It is a plain INSERT, so that
 * the primary key prevents a second execution of the same command. The whole body is stored only where the client may
 * need it later (docs/interface/conventions.md#operations).
 * @param write without an entity where it changes several
 */
export function operationSql(
  ctx: Definitions,
  write: { readonly entity?: Entity; readonly operation: OperationName },
  { ids, when, answer, calls, extent }: WrittenRecords,
): Sql {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  const isBusiness = (write.entity?.kind ?? 'business') === 'business';
  const environment = isBusiness ? currentEnvironment(ctx, environmentId, extent) : environmentId;
  const { id, userId = CALL.userId } = calls ?? { id: sql`${CALL.correlationId}` };
  const kept = keptIf(answer, id);
  const sources = [...(calls ? [calls.from] : []), ...kept.sources];
  const entity = write.entity ? literal(write.entity.name) : raw('NULL');
  const from = sources.length > 0 ? sql` FROM ${list(sources)}` : EMPTY;
  return sql`
    operation AS (
      INSERT INTO platform.operation (
        ${OPERATION_COLUMNS}${kept.columns}
      )
      SELECT ${id}, ${environment}, ${userId}, ${entity}, ${literal(write.operation)},
        'Completed', 200, ${ids}, ${CALL.at}${kept.values}${from}
      WHERE ${when}
    )`;
}

/** A statement that takes longer may end after its client was answered 202. */
const QUICK_MS = 50;

/**
 * True where the write was answered 202 before its statement began, or may be before it ends. The outcome is the last
 * row that the statement stores, so all waiting is over when the clock is read.
 */
const outlives = (id: Sql): Sql =>
  sql`
    clock_timestamp() - statement_timestamp() > interval '${raw(String(QUICK_MS))} ms'
    OR EXISTS (SELECT FROM platform.command c WHERE c.id = ${id})`;

/** Parts of the INSERT that store the answer where the request may end without it. */
function keptIf(
  answer: WrittenRecords['answer'],
  id: Sql,
): { readonly columns: Sql; readonly values: Sql; readonly sources: readonly Sql[] } {
  if (!answer) return { columns: EMPTY, values: EMPTY, sources: [] };
  const { result, recordAffected } = answer;
  return {
    columns: raw(', result, record_affected'),
    values: sql`, CASE WHEN k.outlives THEN ${result}::json END, CASE WHEN k.outlives THEN ${recordAffected} END`,
    sources: [sql`LATERAL (SELECT ${outlives(id)} AS outlives) k`],
  };
}

/**
 * True of the row `e` while the definitions are those by which the write was compiled, or were changed by this transaction
 * alone. A change of definitions locks the table until it commits, and this statement takes its own locks before it reads
 * the version: no write by stale definitions commits after the change (decision 0041).
 */
const IS_CURRENT = sql`e.definitions_version = ${CALL.definitionsVersion} OR e.xmin = pg_current_xact_id()::xid`;

/**
 * Adds to the condition: true of the row `e` also where all changes since were of definitions that are about other entities
 * (decision 0389). A write of built-in entities may use any.
 */
function orOthersChanged({ catalogue }: Definitions, extent: WriteExtent): Sql {
  if (extent.entities.some(isBuiltIn)) return EMPTY;
  const used = [ANY_ENTITY, ...touchedNames(catalogue, extent)].map(literal);
  return sql`
    OR (
      e.traced_version = e.definitions_version
      AND NOT EXISTS (
        SELECT FROM platform.changed_entity c
        WHERE c.environment_id = e.id AND c.name = ANY(ARRAY[${list(used)}]) AND c.version > ${CALL.definitionsVersion}
      )
    )`;
}

/**
 * The environment's id while the definitions that the write uses are current, else null, which no outcome can have: the
 * write fails.
 */
const currentEnvironment = (ctx: Definitions, id: Sql, extent: WriteExtent): Sql =>
  sql`
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = ${id}
        AND (${IS_CURRENT} ${orOthersChanged(ctx, extent)})
    )`;

/** A write of several statements. */
export interface StepsOperation {
  readonly operation: OperationName;
  /** Absent where it changes several. */
  readonly entity?: Entity;
  /** True where its steps are committed, so that changed definitions cannot refuse it. */
  readonly isCommitted?: boolean;
}

/**
 * The outcome of a write of several statements. Answers no row, and stores nothing, where the definitions were changed
 * or the environment was frozen meanwhile.
 * @param recordIds as `uuid[]`
 */
export function compileOutcome(
  ctx: Definitions,
  { operation, entity, isCommitted = false }: StepsOperation,
  recordIds: Slot,
): Sql {
  const isChecked = !isCommitted && (entity?.kind ?? 'business') === 'business';
  return sql`
    INSERT INTO platform.operation (
      ${OPERATION_COLUMNS}
    )
    SELECT ${CALL.correlationId}, e.id, ${CALL.userId}, ${entity ? literal(entity.name) : raw('NULL')},
      ${literal(operation)}, 'Completed', 200, ${recordIds}, ${CALL.at}
    FROM platform.environment e
    WHERE e.id = ${literal(ctx.catalogue.environment.id)}::uuid AND ${raw(IS_WRITABLE)}${isChecked ? sql` AND (${IS_CURRENT})` : EMPTY}
    RETURNING id`;
}
