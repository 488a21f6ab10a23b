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

/** What became of a step of a batch: what it answers, or why it was refused. */
export type StepResult = Pick<WriteResult, 'result' | 'recordAffected'> | { readonly error: DomainError };

/** A step of a batch that has an idempotency key. */
export interface KeyedStep {
  /** Of the batch. */
  readonly key: IdempotencyKey;
  /** In the batch, from 0. */
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
 * What the steps of keyed batches came to that commit one by one. Whichever run of a batch decides a step first decides it
 * for all, be they repetitions after a crash or at the same time on other nodes.
 */
@Injectable()
export class StepOutcomes {
  constructor(
    private readonly statements: StatementCache,
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  /** What earlier runs of a batch have decided, by position. @throws {DomainError} IdempotencyMismatch */
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
   * Takes a step, first of all in its transaction: a rival waits here until it is decided.
   * @returns whether it is still to be decided.
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

  /** Keeps with a step's transaction what it answers. */
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

  /** Keeps why a step was refused, unless it is decided by now. @returns what is decided. */
  async refuse({ key, position }: KeyedStep, error: DomainError): Promise<StepResult> {
    const errors = JSON.stringify(error.faults.map(errorDetail));
    await this.platform.query(
      `INSERT INTO platform.batch_step (key_hash, position, body_hash, errors, expires_on)
       VALUES ($1, $2, $3, $4::json, now() + $5 * interval '1 hour') ON CONFLICT DO NOTHING`,
      [key.hash, position, key.bodyHash, errors, this.config.operations.retentionHours],
    );
    return this.decided({ key, position });
  }

  /** What became of a step that is decided. */
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
