import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { CALL } from '../sql/args.js';
import { EMPTY, list, literal, raw, sql, type Slot, type Sql } from '../sql/sql.js';

/** What kind of write an operation was, in the words of contract §14.4.1. */
export type OperationName = 'Insert' | 'Update' | 'Delete' | 'Upsert' | 'Batch';

/** The columns of every outcome, in the order in which its values follow. */
export const OPERATION_COLUMNS = sql`
  id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on`;

/** The calls whose outcomes one statement stores, where it is that of several: rows of a FROM item. */
export interface CallRows {
  /** Correlation id. */
  readonly id: Sql;
  readonly from: Sql;
}

/** What a write did, as its outcome tells it. */
export interface WrittenRecords {
  /** As `uuid[]`. */
  readonly ids: Sql;
  /** The condition under which the write happened. */
  readonly when: Sql;
  /** The outcomes are those of several calls; ids and answer are of each then. */
  readonly calls?: CallRows;
  /** What its statement answers; given where that is the whole write and nobody else can keep it in the same commit. */
  readonly answer?: { readonly result: Sql; readonly recordAffected: Sql };
}

/**
 * CTE that records the outcome of a successful write under its correlation id. A plain INSERT: the primary key is the
 * fence that makes a second execution of the same command impossible. The whole body is kept only where the contract asks
 * for it (§14.4.1), and where it may yet.
 * @param write without an entity when it is about several.
 */
export function operationSql(
  ctx: RequestContext,
  write: { readonly entity?: Entity; readonly operation: OperationName },
  { ids, when, answer, calls }: WrittenRecords,
): Sql {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  const isBusiness = (write.entity?.kind ?? 'business') === 'business';
  const environment = isBusiness ? currentEnvironment(environmentId) : environmentId;
  const id = calls?.id ?? sql`${CALL.correlationId}`;
  const kept = keptIf(answer, id);
  const sources = [...(calls ? [calls.from] : []), ...kept.sources];
  const entity = write.entity ? literal(write.entity.name) : raw('NULL');
  const from = sources.length > 0 ? sql` FROM ${list(sources)}` : EMPTY;
  return sql`
    operation AS (
      INSERT INTO platform.operation (
        ${OPERATION_COLUMNS}${kept.columns}
      )
      SELECT ${id}, ${environment}, ${CALL.userId}, ${entity}, ${literal(write.operation)},
        'Completed', 200, ${ids}, ${CALL.at}${kept.values}${from}
      WHERE ${when}
    )`;
}

/** A statement that takes longer may end after its caller was answered 202. */
const QUICK_MS = 50;

/**
 * Whether the write was answered 202 before its statement began, or may be before it ends. The outcome is the last that
 * the statement stores, so what made it wait has done so when the clock is read.
 */
const outlives = (id: Sql): Sql =>
  sql`
    clock_timestamp() - statement_timestamp() > interval '${raw(String(QUICK_MS))} ms'
    OR EXISTS (SELECT FROM platform.command c WHERE c.id = ${id})`;

/** The parts of the INSERT that keep an answer where its request may not get it. */
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
 * The environment while its definitions are those that the write was made by, or changed by this transaction alone; else
 * null, which no outcome can have: the write fails and is to be repeated. Whoever changes definitions of a table holds
 * a lock on it to the end, and this statement has its own locks before it looks: no write of before comes after.
 */
const currentEnvironment = (id: Sql): Sql =>
  sql`
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = ${id}
        AND (e.definitions_version = ${CALL.definitionsVersion} OR e.xmin = pg_current_xact_id()::xid)
    )`;

/** The outcome of a write of several statements. @param recordIds as `uuid[]` */
export const compileOutcome = (
  ctx: RequestContext,
  write: { readonly entity?: Entity; readonly operation: OperationName },
  recordIds: Slot,
): Sql => sql`WITH ${operationSql(ctx, write, { ids: sql`${recordIds}`, when: raw('true') })} SELECT 1 AS done`;
