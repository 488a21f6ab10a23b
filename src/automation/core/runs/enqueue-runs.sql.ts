import { CREATED_COLUMNS } from '#core/changes/audit-columns.sql.js';
import { filledFields } from '#core/catalogue/entity.js';
import { targetSql } from '#core/relations/relation.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { JsonText, writeMembers } from '#core/json/json.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { statement } from '#core/statements/statement.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { storedChain } from '#automation/core/workflows/chain.js';
import type { NewRun } from '#core/catalogue/run.js';

/** Runs that one statement enqueues, as a JSON array. */
export const enqueuedRuns = (runs: readonly NewRun[]): string => `[${runs.map(rowOf).join(',')}]`;

/** State of a run that is recorded but not executed. */
function endOf({ stopped, failed }: NewRun): 'Stopped' | 'Failed' | null {
  if (stopped !== undefined) return 'Stopped';
  return failed === undefined ? null : 'Failed';
}

const rowOf = (run: NewRun, position: number): string =>
  writeMembers({
    n: String(position),
    id: run.id,
    workflow_id: run.workflowId,
    trigger_id: run.triggerId ?? null,
    entity: run.record?.entityName ?? null,
    record_id: run.record?.recordInformationId ?? null,
    run_as: run.runAs,
    user_id: run.userId,
    input: new JsonText(writeMembers({ ...run.input })),
    chain: storedChain(run.chain),
    caused_by: run.causedBy ?? null,
    ended: endOf(run),
    error: run.stopped ?? run.failed ?? null,
    order_key: run.orderKey ?? null,
  });

const COLUMNS = raw(`
  n int, id uuid, workflow_id uuid, trigger_id uuid, entity text, record_id uuid, run_as text, user_id uuid,
  input json, chain json, caused_by uuid, ended text, error text, order_key text`);

const NOBODY = sql`${literal(SYSTEM_USER_ID)}::uuid`;

/** Values of a `WorkflowRun` by field, of a row `r`. A run with system rights belongs to nobody. */
const VALUES: Readonly<Record<string, Sql>> = {
  ...CREATED_COLUMNS,
  Id: raw('r.id'),
  RecordInformationId: raw('gen_random_uuid()'),
  OwnerId: sql`CASE WHEN r.run_as = 'Caller' THEN r.user_id ELSE ${NOBODY} END`,
  WorkflowId: raw('r.workflow_id'),
  TriggerId: raw('r.trigger_id'),
  EntityName: raw('r.entity'),
  RecordId: raw('r.record_id'),
  State: raw(`COALESCE(r.ended, 'Running')`),
  StartedOn: raw('now()'),
  EndedOn: raw('CASE WHEN r.ended IS NOT NULL THEN now() END'),
  RunAs: raw('r.run_as'),
  UserId: sql`NULLIF(r.user_id, ${NOBODY})`,
  Input: raw('r.input::jsonb'),
  Error: raw(`CASE WHEN r.ended IS NOT NULL THEN jsonb_build_object('Message', r.error) END`),
  Chain: raw('r.chain::jsonb'),
  Tries: raw('0'),
  CausedBy: raw('r.caused_by'),
};

/**
 * Records new runs and puts those that are to be executed into the queue, in their order. Runs leave no change rows: they
 * are a log of their own.
 *
 * A run that follows another one of its order key is due when that one ends, so that claims never look at it before. The
 * last run of the key is locked for that: its end waits for this transaction, and then finds the new run.
 */
export const enqueueRuns = statement('enqueueRuns', { runs: 'json' }, (ctx, { runs }) => {
  const entity = ctx.catalogue.entity('WorkflowRun');
  const fields = filledFields(entity);
  const cells = fields.map((field) => VALUES[field.name] ?? sql`NULL::${raw(valueTypeOf(field).operandType(field))}`);
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  return sql`
    WITH r AS MATERIALIZED (SELECT * FROM json_to_recordset(${runs}) AS r(${COLUMNS})),
    run AS (
      INSERT INTO ${targetSql(ctx, entity)} (${list(fields.map(({ name }) => ident(name)))})
      SELECT ${list(cells)}
      FROM r
    )
    INSERT INTO platform.run (id, environment_id, order_key, due_at, input_bytes)
    SELECT n.id, ${environmentId}, n.order_key,
      CASE WHEN n.place > 1 OR last.id IS NOT NULL THEN 'infinity' ELSE clock_timestamp() END,
      octet_length(n.input::text)
    FROM (
      SELECT r.*, CASE WHEN r.order_key IS NULL THEN 1 ELSE row_number() OVER (PARTITION BY r.order_key ORDER BY r.n) END
        AS place
      FROM r
      WHERE r.ended IS NULL
    ) n
    LEFT JOIN LATERAL (
      SELECT q.id
      FROM platform.run q
      WHERE q.environment_id = ${environmentId} AND q.order_key = n.order_key AND n.place = 1
      ORDER BY q.position DESC
      LIMIT 1
      FOR KEY SHARE
    ) last ON true
    ORDER BY n.n`;
});
