import { Injectable } from '@nestjs/common';
import { requireScope } from '../../core/access.js';
import type { RequestContext } from '../../core/context.js';
import { requireWritable } from '../../core/catalogue/writable.js';
import { DomainError, type Fault } from '../../core/errors.js';
import { JsonText } from '../../core/json/json.js';
import { ConstraintViolation } from '../../platform/database/database.errors.js';
import { Database } from '../../platform/database/database.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import type { Assignment } from '../../core/drafts/assignments.js';
import { AutoNumberSequences } from './auto-number-sequences.js';
import { Drafter } from '../../core/drafts/draft-records.js';
import type { Draft } from '../../core/drafts/draft.js';
import { clashFault } from '../../core/writes/clash-fault.js';
import { InsertRepository } from './insert.repository.js';
import { draftedEntities, InsertSteps } from './insert-steps.service.js';
import { WriteEndings } from './write-endings.js';
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
    private readonly steps: InsertSteps,
    private readonly endings: WriteEndings,
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
    const written = draftedEntities(draft);
    const isSingle = !dryRun && this.steps.isSingle(draft) && !this.endings.concern(ctx, written);
    try {
      if (isSingle) return await this.inserts.store(ctx, draft, (...call) => this.database.run(ctx, ...call));
      return await this.database.transaction(ctx, async (tx) => {
        if (dryRun) tx.rollbackOnly();
        const record = await this.steps.run(ctx, draft, { tx, mode: 'store' });
        await this.endings.run(ctx, written, tx);
        return record;
      });
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error;
      throw await this.#conflict(ctx, draft, error);
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
