import { Injectable } from '@nestjs/common';
import { IS_WRITABLE } from '#core/catalogue/environment-state.js';
import type { OperationName } from '#core/changes/operation.sql.js';
import type { IdempotencyKey } from '#core/context/context.js';
import { JsonText } from '#core/json/json.js';
import { Config } from '#platform/process/config/config.js';
import { ConstraintViolation, frozen } from '#platform/database/connections/database.errors.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { CommandRow } from '#platform/database/tables/commands.entity.js';
import type { OperationRow } from '#platform/database/tables/outcomes.entity.js';
import type { RowOf } from '#platform/database/tables/row-of.js';
import { errorDetail, type Problem } from '#platform/http/problem.js';
import type { WriteResult, Outcome } from './outcome.js';
import type { OutcomeFault } from './outcome-fault.js';

/** Outcome of a failed write. */
export interface FailedWrite {
  readonly id: string;
  readonly environmentId: string;
  readonly userId: string;
  readonly operation: OperationName;
  readonly entityName?: string;
  readonly submittedOn: Date;
  readonly key?: IdempotencyKey;
}

/** An outcome, or a command that has none yet. */
interface OutcomeRow
  extends
    RowOf<OperationRow, 'id' | 'environment_id' | 'user_id' | 'operation' | 'entity' | 'result' | 'log' | 'errors'>,
    RowOf<CommandRow, 'submitted_on' | 'record_id' | 'body_hash'> {
  readonly is_done: boolean;
  readonly status: 'Completed' | 'Failed' | null;
  readonly http_status: number | null;
  readonly record_affected: number;
  readonly completed_on: string | null;
}

const instant = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `Result` of an outcome whose body was not stored. */
const IDS = `CASE WHEN o.operation IN ('Insert', 'Upsert') AND cardinality(o.record_ids) = 1
  THEN json_build_object('Id', o.record_ids[1])
  ELSE (SELECT json_agg(json_build_object('Id', written)) FROM unnest(o.record_ids) AS written) END`;

/**
 * Selects the outcome, else the command, of given ids. A write that was answered 202 counts as processing until its body
 * is stored, right after its commit.
 */
const SELECT_OUTCOME = `
  SELECT w.id, COALESCE(o.environment_id, c.environment_id) AS environment_id,
    COALESCE(o.user_id, c.user_id) AS user_id,
    o.id IS NOT NULL AND (c.id IS NULL OR c.finished_on IS NOT NULL OR o.status = 'Failed' OR o.result IS NOT NULL)
      AS is_done,
    o.status, COALESCE(o.operation, c.operation) AS operation, COALESCE(o.entity, c.entity) AS entity, o.http_status,
    CASE o.status WHEN 'Completed' THEN COALESCE(o.result, ${IDS}) END::text AS result,
    COALESCE(o.record_affected, cardinality(o.record_ids), 0) AS record_affected, o.log::text AS log,
    o.errors::text AS errors, ${instant('COALESCE(o.submitted_on, c.submitted_on)')} AS submitted_on,
    ${instant('o.completed_on')} AS completed_on, c.record_id, w.body_hash
  FROM wanted w
  LEFT JOIN platform.operation o ON o.id = w.id
  LEFT JOIN platform.command c ON c.id = w.id
  WHERE o.id IS NOT NULL OR c.id IS NOT NULL`;

/** Reads outcomes of writes, and stores the parts that their own transactions did not store. */
@Injectable()
export class OutcomeStore {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  /** Outcome of a write; `undefined` when there is none, or it has expired. */
  async find(id: string): Promise<Outcome | undefined> {
    const wanted = 'WITH wanted AS (SELECT $1::uuid AS id, NULL AS body_hash)';
    return one(await this.platform.repeatable<OutcomeRow>(wanted + SELECT_OUTCOME, [id]));
  }

