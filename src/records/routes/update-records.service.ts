import { Injectable } from '@nestjs/common';
import type { UpdateCommand, WriteOptions } from '#core/requests/write-commands.js';
import { requireScope } from '#core/rights/access.js';
import { violatedFields } from '#core/catalogue/constraint-names.js';
import { requireWritable } from '#core/catalogue/writable.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import type { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import { UpdateDrafter } from '#records/core/drafts/draft-update.js';
import type { PreparedUpdate, UpdateDraft } from '#records/core/drafts/update-draft.js';
import { matcherOf, type Matcher } from '#records/core/matching/match-records.js';
import { MatchRepository } from '#records/writes/match.repository.js';
import { UpdateRepository, type Updated } from '#records/writes/update.repository.js';
import { updatedEntities, UpdateSteps } from '#records/writes/update-steps.service.js';
import type { PreparedWrite, StepOutcome, WritePlan } from '#records/writes/write-plan.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { WriteTransactions } from '#records/writes/write-transactions.service.js';
import { UpdateTree } from './update-tree.service.js';

/** An update that is read: a step, and the draft that one statement can store. */
interface MatchedUpdate extends PreparedWrite, PreparedUpdate {
  readonly matcher: Matcher;
}

/** Changes fields of every record that matches a where-clause, or of none (docs/interface/records.md#update). */
@Injectable()
export class UpdateRecords {
  constructor(
    private readonly updates: UpdateRepository,
    private readonly steps: UpdateSteps,
    private readonly tree: UpdateTree,
    private readonly transactions: WriteTransactions,
    private readonly matches: MatchRepository,
  ) {}

  /** @throws {DomainError} with all faults, found in Node or in the database */
  async update(ctx: RequestContext, command: UpdateCommand): Promise<WriteOutcome> {
    const update = this.prepare(ctx, command);
    await this.#throwFaults(ctx, update);
    return this.transactions.execute(ctx, this.#plan(ctx, update, command.options));
  }

  /** @throws {DomainError} UnknownEntity, ScopeNone and the like; further faults cannot be found then */
  prepare(ctx: RequestContext, command: UpdateCommand): MatchedUpdate {
    const entity = ctx.catalogue.entity(command.entityName);
    requireScope(ctx, entity, 'update');
    requireWritable(entity, 'update');
    const drafter = new Drafter(ctx, uuidV7, command.log);
    drafter.faults.push(...command.shapeFaults);
    const prepared = new UpdateDrafter(ctx, entity, drafter).read(command.assignments);
    const matcher = matcherOf(ctx, entity, command, drafter.faults);
    const execute: PreparedWrite['execute'] = (place) => this.tree.update(ctx, prepared, matcher, place);
    return { entity, ...prepared, matcher, faults: drafter.faults.list, execute };
  }

  /** Malformed bodies are refused at once; broken field rules together with faults of scopes and versions, which outrank them. */
  async #throwFaults(ctx: RequestContext, { draft, faults, matcher }: MatchedUpdate): Promise<void> {
    if (faults.length === 0) return;
    const found = faults.every(({ code }) => code === 'FieldRule')
      ? await this.updates.explain(ctx, draft, matcher)
      : [];
    throw new DomainError(...faults, ...found);
  }

  /** One statement where nothing else belongs to the write; else steps. */
  #plan(ctx: RequestContext, update: MatchedUpdate, options: WriteOptions): WritePlan<WriteOutcome> {
    const { draft, matcher } = update;
    const written = updatedEntities(ctx, update);
    const conflicts = {
      explain: () => this.updates.explain(ctx, draft, matcher),
      locate: (clash: Fault, violation: ConstraintViolation) => atSetting(draft, clash, violation),
    };
    const answersRecords = ctx.preferences.returnsRecords === true;
    if (answersRecords || !this.steps.isSingle(update) || !this.transactions.canAutocommit(ctx, written, options)) {
      const { dryRun } = options;
      const perform = (tx: Transaction): Promise<StepOutcome> => update.execute({ tx, mode: 'store' });
      const complete = (made: StepOutcome, _: unknown, tx: Transaction): Promise<StepOutcome> =>
        this.matches.asLeft(ctx, draft.entity, made, tx);
      return { kind: 'steps', dryRun, conflicts, perform, ...(answersRecords && { complete }) };
    }
    const reread = async (ids: readonly string[]): Promise<WriteOutcome> =>
      outcomeOf(await this.updates.stored(ctx, draft.entity, ids));
    const { statement, args, read } = this.updates.callFor(ctx, draft, matcher);
    return { kind: 'statement', written, conflicts, reread, statement, args, read: (rows) => outcomeOf(read(rows)) };
  }
}

const outcomeOf = ({ result, matched }: Updated): WriteOutcome => ({
  result: new JsonText(result),
  recordAffected: matched,
});

/** The clash at its assignment in the body; unchanged when a rule of another entity was violated. */
function atSetting({ entity, settings }: UpdateDraft, clash: Fault, { table, constraint }: ConstraintViolation): Fault {
  const names = table === entity.name ? (violatedFields(entity, constraint ?? '') ?? []) : [];
  const setting = settings.find(({ field }) => names.includes(field.name));
  return { ...clash, ...(setting && { path: setting.path }) };
}
