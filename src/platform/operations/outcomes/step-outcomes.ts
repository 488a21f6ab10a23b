import { Injectable } from '@nestjs/common';
import { claimStep, keepStep } from './outcomes.sql.js';
import type { IdempotencyKey, RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import { Config } from '#platform/process/config/config.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { BatchStepRow } from '#platform/database/tables/outcomes.entity.js';
import type { RowOf } from '#platform/database/tables/row-of.js';
import type { Transaction } from '#platform/database/transaction.js';
import { errorDetail } from '#platform/http/problem.js';
import type { WriteResult } from './outcome.js';
import { faultOf, type OutcomeFault } from './outcome-fault.js';
import { mismatch } from './replay.js';

/** Outcome of a step of a batch: its result, or its refusal. */
export type StepResult = Pick<WriteResult, 'result' | 'recordAffected'> | { readonly error: DomainError };

/** A step of a batch that has an idempotency key. */
export interface KeyedStep {
  /** Key of the batch. */
  readonly key: IdempotencyKey;
  /** Position in the batch, from 0. */
  readonly position: number;
  readonly environmentId: string;
}

type StepRow = RowOf<BatchStepRow, 'position' | 'body_hash' | 'result' | 'record_affected' | 'errors'>;

/**
 * Stores the outcomes of steps that commit one by one in batches with an idempotency key. The first outcome of a step
 * stands for all executions of its batch: replays after a crash, or concurrent ones on other nodes.
 */
@Injectable()
export class StepOutcomes {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  /** Stored outcomes of a batch, by position. @throws {DomainError} IdempotencyMismatch */
  async all({ hash, bodyHash }: IdempotencyKey): Promise<ReadonlyMap<number, StepResult>> {
    const rows = await this.platform.query<StepRow>(
      `WITH expired AS (DELETE FROM platform.batch_step WHERE key_hash = $1 AND expires_on <= now())
       SELECT position, body_hash, result::text, record_affected, errors::text FROM platform.batch_step
       WHERE key_hash = $1 AND expires_on > now()`,
      [hash],
    );
    if (rows.some((row) => row.body_hash !== bodyHash)) throw mismatch();
    return new Map(rows.map((row) => [row.position, stepResultOf(row)]));
  }

  /**
   * Claims a step before anything else in its transaction; a concurrent execution waits here for the outcome.
   * @returns false when the step has an outcome already
   */
  async claim(ctx: RequestContext, { key, ...place }: KeyedStep, tx: Transaction): Promise<boolean> {
    const hours = this.config.operations.retentionHours;
    return (await tx.runStatement(claimStep, ctx, { ...key, ...place, hours })).length > 0;
  }

  /** Stores the result of a step with its transaction. */
  async keep(
    ctx: RequestContext,
    { key: { hash }, position }: KeyedStep,
    done: Pick<WriteResult, 'result' | 'recordAffected'>,
    tx: Transaction,
  ): Promise<void> {
    const { result, recordAffected: affected } = done;
    await tx.runStatement(keepStep, ctx, { hash, position, result: result.text, affected });
  }

  /** Stores the refusal of a step, unless it has an outcome by now. @returns the stored outcome */
  async refuse({ key, position, environmentId }: KeyedStep, error: DomainError): Promise<StepResult> {
    const errors = JSON.stringify(error.faults.map(errorDetail));
    await this.platform.query(
      `INSERT INTO platform.batch_step (key_hash, position, environment_id, body_hash, errors, expires_on)
       VALUES ($1, $2, $3, $4, $5::json, now() + $6 * interval '1 hour') ON CONFLICT DO NOTHING`,
      [key.hash, position, environmentId, key.bodyHash, errors, this.config.operations.retentionHours],
    );
    return this.decided({ key, position, environmentId });
  }

  /** Stored outcome of a step. */
  async decided({ key, position }: KeyedStep): Promise<StepResult> {
    return (await this.all(key)).get(position)!;
  }
}

function stepResultOf({ result, record_affected, errors }: StepRow): StepResult {
  if (errors !== null) return { error: new DomainError(...(JSON.parse(errors) as OutcomeFault[]).map(faultOf)) };
  return { result: new JsonText(result ?? 'null'), recordAffected: record_affected ?? 0 };
}
