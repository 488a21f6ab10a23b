import { Injectable } from '@nestjs/common';
import { requireScope } from '../../core/access.js';
import type { RequestContext } from '../../core/context.js';
import { requireWritable } from '../../core/catalogue/writable.js';
import { DomainError, type Fault } from '../../core/errors.js';
import { JsonText } from '../../core/json/json.js';
import { ConstraintViolation } from '../../platform/database/database.errors.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import type { Assignment } from '../../core/drafts/assignments.js';
import { AutoNumberSequences } from './auto-number-sequences.js';
import { Drafter } from '../../core/drafts/draft-records.js';
import type { Draft } from '../../core/drafts/draft.js';
import { clashFault } from '../../core/writes/clash-fault.js';
import { InsertRepository, type RunStatement } from './insert.repository.js';
import { RecordHooks } from './record-hooks.js';
import { UpdateSteps } from './update-steps.service.js';
import type { WriteOptions, WriteOutcome } from './write-outcome.js';

/** One record to create, with children and lookups, as its caller described it. */
export interface InsertCommand {
  readonly entityName: string;
  readonly assignments: readonly Assignment[];
  readonly options: WriteOptions;
  /** What is wrong with the body's shape. */
  readonly shapeFaults: readonly Fault[];
}

/** Creates one record with everything nested in it: all of it or nothing (contract §4, insert). */
@Injectable()
export class InsertRecord {
  constructor(
    private readonly database: Database,
    private readonly inserts: InsertRepository,
    private readonly updates: UpdateSteps,
    private readonly hooks: RecordHooks,
    private readonly sequences: AutoNumberSequences,
  ) {}

  /** @throws {DomainError} with every fault found, in Node and in the database. */
  async run(ctx: RequestContext, command: InsertCommand): Promise<WriteOutcome> {
    const entity = ctx.catalogue.entity(command.entityName);
    requireScope(ctx, entity, 'create');
    requireWritable(entity);
    const drafter = new Drafter(ctx, uuidV7);
    drafter.faults.list.push(...command.shapeFaults);
    const root = drafter.add(entity, command.assignments);
    const draft = drafter.finish();
    if (draft.faults.length > 0) throw new DomainError(...draft.faults, ...(await this.inserts.explain(ctx, draft)));
    const record = await this.sequences.ensured(ctx, draft, () => this.#write(ctx, draft, command.options));
    const bareId = ctx.preferences.returnId || ctx.catalogue.environment.settings.insertResult === 'Id';
    return { result: new JsonText(bareId ? `"${root.id}"` : record), recordAffected: 1 };
  }

  async #write(ctx: RequestContext, draft: Draft, { dryRun }: WriteOptions): Promise<string> {
    const needsTransaction =
      dryRun ||
      draft.inlineUpdates.length > 0 ||
      draft.groups.some(
        ({ entity }) => this.hooks.has(entity, 'BeforeInsert') || this.hooks.has(entity, 'AfterInsert'),
      );
    try {
      if (!needsTransaction) return await this.inserts.store(ctx, draft, (...call) => this.database.run(ctx, ...call));
      return await this.database.transaction(ctx, (tx) => {
        if (dryRun) tx.rollbackOnly();
        return this.#steps(ctx, draft, tx);
      });
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error;
      throw await this.#conflict(ctx, draft, error);
    }
  }

  async #steps(ctx: RequestContext, draft: Draft, tx: Transaction): Promise<string> {
    const run: RunStatement = (...call) => tx.run(...call);
    for (const update of draft.inlineUpdates) await this.updates.runInline(ctx, update, tx);
    await this.#runHooks(ctx, draft, tx, 'BeforeInsert');
    const record = await this.inserts.store(ctx, draft, run);
    await this.#runHooks(ctx, draft, tx, 'AfterInsert');
    return record;
  }

  async #runHooks(
    ctx: RequestContext,
    { groups }: Draft,
    tx: Transaction,
    event: 'BeforeInsert' | 'AfterInsert',
  ): Promise<void> {
    for (const { entity, rows } of groups) {
      if (!this.hooks.has(entity, event)) continue;
      for (const { values } of rows) await this.hooks.run({ ctx, entity, event, values, tx });
    }
  }

  /** A constraint refused the write; asks the database for all clashes, so that the caller learns them at once. */
  async #conflict(ctx: RequestContext, draft: Draft, violation: ConstraintViolation): Promise<Error> {
    const found = await this.inserts.explain(ctx, draft);
    if (found.length > 0) return new DomainError(...found);
    const clash = clashFault(ctx.catalogue, violation);
    return clash ? new DomainError(clash) : violation;
  }
}
