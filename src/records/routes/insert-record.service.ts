import { Injectable } from '@nestjs/common';
import type { InsertCommand, WriteOptions } from '#core/requests/write-commands.js';
import { requireCreate } from '#core/rights/access.js';
import { API_KEY } from '#core/catalogue/access-entities.js';
import type { RequestContext } from '#core/context/context.js';
import { requireWritable } from '#core/catalogue/writable.js';
import { DomainError } from '#core/errors.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import type { Draft } from '#records/core/drafts/draft.js';
import { locatedFaults } from '#records/core/drafts/located-faults.js';
import type { JsonText } from '#core/json/json.js';
import { isShareable } from '#records/core/inserts/plan-shared-insert.js';
import type { Transaction } from '#platform/database/transaction.js';
import { atRepeated } from '#records/writes/statement-call.js';
import type { ConflictFaults, PreparedWrite, StepOutcome, WritePlan } from '#records/writes/write-plan.js';
import { InsertRepository } from '#records/writes/insert.repository.js';
import { insertResult, InsertSteps } from '#records/writes/insert-steps.service.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { WriteTransactions } from '#records/writes/write-transactions.service.js';

/** An insert that is read: a step, and the draft that one statement can store. */
interface PreparedInsert extends Required<PreparedWrite> {
  readonly draft: Draft;
}

/** Creates one record with everything nested in it, or nothing (docs/interface/records.md#insert). */
@Injectable()
export class InsertRecord {
  constructor(
    private readonly inserts: InsertRepository,
    private readonly steps: InsertSteps,
    private readonly transactions: WriteTransactions,
  ) {}

  /**
   * @param result answered in place of the created record; the insert is then always a transaction
   * @throws {DomainError} with all faults, found in Node or in the database
   */
  async insert(ctx: RequestContext, command: InsertCommand, result?: JsonText): Promise<WriteOutcome> {
    const insert = this.prepare(ctx, command);
    const { draft, faults } = insert;
    ctx.submission?.nameRecord(draft.groups[0].rows[0].id);
    // Its secret is in this answer or nowhere.
    if (insert.entity.name === API_KEY) ctx.submission?.runInline();
    if (faults.length > 0) throw new DomainError(...faults, ...(await this.inserts.explain(ctx, draft)));
    try {
      return await this.transactions.execute(ctx, this.#plan(ctx, insert, command.options, result));
    } catch (error) {
      throw error instanceof DomainError ? new DomainError(...locatedFaults(draft, error.faults)) : error;
    }
  }

  /** @throws {DomainError} UnknownEntity, ScopeNone and the like; further faults cannot be found then */
  prepare(ctx: RequestContext, command: InsertCommand): PreparedInsert {
    const entity = ctx.catalogue.entity(command.entityName);
    requireCreate(ctx, entity);
    requireWritable(entity, 'create');
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
    return {
      entity,
      draft,
      faults: draft.faults,
      execute: (place) => this.steps.insert(ctx, draft, place),
      complete: (made, changed, tx) =>
        changed.has(entity) ? this.#asLeft(ctx, draft, made, tx) : Promise.resolve(made),
    };
  }

  /** Answers the record as before-commit hooks have left it. */
  async #asLeft(ctx: RequestContext, draft: Draft, made: WriteOutcome, tx: Transaction): Promise<WriteOutcome> {
    const [{ entity, id }] = draft.groups[0].rows;
    return { ...made, result: insertResult(ctx, draft, await this.inserts.stored(ctx, entity, id, tx)) };
  }

  /** One statement where nothing else belongs to the write, which may then be shared with other inserts; else steps. */
  #plan(
    ctx: RequestContext,
    { entity, draft, execute, complete }: PreparedInsert,
    options: WriteOptions,
    result?: JsonText,
  ): WritePlan<WriteOutcome> {
    const written = draft.groups.map((group) => group.entity);
    const conflicts: ConflictFaults = {
      explain: () => this.inserts.explain(ctx, draft),
      locate: (clash, violation) => atRepeated(ctx, draft, clash, violation),
    };
    if (result || !this.steps.isSingle(draft) || !this.transactions.canAutocommit(ctx, written, options)) {
      const { dryRun } = options;
      const perform = async (tx: Transaction): Promise<StepOutcome> => {
        const outcome = await execute({ tx, mode: 'store' });
        return { ...outcome, ...(result && { result }) };
      };
      return { kind: 'steps', dryRun, conflicts, perform, ...(!result && { complete }) };
    }
    const answer = (record: string): WriteOutcome => ({ result: insertResult(ctx, draft, record), recordAffected: 1 });
    const reread = async ([id]: readonly string[]): Promise<WriteOutcome> =>
      answer(await this.inserts.stored(ctx, entity, id));
    const whole = { written, conflicts, reread };
    if (isShareable(draft)) return { kind: 'shared insert', ...whole, draft, read: answer };
    const { statement, args, read } = this.inserts.callFor(ctx, draft);
    return { kind: 'statement', ...whole, statement, args, read: (rows) => answer(read(rows)) };
  }
}
