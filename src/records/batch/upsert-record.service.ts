import { Injectable } from '@nestjs/common';
import { requireScope, scopeOf } from '#core/rights/access.js';
import { violatedFields } from '#core/catalogue/constraint-names.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { requireWritable } from '#core/catalogue/writable.js';
import { requireFewAssignments } from '#records/core/drafts/assignment-limit.js';
import type { UpsertCommand } from '#core/requests/write-commands.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, Faults, type Fault } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import { clashMessage } from '#core/checks/clash-fault.js';
import { byId, type Matcher } from '#records/core/matching/match-records.js';
import { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { clashOf } from '#records/writes/statement-call.js';
import { draftUpdate } from '#records/writes/update-steps.service.js';
import { MatchRepository } from '#records/writes/match.repository.js';
import { OutcomeRepository } from '#records/writes/outcome.repository.js';
import { WriteTransactions } from '#records/writes/write-transactions.service.js';
import type { PreparedWrite, StepOutcome, StepTransaction } from '#records/writes/write-plan.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { InsertRecord } from '#records/routes/insert-record.service.js';
import { UpdateTree } from '#records/routes/update-tree.service.js';
import { isNamedByMatchOn, keyMatcher, matchedRule, readKey } from '#records/core/batch/match-on.js';
import { untilUnraced, UpsertRaced } from './upsert-raced.js';

/** One branch of an upsert: a write, or the faults that forbid it. */
type Branch = Omit<PreparedWrite, 'entity' | 'execute'> & {
  execute(step: StepTransaction, id: string): Promise<StepOutcome>;
};

/** An upsert that is read: how to find its record, and both branches. */
interface Upsert {
  readonly entity: Entity;
  readonly rule: readonly Field[];
  readonly matcher: Matcher;
  readonly insert: Branch;
  readonly update: Branch;
}

/** Changes the record that has the given values of a unique rule, or creates one (docs/interface/records.md#upsert). */
@Injectable()
export class UpsertRecord {
  constructor(
    private readonly matches: MatchRepository,
    private readonly inserts: InsertRecord,
    private readonly updates: UpdateTree,
    private readonly outcomes: OutcomeRepository,
    private readonly transactions: WriteTransactions,
  ) {}

  /** @throws {DomainError} faults of the branch that is taken */
  async upsert(ctx: RequestContext, command: UpsertCommand): Promise<WriteOutcome> {
    const { entity, faults, execute } = this.prepare(ctx, command);
    if (faults.length > 0) throw new DomainError(faults);
    const { dryRun } = command.options;
    const perform = (tx: Transaction): Promise<StepOutcome> => execute({ tx, mode: 'store' });
    const complete = (made: StepOutcome, _: unknown, tx: Transaction): Promise<StepOutcome> =>
      this.#asLeft(ctx, entity, made, tx);
    const plan = { kind: 'steps', dryRun, perform, ...(ctx.preferences.returnsRecords && { complete }) } as const;
    return untilUnraced(() => this.transactions.execute(ctx, plan));
  }

  /** @throws {DomainError} UnknownEntity, ScopeNone and the like; further faults cannot be found then */
  prepare(ctx: RequestContext, command: UpsertCommand): PreparedWrite {
    const entity = ctx.catalogue.entity(command.entityName);
    if (scopeOf(ctx, entity, 'create') === 'None') requireScope(ctx, entity, 'update');
    requireWritable(entity, 'create');
    requireWritable(entity, 'update');
    requireFewAssignments(entity, command.assignments);
    const faults = new Faults();
    faults.push(...command.shapeFaults);
    const { assignments, options } = command;
    const rule = matchedRule(entity, command.matchOn, faults) ?? [];
    const key = readKey(ctx, entity, { rule, assignments }, faults);
    const isKey = (name: string): boolean => rule.some((field) => isNamedByMatchOn(field, name));
    const insert = attempted(() => this.inserts.prepare(ctx, { ...command, shapeFaults: [] }));
    const update = attempted(() => {
      requireScope(ctx, entity, 'update');
      // The record has the values of the rule already, whatever their letter case.
      const draft = draftUpdate(
        ctx,
        entity,
        assignments.filter(({ name }) => !isKey(name)),
        command.log,
      );
      const execute: Branch['execute'] = (step, id) => this.updates.update(ctx, draft, byId(ctx, entity, id), step);
      return { faults: draft.nested.faults, execute };
    });
    const matcher = keyMatcher(ctx, key, options.expectedVersion);
    const upsert = { entity, rule, matcher, insert, update };
    return {
      entity,
      faults: merged(faults.list, inBoth(insert.faults, update.faults)),
      execute: (step) => this.#write(ctx, upsert, step),
    };
  }

  /** Answers the record as it is now, with the `Operation`. */
  async #asLeft(ctx: RequestContext, entity: Entity, made: StepOutcome, tx: Transaction): Promise<StepOutcome> {
    const { Id, Operation } = JSON.parse(made.result.text) as { readonly Id: string; readonly Operation: string };
    const { text } = await this.matches.shown(ctx, entity, [Id], tx);
    return { ...made, result: new JsonText(`${text.slice(1, -2)},"Operation":"${Operation}"}`) };
  }

  async #write(ctx: RequestContext, upsert: Upsert, { tx, mode }: StepTransaction): Promise<StepOutcome> {
    const { entity, insert, update } = upsert;
    const part: StepTransaction = { tx, mode: 'part' };
    const { ids, faults } = await this.matches.lock(ctx, { entity, exclusive: true }, upsert.matcher, tx);
    const isUpdate = ids.length + faults.length > 0;
    const refused = [...faults, ...(isUpdate ? update : insert).faults];
    if (refused.length > 0) throw new DomainError(refused);
    const outcome = isUpdate
      ? updated(await update.execute(part, ids[0]))
      : inserted(await this.#insert(ctx, upsert, part));
    if (mode === 'store') {
      const { Id } = JSON.parse(outcome.result.text) as { readonly Id: string };
      await this.outcomes.record(ctx, { entity, operation: 'Upsert' }, [Id], tx);
    }
    return outcome;
  }

  async #insert(ctx: RequestContext, { entity, rule, insert }: Upsert, step: StepTransaction): Promise<StepOutcome> {
    try {
      return await insert.execute(step, '');
    } catch (error) {
      throw raced(ctx, entity, rule, error);
    }
  }
}

