import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Setting, UpdateDraft } from '#records/core/drafts/update-draft.js';
import { DomainError, type Fault } from '#core/errors.js';
import { MAX_LISTED } from '#core/changes/changed-rows.sql.js';
import { withIds, type Matcher } from '#records/core/matching/match-records.js';
import type { Transaction } from '#platform/database/transaction.js';
import { ReadImages } from '#records/hooks/read-images.repository.js';
import { RunHooks } from '#records/hooks/run-hooks.service.js';
import { type HookedRecord } from '#records/hooks/hooked-record.js';
import { DeferredKeys } from './deferred-keys.js';
import { OutcomeRepository } from './outcome.repository.js';
import { UpdateRepository, type Updated, type UpdateStatements } from './update.repository.js';
import type { StepTransaction } from './write-plan.js';

/** Records for which hooks set the same values. */
interface AlikeRecords {
  readonly settings: readonly Setting[];
  readonly ids: string[];
}

/** Updates records with the hooks in code around them. */
@Injectable()
export class HookedUpdate {
  constructor(
    private readonly hooks: RunHooks,
    private readonly updates: UpdateRepository,
    private readonly images: ReadImages,
    private readonly outcomes: OutcomeRepository,
  ) {}

  /** Tells whether an update of this entity has hooks. */
  hasHooksFor(entity: Entity): boolean {
    return this.hooks.hasHooksFor(entity, 'Update');
  }

  /**
   * Locks the records before hooks see them, and changes only those that hooks have seen.
   * @param statements of the update, if it is not a plain one
   */
  async update(
    ctx: RequestContext,
    draft: UpdateDraft,
    matcher: Matcher,
    { tx, mode }: StepTransaction,
    statements: UpdateStatements = this.updates,
  ): Promise<Updated> {
    const assigned = new Set([...draft.settings.map(({ field }) => field.name), ...(statements.alsoAssigned ?? [])]);
    const images = await statements.images(ctx, draft, matcher, tx);
    const records = images.map(({ old, record }): HookedRecord => {
      const place = (fieldName: string | undefined): Partial<Fault> => ({
        path: draft.settings.find(({ field }) => field.name === fieldName)?.path ?? 'Fields',
        recordId: old.Id as string,
      });
      return { old, record, assigned, sets: new Map(), place };
    });
    await this.#call(ctx, draft, 'BeforeUpdate', { tx, records });
    const updated = await this.#store(ctx, draft, records, { tx, mode, statements });
    await this.#callAfter(ctx, draft, records, tx);
    return updated;
  }

  async #call(
    ctx: RequestContext,
    { entity }: UpdateDraft,
    event: 'BeforeUpdate' | 'AfterUpdate',
    { tx, records }: { readonly tx: Transaction; readonly records: readonly HookedRecord[] },
  ): Promise<void> {
    const faults: Fault[] = [];
    await this.hooks.call({ ctx, entity, event, tx, faults }, records);
    if (faults.length > 0) throw new DomainError(...faults);
  }

  /** Stores by one statement per group of records for which hooks set the same values; several share one outcome. */
  async #store(
    ctx: RequestContext,
    draft: UpdateDraft,
    records: readonly HookedRecord[],
    { tx, mode, statements }: StepTransaction & { readonly statements: UpdateStatements },
  ): Promise<Updated> {
    const parts: Updated[] = [];
    const alike = alikeRecords(draft, records);
    for (const { settings, ids } of alike) {
      const matcher = withIds(ctx, draft.entity, ids);
      const part = alike.length > 1 ? 'part' : mode;
      parts.push(await statements.store(ctx, { ...draft, settings }, matcher, { tx, mode: part }));
    }
    if (parts.length === 1) return parts[0];
    if (mode === 'store')
      await this.outcomes.record(ctx, { entity: draft.entity, operation: 'Update' }, records.map(idOf), tx);
    return joined(parts);
  }

  async #callAfter(
    ctx: RequestContext,
    draft: UpdateDraft,
    records: readonly HookedRecord[],
    tx: Transaction,
  ): Promise<void> {
    if (!this.hooks.has(draft.entity, 'AfterUpdate')) return;
    const stored = await this.images.byIds(ctx, draft.entity, records.map(idOf), tx);
    for (const record of records) {
      const later = DeferredKeys.fieldsOf(tx, idOf(record)).map(({ name }) => [name, record.record[name]]);
      record.record = { ...stored.get(idOf(record))!, ...Object.fromEntries(later) };
    }
    await this.#call(ctx, draft, 'AfterUpdate', { tx, records });
  }
}

const idOf = ({ record }: HookedRecord): string => record.Id as string;

/** The caller's settings, with those that hooks replaced; at least one group, so that there is an answer. */
function alikeRecords({ entity, settings }: UpdateDraft, records: readonly HookedRecord[]): readonly AlikeRecords[] {
  const groups = new Map<string, AlikeRecords>();
  for (const record of records) {
    const sets = [...record.sets].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify(sets);
    const group: AlikeRecords = groups.get(key) ?? {
      ids: [],
      settings: [
        ...settings.filter(({ field }) => !record.sets.has(field.name)),
        ...sets.map(([name, value]) => ({ field: entity.fields.get(name.toLowerCase())!, value, path: 'Fields' })),
      ],
    };
    group.ids.push(idOf(record));
    groups.set(key, group);
  }
  return groups.size > 0 ? [...groups.values()] : [{ settings, ids: [] }];
}

/** The answers of several statements as one, in the order of Ids and with the same maximum length. */
function joined(parts: readonly Updated[]): Updated {
  const written = parts.flatMap(({ result }) => JSON.parse(result) as readonly { readonly Id: string }[]);
  const listed = written.toSorted((a, b) => (a.Id < b.Id ? -1 : 1)).slice(0, MAX_LISTED);
  return {
    result: JSON.stringify(listed),
    matched: parts.reduce((sum, { matched }) => sum + matched, 0),
    moved: parts.flatMap(({ moved }) => moved),
  };
}
