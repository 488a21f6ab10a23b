import { Injectable } from '@nestjs/common';
import { requireScope } from '../../core/access.js';
import { requireWritable } from '../../core/catalogue/writable.js';
import type { RequestContext } from '../../core/context.js';
import type { WhereClause } from '../../core/criteria/where-clause.js';
import { DomainError, type Fault } from '../../core/errors.js';
import { JsonText } from '../../core/json/json.js';
import { ConstraintViolation } from '../../platform/database/database.errors.js';
import { Database } from '../../platform/database/database.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import type { Assignment } from '../../core/drafts/assignments.js';
import { Drafter } from '../../core/drafts/draft-records.js';
import { UpdateDrafter, type UpdateDraft } from '../../core/drafts/draft-update.js';
import { matcherOf, type Matcher } from '../../core/writes/match-records.js';
import { clashFault } from '../../core/writes/clash-fault.js';
import { UpdateRepository, type Updated } from './update.repository.js';
import { updatedEntities, UpdateSteps, type PreparedUpdate } from './update-steps.service.js';
import { WriteEndings } from './write-endings.js';
import type { WriteOptions, WriteOutcome } from './write-outcome.js';

/** Which records to change, and to what. */
export interface UpdateCommand {
  readonly entityName: string;
  readonly assignments: readonly Assignment[];
  readonly where: WhereClause | undefined;
  readonly options: WriteOptions;
  /** What is wrong with the body's shape. */
  readonly shapeFaults: readonly Fault[];
}

/** Changes fields of every record that matches a where-clause: all of them or none (contract §4, update). */
@Injectable()
export class UpdateRecords {
  constructor(
    private readonly database: Database,
    private readonly updates: UpdateRepository,
    private readonly steps: UpdateSteps,
    private readonly endings: WriteEndings,
  ) {}

  /** @throws {DomainError} with every fault found, in Node and in the database. */
  async run(ctx: RequestContext, command: UpdateCommand): Promise<WriteOutcome> {
    const entity = ctx.catalogue.entity(command.entityName);
    requireScope(ctx, entity, 'update');
    requireWritable(entity);
    const drafter = new Drafter(ctx, uuidV7);
    drafter.faults.list.push(...command.shapeFaults);
    const draft = new UpdateDrafter(ctx, entity, drafter).read(command.assignments);
    const matcher = matcherOf(ctx, entity, command, drafter.faults);
    await this.#throwFaults(ctx, { draft, nested: drafter.finish() }, matcher);
    const { result, matched } = await this.#write(ctx, { draft, nested: drafter.finish() }, matcher, command.options);
    return { result: new JsonText(result), recordAffected: matched };
  }

  /** Faults of shape end the call; broken rules are joined by what scopes and versions have to say, which outranks them. */
  async #throwFaults(ctx: RequestContext, { draft, nested }: PreparedUpdate, matcher: Matcher): Promise<void> {
    const { faults } = nested;
    if (faults.length === 0) return;
    const found = faults.every(({ code }) => code === 'FieldRule')
      ? await this.updates.explain(ctx, draft, matcher)
      : [];
    throw new DomainError(...faults, ...found);
  }

  async #write(
    ctx: RequestContext,
    prepared: PreparedUpdate,
    matcher: Matcher,
    { dryRun }: WriteOptions,
  ): Promise<Updated> {
    const written = updatedEntities(ctx, prepared);
    try {
      if (!dryRun && this.steps.isSingle(prepared) && !this.endings.concern(ctx, written)) {
        return await this.updates.store(ctx, prepared.draft, matcher, (...call) => this.database.run(ctx, ...call));
      }
      return await this.database.transaction(ctx, async (tx) => {
        if (dryRun) tx.rollbackOnly();
        const updated = await this.steps.run(ctx, prepared, matcher, { tx, mode: 'store' });
        await this.endings.run(ctx, written, tx);
        return updated;
      });
    } catch (error) {
      if (!(error instanceof ConstraintViolation)) throw error;
      throw await this.#conflict(ctx, prepared.draft, matcher, error);
    }
  }

  /** A constraint refused the write; asks the database for all clashes, so that the caller learns them at once (R99). */
  async #conflict(
    ctx: RequestContext,
    draft: UpdateDraft,
    matcher: Matcher,
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
