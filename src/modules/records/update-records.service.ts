import { Injectable } from '@nestjs/common';
import type { UpdateCommand, WriteOptions } from '../../core/requests/write-commands.js';
import { requireScope } from '../../core/access.js';
import { requireWritable } from '../../core/catalogue/writable.js';
import type { RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { JsonText } from '../../core/json/json.js';
import { ConstraintViolation } from '../../platform/database/database.errors.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import { Drafter } from '../../core/drafts/draft-records.js';
import { UpdateDrafter } from '../../core/drafts/draft-update.js';
import type { PreparedUpdate, UpdateDraft } from '../../core/drafts/update-draft.js';
import { matcherOf, type Matcher } from '../../core/matching/match-records.js';
import { clashFault } from '../../core/checks/clash-fault.js';
import {
  type ExecuteStatement,
  UpdateRepository,
  type Updated,
  updatedEntities,
  UpdateSteps,
  type PreparedWrite,
  type WriteOutcome,
  WriteTransactions,
} from '../writes/index.js';
import { UpdateTree } from './update-tree.service.js';

/** An update as a step, and as what one statement can store. */
interface MatchedUpdate extends PreparedWrite, PreparedUpdate {
  readonly matcher: Matcher;
}

/** Changes fields of every record that matches a where-clause: all of them or none (contract §4, update). */
@Injectable()
export class UpdateRecords {
  constructor(
    private readonly updates: UpdateRepository,
    private readonly steps: UpdateSteps,
    private readonly tree: UpdateTree,
    private readonly transactions: WriteTransactions,
  ) {}

  /** @throws {DomainError} with every fault found, in Node and in the database. */
  async update(ctx: RequestContext, command: UpdateCommand): Promise<WriteOutcome> {
    const update = this.prepare(ctx, command);
    await this.#throwFaults(ctx, update);
    try {
      return await this.#write(ctx, update, command.options);
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error;
      throw await this.#conflict(ctx, update, error);
    }
  }

  /** @throws {DomainError} UnknownEntity, ScopeNone and the like, after which nothing else can be judged. */
  prepare(ctx: RequestContext, command: UpdateCommand): MatchedUpdate {
    const entity = ctx.catalogue.entity(command.entityName);
    requireScope(ctx, entity, 'update');
    requireWritable(entity);
    const drafter = new Drafter(ctx, uuidV7, command.log);
    drafter.faults.push(...command.shapeFaults);
    const prepared = new UpdateDrafter(ctx, entity, drafter).read(command.assignments);
    const matcher = matcherOf(ctx, entity, command, drafter.faults);
    const run: PreparedWrite['execute'] = (place) => this.tree.update(ctx, prepared, matcher, place);
    return { entity, ...prepared, matcher, faults: drafter.faults.list, execute: run };
  }

  /** Faults of shape end the call; broken rules are joined by what scopes and versions have to say, which outranks them. */
  async #throwFaults(ctx: RequestContext, { draft, faults, matcher }: MatchedUpdate): Promise<void> {
    if (faults.length === 0) return;
    const found = faults.every(({ code }) => code === 'FieldRule')
      ? await this.updates.explain(ctx, draft, matcher)
      : [];
    throw new DomainError(...faults, ...found);
  }

  async #write(ctx: RequestContext, update: MatchedUpdate, options: WriteOptions): Promise<WriteOutcome> {
    const { draft, matcher } = update;
    const written = updatedEntities(ctx, update);
    if (this.steps.isSingle(update) && this.transactions.canStandAlone(ctx, written, options)) {
      const store = (run: ExecuteStatement): Promise<Updated> => this.updates.store(ctx, draft, matcher, run);
      const reread = (ids: readonly string[]): Promise<Updated> => this.updates.stored(ctx, draft.entity, ids);
      const { result, matched } = await this.transactions.asSingleStatement(ctx, written, store, reread);
      return { result: new JsonText(result), recordAffected: matched };
    }
    return this.transactions.inTransaction(ctx, options, (tx) => update.execute({ tx, mode: 'store' }));
  }

  /** A constraint refused the write; asks the database for all clashes, so that the caller learns them at once (R99). */
  async #conflict(
    ctx: RequestContext,
    { draft, matcher }: MatchedUpdate,
    violation: ConstraintViolation,
  ): Promise<Error> {
    const found = await this.updates.explain(ctx, draft, matcher);
    return found.length > 0 ? new DomainError(...found) : clashError(ctx, draft, violation);
  }
}

/** The clash at its assignment; one that another entity's rule found is left where it is. */
function clashError(ctx: RequestContext, { entity, settings }: UpdateDraft, violation: ConstraintViolation): Error {
  const clash = clashFault(ctx.catalogue, violation);
  if (!clash) return violation;
  const setting = settings.find(({ field }) => violation.table === entity.name && field.name === clash.fieldName);
  return new DomainError({ ...clash, ...(setting && { path: setting.path }) });
}