/** A branch that the caller may not take has only faults, which matter only if it has to be taken. */
function attempted(prepare: () => Branch): Branch {
  try {
    return prepare();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { faults } = error;
    return { faults, execute: () => Promise.reject(error) };
  }
}

/** Identifies faults without their messages: insert and update word the same fault differently. */
const keyOf = ({ code, path }: Fault): string => `${code} ${path}`;

const keysOf = (faults: readonly Fault[]): ReadonlySet<string> => new Set(faults.map(keyOf));

/** Faults of both branches. */
function inBoth(a: readonly Fault[], b: readonly Fault[]): readonly Fault[] {
  const known = keysOf(b);
  return a.filter((fault) => known.has(keyOf(fault)));
}

function merged(a: readonly Fault[], b: readonly Fault[]): readonly Fault[] {
  const known = keysOf(a);
  return [...a, ...b.filter((fault) => !known.has(keyOf(fault)))];
}

/** `UpsertRaced` if an insert failed because its key was taken meanwhile; else the error as the caller learns it. */
function raced(ctx: RequestContext, entity: Entity, rule: readonly Field[], error: unknown): unknown {
  const names = rule.map(({ name }) => name);
  if (error instanceof DomainError) {
    const isKey = (fault: Fault): boolean => fault.code === 'Conflict' && fault.message === clashMessage(names);
    return error.faults.some(isKey) ? new UpsertRaced(error) : error;
  }
  const clash = clashOf(ctx, error);
  if (!clash || !(error instanceof ConstraintViolation)) return error;
  const violated = error.table === entity.name ? violatedFields(entity, error.constraint ?? '') : undefined;
  const refusal = new DomainError(clash);
  return violated?.join() === names.join() ? new UpsertRaced(refusal) : refusal;
}

/** `{Id, RowVersion, Operation}` from the one element of an update's result. */
function updated(outcome: StepOutcome): StepOutcome {
  return { ...outcome, result: new JsonText(`${outcome.result.text.slice(1, -2)},"Operation":"Update"}`) };
}

/** The created record, or its bare Id in an object, with `Operation`. */
function inserted(outcome: StepOutcome): StepOutcome {
  const { text } = outcome.result;
  const record = text.startsWith('"') ? `{"Id":${text}` : text.slice(0, -1);
  return { ...outcome, result: new JsonText(`${record},"Operation":"Insert"}`) };
}
