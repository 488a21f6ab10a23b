import { Injectable } from '@nestjs/common';
import type { InsertCommand, WriteOptions } from '../../core/requests/write-commands.js';
import { requireScope } from '../../core/access.js';
import type { RequestContext } from '../../core/context.js';
import { requireWritable } from '../../core/catalogue/writable.js';
import { DomainError } from '../../core/errors.js';
import { ConstraintViolation } from '../../platform/database/database.errors.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import { Drafter } from '../../core/drafts/draft-records.js';
import type { Draft } from '../../core/drafts/draft.js';
import { locatedFaults } from '../../core/drafts/located-faults.js';
import { clashFault } from '../../core/checks/clash-fault.js';
import {
  InsertRepository,
  type ExecuteStatement,
  insertResult,
  InsertSteps,
  type PreparedWrite,
  BatchedInserts,
  type WriteOutcome,
  WriteTransactions,
} from '../writes/index.js';

/** An insert as a step, and as the draft that one statement can store. */
interface PreparedInsert extends PreparedWrite {
  readonly draft: Draft;
}

/** Creates one record with everything nested in it: all of it or nothing (contract §4, insert). */
@Injectable()
export class InsertRecord {
  constructor(
    private readonly inserts: InsertRepository,
    private readonly grouped: BatchedInserts,
    private readonly steps: InsertSteps,
    private readonly transactions: WriteTransactions,
  ) {}

  /** @throws {DomainError} with every fault found, in Node and in the database. */
  async insert(ctx: RequestContext, command: InsertCommand): Promise<WriteOutcome> {
    const insert = this.prepare(ctx, command);
    const { draft, faults } = insert;
    ctx.submission?.nameRecord(draft.groups[0].rows[0].id);
    if (faults.length > 0) throw new DomainError(...faults, ...(await this.inserts.explain(ctx, draft)));
    try {
      return await this.#write(ctx, insert, command.options);
    } catch (error) {
      if (error instanceof DomainError) throw new DomainError(...locatedFaults(draft, error.faults));
      if (!(error instanceof ConstraintViolation)) throw error;
      throw await this.#conflict(ctx, draft, error);
    }
  }

  /** @throws {DomainError} UnknownEntity, ScopeNone and the like, after which nothing else can be judged. */
  prepare(ctx: RequestContext, command: InsertCommand): PreparedInsert {
    const entity = ctx.catalogue.entity(command.entityName);
    requireScope(ctx, entity, 'create');
    requireWritable(entity);
    let rootId = ctx.submission?.recordId;
    const newId = (): string => {
      const id = rootId ?? uuidV7();
      rootId = undefined;
      return id;
    };
    const drafter = new Drafter(ctx, newId, command.log);
    drafter.faults.push(...command.shapeFaults);
    drafter.add(entity, command.assignments);
    const draft = drafter.finish();
    return { entity, draft, faults: draft.faults, execute: (place) => this.steps.insert(ctx, draft, place) };
  }

  async #write(ctx: RequestContext, insert: PreparedInsert, options: WriteOptions): Promise<WriteOutcome> {
    const { draft } = insert;
    const written = draft.groups.map(({ entity }) => entity);
    if (this.steps.isSingle(draft) && this.transactions.canStandAlone(ctx, written, options)) {
      const store = (run: ExecuteStatement): Promise<string> => this.grouped.store(ctx, draft, run);
      const reread = ([id]: readonly string[]): Promise<string> => this.inserts.stored(ctx, insert.entity, id);
      const record = await this.transactions.asSingleStatement(ctx, written, store, reread);
      return { result: insertResult(ctx, draft, record), recordAffected: 1 };
    }
    return this.transactions.inTransaction(ctx, options, (tx) => insert.execute({ tx, mode: 'store' }));
  }

  /** A constraint refused the write; asks the database for all clashes, so that the caller learns them at once. */
  async #conflict(ctx: RequestContext, draft: Draft, violation: ConstraintViolation): Promise<Error> {
    const found = await this.inserts.explain(ctx, draft);
    if (found.length > 0) return new DomainError(...found);
    const clash = clashFault(ctx.catalogue, violation);
    return clash ? new DomainError(clash) : violation;
  }
}
