import { Injectable } from '@nestjs/common';
import type { OperationName } from '../../core/changes/operation.sql.js';
import type { IdempotencyKey } from '../../core/context.js';
import { JsonText } from '../../core/json/json.js';
import { Config } from '../config/config.js';
import { ConstraintViolation } from '../database/database.errors.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { errorDetail, type Problem } from '../http/problem.js';
import type { WriteResult, Outcome } from './outcome.js';
import type { OutcomeFault } from './outcome-fault.js';

/** A write that failed, as its outcome tells it. */
export interface FailedWrite {
  readonly id: string;
  readonly environmentId: string;
  readonly userId: string;
  readonly operation: OperationName;
  readonly entityName?: string;
  readonly submittedOn: Date;
  readonly key?: IdempotencyKey;
}

interface OutcomeRow {
  readonly id: string;
  readonly environment_id: string;
  readonly user_id: string;
  readonly is_done: boolean;
  readonly status: 'Completed' | 'Failed' | null;
  readonly operation: string;
  readonly entity: string | null;
  readonly http_status: number | null;
  readonly result: string | null;
  readonly record_affected: number;
  readonly log: string | null;
  readonly errors: string | null;
  readonly submitted_on: string;
  readonly completed_on: string | null;
  readonly record_id: string | null;
  readonly body_hash: string | null;
}

const instant = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What is left of a result whose body was not kept. */
const IDS = `CASE WHEN o.operation IN ('Insert', 'Upsert') AND cardinality(o.record_ids) = 1
  THEN json_build_object('Id', o.record_ids[1])
  ELSE (SELECT json_agg(json_build_object('Id', written)) FROM unnest(o.record_ids) AS written) END`;

/**
 * Outcome, else command, of wanted ids. A write that answered 202 is processed until its body is kept, which follows
 * its commit at once.
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

/** Reads what became of writes, and keeps what their own transactions did not. */
@Injectable()
export class OutcomeStore {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  /** What became of a write; `undefined` when there was none, or it is no longer kept. */
  async find(id: string): Promise<Outcome | undefined> {
    const wanted = 'WITH wanted AS (SELECT $1::uuid AS id, NULL AS body_hash)';
    return one(await this.platform.repeatable<OutcomeRow>(wanted + SELECT_OUTCOME, [id]));
  }

  /** What became of the write that used a key. What it forgets on the way may be forgotten twice. */
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

  /** The records that a write is known to have written; `undefined` when it has left no outcome. */
  async recordIds(id: string): Promise<readonly string[] | undefined> {
    const [row] = await this.platform.repeatable<{ ids: readonly string[] }>(
      `SELECT COALESCE(record_ids, '{}') AS ids FROM platform.operation WHERE id = $1`,
      [id],
    );
    return row?.ids;
  }

  /** Whether a write is decided. */
  async isThere(id: string): Promise<boolean> {
    const rows = await this.platform.repeatable('SELECT FROM platform.operation WHERE id = $1', [id]);
    return rows.length > 0;
  }

  /** Keeps what the answer of a write that has committed says, as far as its transaction did not. */
  async keepBody(id: string, { result, recordAffected, log }: WriteResult): Promise<void> {
    await this.platform.repeatable(
      `UPDATE platform.operation SET result = $2::json, record_affected = $3, log = $4::json
       WHERE id = $1 AND log IS NULL`,
      [id, result.text, recordAffected, JSON.stringify(log)],
    );
  }

  /**
   * Keeps the refusal of a write as its outcome, with its key unless the service is to blame. The first outcome stands:
   * where another runner of the same command was faster, nothing is kept.
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
      await query(
        `INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, errors,
           submitted_on) VALUES ($1, $2, $3, $4, $5, 'Failed', $6, $7::json, $8)`,
        values,
      );
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

/** Of a write that is processed nothing is told that its outcome says, even if it is there. */
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
