import { Injectable } from '@nestjs/common';
import type { IdempotencyKey, RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { JsonText } from '../../core/json/json.js';
import { Args } from '../../core/sql/args.js';
import { sql, type Slot } from '../../core/sql/sql.js';
import { Config } from '../config/config.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { StatementCache } from '../database/statement-cache.js';
import type { Transaction } from '../database/transaction.js';
import { errorDetail } from '../http/problem.js';
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
}

interface StepRow {
  readonly position: number;
  readonly body_hash: string;
  readonly result: string | null;
  readonly record_affected: number | null;
  readonly errors: string | null;
}

/**
 * Stores the outcomes of steps that commit one by one in batches with an idempotency key. The first outcome of a step
 * stands for all executions of its batch: replays after a crash, or concurrent ones on other nodes.
 */
@Injectable()
export class StepOutcomes {
  constructor(
    private readonly statements: StatementCache,
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
  async claim(ctx: RequestContext, step: KeyedStep, tx: Transaction): Promise<boolean> {
    const { args, hash, position } = argsOf(ctx, step);
    const bodyHash = args.add(step.key.bodyHash, 'text');
    const hours = args.add(this.config.operations.retentionHours, 'int');
    const claim = sql`
      INSERT INTO platform.batch_step (key_hash, position, body_hash, expires_on)
      SELECT ${hash}, ${position}, ${bodyHash}, now() + ${hours} * interval '1 hour'
      ON CONFLICT DO NOTHING
      RETURNING 1 AS claimed`;
    const statement = this.statements.get(ctx, 'step:claim', () => claim);
    return (await tx.execute(statement, args)).length > 0;
  }

  /** Stores the result of a step with its transaction. */
  async keep(
    ctx: RequestContext,
    step: KeyedStep,
    done: Pick<WriteResult, 'result' | 'recordAffected'>,
    tx: Transaction,
  ): Promise<void> {
    const { args, hash, position } = argsOf(ctx, step);
    const result = args.add(done.result.text, 'json');
    const affected = args.add(done.recordAffected, 'int');
    const keep = sql`
      UPDATE platform.batch_step
      SET result = ${result}, record_affected = ${affected}
      WHERE key_hash = ${hash} AND position = ${position}`;
    await tx.execute(
      this.statements.get(ctx, 'step:keep', () => keep),
      args,
    );
  }

  /** Stores the refusal of a step, unless it has an outcome by now. @returns the stored outcome */
  async refuse({ key, position }: KeyedStep, error: DomainError): Promise<StepResult> {
    const errors = JSON.stringify(error.faults.map(errorDetail));
    await this.platform.query(
      `INSERT INTO platform.batch_step (key_hash, position, body_hash, errors, expires_on)
       VALUES ($1, $2, $3, $4::json, now() + $5 * interval '1 hour') ON CONFLICT DO NOTHING`,
      [key.hash, position, key.bodyHash, errors, this.config.operations.retentionHours],
    );
    return this.decided({ key, position });
  }

  /** Stored outcome of a step. */
  async decided({ key, position }: KeyedStep): Promise<StepResult> {
    return (await this.all(key)).get(position)!;
  }
}

function argsOf(
  ctx: RequestContext,
  { key, position }: KeyedStep,
): { readonly args: Args; readonly hash: Slot; readonly position: Slot } {
  const args = new Args(ctx);
  return { args, hash: args.add(key.hash, 'text'), position: args.add(position, 'smallint') };
}

function stepResultOf({ result, record_affected, errors }: StepRow): StepResult {
  if (errors !== null) return { error: new DomainError(...(JSON.parse(errors) as OutcomeFault[]).map(faultOf)) };
  return { result: new JsonText(result ?? 'null'), recordAffected: record_affected ?? 0 };
}
