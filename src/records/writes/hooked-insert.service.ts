import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { Draft, DraftGroup, DraftRow } from '#records/core/drafts/draft.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { ReadImages } from '#records/hooks/read-images.repository.js';
import { HookQuestions } from '#records/hooks/hook-questions.js';
import { RunHooks } from '#records/hooks/run-hooks.service.js';
import { type HookedRecord } from '#records/hooks/hooked-record.js';
import type { RecordImage } from '#core/fields/record-image.js';
import { InsertRepository } from './insert.repository.js';
import type { StepTransaction } from './write-plan.js';

/** Inserts records with the hooks in code around them, those of nested records included. */
@Injectable()
export class HookedInsert {
  constructor(
    private readonly hooks: RunHooks,
    private readonly inserts: InsertRepository,
    private readonly images: ReadImages,
  ) {}

  /** Tells whether a record of the draft has hooks, at any level. */
  hasHooksFor({ groups }: Draft): boolean {
    return groups.some(({ entity }) => this.hooks.hasHooksFor(entity, 'Insert'));
  }

  /** @returns the created root record as JSON text, as its writer may see it. @throws {DomainError} also refusals of hooks */
  async insert(ctx: RequestContext, draft: Draft, { tx, mode }: StepTransaction): Promise<string> {
    const prepared = await this.#callBefore(ctx, draft, tx);
    if (mode === 'store') await this.#requireAnswers(ctx, draft, tx);
    const record = await this.inserts.store(ctx, prepared, tx, { mode });
    await this.#callAfter(ctx, prepared, tx);
    return record;
  }

  /** The draft with the values that hooks set: a copy, since a retried transaction calls the hooks again. */
  async #callBefore(ctx: RequestContext, draft: Draft, tx: Transaction): Promise<Draft> {
    if (!draft.groups.some(({ entity }) => this.hooks.has(entity, 'BeforeInsert'))) return draft;
    const copy = { ...draft, groups: draft.groups.map(copyOf) };
    const images = await this.inserts.images(ctx, copy, tx);
    const faults: Fault[] = [];
    for (const { entity, rows } of copy.groups) {
      if (!this.hooks.has(entity, 'BeforeInsert')) continue;
      const records = rows.map((row) => hookedRow(row, images.get(row)!));
      await this.hooks.call({ ctx, entity, event: 'BeforeInsert', tx, faults }, records);
      rows.forEach((row, i) => applySets(row, records[i], ctx.principal.userId));
    }
    if (faults.length > 0) throw new DomainError(...faults);
    return copy;
  }

  /**
   * Ends the transaction before it takes automatic numbers, if hooks over HTTP have to be asked first.
   * @throws {DomainError} faults for which they are not asked: scopes, lookups; {HooksUnanswered}
   */
  async #requireAnswers(ctx: RequestContext, draft: Draft, tx: Transaction): Promise<void> {
    if (!HookQuestions.isAnyOf(tx)) return;
    const faults = await this.inserts.explain(ctx, draft, tx);
    if (faults.length > 0) throw new DomainError(faults);
    HookQuestions.throwIfAny(tx);
  }

  /** Calls the hooks with the stored records. */
  async #callAfter(ctx: RequestContext, draft: Draft, tx: Transaction): Promise<void> {
    const faults: Fault[] = [];
    for (const { entity, rows } of draft.groups) {
      if (!this.hooks.has(entity, 'AfterInsert')) continue;
      const ids = rows.map(({ id }) => id);
      const images = await this.images.byIds(ctx, entity, ids, tx);
      const records = rows.map((row) => hookedRow(row, images.get(row.id)!));
      await this.hooks.call({ ctx, entity, event: 'AfterInsert', tx, faults }, records);
    }
    if (faults.length > 0) throw new DomainError(...faults);
  }
}

const copyOf = ({ entity, rows }: DraftGroup): DraftGroup => ({
  entity,
  rows: rows.map((row) => ({ ...row, values: new Map(row.values), matches: new Map(row.matches) })),
});

const hookedRow = (row: DraftRow, record: RecordImage): HookedRecord => ({
  record,
  assigned: new Set(row.paths.keys()),
  sets: new Map(),
  place: (fieldName) => ({ path: (fieldName && row.paths.get(fieldName)) || row.path || 'Fields' }),
});

/** Applies the values that hooks set. A new target of OwnerFrom gives its owner, unless the caller named one. */
function applySets(row: DraftRow, { sets }: HookedRecord, callerId: string): void {
  for (const [name, value] of sets) {
    row.values.set(name, value);
    row.matches.delete(name);
    if (row.entity.ownerFrom?.name === name && !row.paths.has('OwnerId'))
      row.ownerId = value === null ? callerId : null;
  }
}