  /** Outcome of the write that used a key. Deletes expired keys on the way; a repetition is harmless. */
  async findByKey({ hash }: IdempotencyKey): Promise<Outcome | undefined> {
    const wanted = `
      WITH expired AS (
        DELETE FROM platform.idempotency WHERE hash = $1 AND expires_on <= now()
      ), wanted AS (
        SELECT operation_id AS id, body_hash FROM platform.idempotency WHERE hash = $1 AND expires_on > now()
        UNION
        SELECT id, body_hash FROM platform.command WHERE key_hash = $1 AND finished_on IS NULL
        LIMIT 1
      )`;
    return one(await this.platform.repeatable<OutcomeRow>(wanted + SELECT_OUTCOME, [hash]));
  }

  /** Ids of the records that an outcome names; `undefined` when there is no outcome. */
  async recordIds(id: string): Promise<readonly string[] | undefined> {
    const [row] = await this.platform.repeatable<{ ids: readonly string[] }>(
      `SELECT COALESCE(record_ids, '{}') AS ids FROM platform.operation WHERE id = $1`,
      [id],
    );
    return row?.ids;
  }

  /** Tells whether a write has an outcome. */
  async isThere(id: string): Promise<boolean> {
    const rows = await this.platform.repeatable('SELECT FROM platform.operation WHERE id = $1', [id]);
    return rows.length > 0;
  }

  /** Stores the answer of a committed write, unless its transaction did. */
  async keepBody(id: string, { result, recordAffected, log }: WriteResult): Promise<void> {
    await this.platform.repeatable(
      `UPDATE platform.operation SET result = $2::json, record_affected = $3, log = $4::json
       WHERE id = $1 AND log IS NULL`,
      [id, result.text, recordAffected, JSON.stringify(log)],
    );
  }

  /**
   * Stores the refusal of a write as its outcome, with its key unless the service failed. The first outcome stands: if
   * another node has finished the same command, nothing is stored.
   * @throws {DomainError} Unavailable, where the environment is frozen
   */
  async keepRefusal(write: FailedWrite, { status, faults }: Problem): Promise<void> {
    const key = status < 500 ? write.key : undefined;
    const values = [
      write.id,
      write.environmentId,
      write.userId,
      write.entityName,
      write.operation,
      status,
      JSON.stringify(faults.map(errorDetail)),
      write.submittedOn.toISOString(),
    ];
    const keeping = this.platform.transaction(async (query) => {
      const stored = await query(
        `INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, errors,
           submitted_on)
         SELECT $1::uuid, e.id, $3::uuid, $4, $5, 'Failed', $6::smallint, $7::json, $8::timestamptz
         FROM platform.environment e
         WHERE e.id = $2 AND ${IS_WRITABLE}
         RETURNING id`,
        values,
      );
      if (stored.length === 0) throw frozen();
      if (key) await query(CLAIM, [key.hash, write.id, key.bodyHash, this.config.operations.retentionHours]);
    });
    await keeping.catch((error: unknown) => {
      if (!(error instanceof ConstraintViolation)) throw error;
    });
  }
}

const CLAIM = `INSERT INTO platform.idempotency (hash, operation_id, body_hash, expires_on)
  VALUES ($1, $2, $3, now() + $4 * interval '1 hour')`;

const one = ([row]: readonly OutcomeRow[]): Outcome | undefined => row && outcomeOfRow(row.is_done ? row : untold(row));

/** Hides the contents of an outcome whose write counts as processing. */
const untold = (row: OutcomeRow): OutcomeRow => ({
  ...row,
  status: null,
  http_status: null,
  result: null,
  record_affected: 0,
  completed_on: null,
});

const outcomeOfRow = (row: OutcomeRow): Outcome => ({
  id: row.id,
  environmentId: row.environment_id,
  userId: row.user_id,
  status: row.status ?? 'Processing',
  operation: row.operation,
  entityName: row.entity,
  httpStatus: row.http_status,
  result: new JsonText(row.result ?? 'null'),
  recordAffected: row.record_affected,
  log: row.log === null ? [] : (JSON.parse(row.log) as string[]),
  errorDetails: row.errors === null ? [] : (JSON.parse(row.errors) as OutcomeFault[]),
  submittedOn: row.submitted_on,
  completedOn: row.completed_on,
  recordId: row.record_id,
  bodyHash: row.body_hash,
});
