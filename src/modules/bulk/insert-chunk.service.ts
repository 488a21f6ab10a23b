import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import type { Draft, DraftRow } from '../../core/drafts/draft.js';
import { DomainError, type Fault } from '../../core/errors.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { clashOf, HookedInsert } from '../writes/index.js';
import { RefreshRollups, RollupRefused } from '../propagation/index.js';
import { ChunkRepository } from './chunk.repository.js';
import type { BulkSummary } from './bulk-summary.js';

/** A row of a batch that nothing is known against yet. */
export interface ChunkRow {
  readonly index: number;
  readonly row: DraftRow;
}

/** Where a batch belongs to. */
export interface ChunkContext {
  readonly tx: Transaction;
  readonly entity: Entity;
  readonly tally: BulkSummary;
  /** Parents are known to refuse some rows: they are asked about every batch, so that these rows are found. */
  readonly asksParents: boolean;
}

/** Stores the rows of a batch that can be stored, and names the others. */
@Injectable()
export class InsertChunk {
  constructor(
    private readonly inserts: HookedInsert,
    private readonly batches: ChunkRepository,
    private readonly rollups: RefreshRollups,
  ) {}

  /** All at once; without the refused ones when they can be named; else by halves, down to the guilty row. */
  async insert(ctx: RequestContext, rows: readonly ChunkRow[], place: ChunkContext): Promise<void> {
    if (rows.length === 0) return;
    const { tx, tally } = place;
    try {
      await tx.savepoint(() => this.#store(ctx, rows, place));
      tally.store(rows.map(({ row }) => row.id));
    } catch (error) {
      const refused = await this.#refused(ctx, rows, place, error);
      for (const [ordinal, faults] of refused) tally.refuse(rows[ordinal].index, faults);
      const left = rows.filter((_, ordinal) => !refused.has(ordinal));
      const middle = refused.size > 0 ? left.length : Math.ceil(left.length / 2);
      await this.insert(ctx, left.slice(0, middle), place);
      await this.insert(ctx, left.slice(middle), place);
    }
  }

  async #store(ctx: RequestContext, rows: readonly ChunkRow[], place: ChunkContext): Promise<void> {
    const { tx, entity, asksParents } = place;
    await this.inserts.insert(ctx, draftOf(rows, place), { tx, mode: 'part' });
    if (asksParents) await this.rollups.attempt(ctx, [entity], tx);
  }

  /** Which rows are to blame, by ordinal; none where nobody knows. @throws what is no row's fault */
  async #refused(
    ctx: RequestContext,
    rows: readonly ChunkRow[],
    place: ChunkContext,
    error: unknown,
  ): Promise<ReadonlyMap<number, readonly Fault[]>> {
    const clash = clashOf(ctx, error);
    const faults = clash ? [clash] : faultsOfRows(error);
    const draft = draftOf(rows, place);
    const named = clash ? NOBODY : faultsByRow(rows, faults);
    // What hooks set is not in the draft, so a look at it would blame the wrong ones; what parents refuse is not in it either.
    const isKnown = named.size > 0 || error instanceof RollupRefused || this.inserts.hasHooksFor(draft);
    const refused = isKnown ? named : await this.#sifted(ctx, draft, place);
    return refused.size === 0 && rows.length === 1 ? new Map([[0, atRow(rows[0], faults)]]) : refused;
  }

  /** What a look at all rows finds. One that fails on the values of a row tells nothing about the others. */
  async #sifted(
    ctx: RequestContext,
    draft: Draft,
    { tx }: ChunkContext,
  ): Promise<ReadonlyMap<number, readonly Fault[]>> {
    try {
      return await tx.savepoint(() => this.batches.findRejectedRows(ctx, draft, tx));
    } catch (error) {
      faultsOfRows(error);
      return NOBODY;
    }
  }
}

const NOBODY: ReadonlyMap<number, readonly Fault[]> = new Map();

const draftOf = (rows: readonly ChunkRow[], { entity }: ChunkContext): Draft => ({
  groups: [{ entity, rows: rows.map(({ row }) => row) }],
  inlineUpdates: [],
  faults: [],
});

/** Kinds of errors that say nothing about a row. */
const OUTER_KINDS = new Set(['timedOut', 'unavailable', 'internal']);

/** What is wrong with a row, as the error says. @throws the error itself when it is not about a row */
function faultsOfRows(error: unknown): readonly Fault[] {
  if (error instanceof DomainError && !OUTER_KINDS.has(error.kind)) return error.faults;
  throw error;
}

/** Faults of a row that was found by trying: they do not name it themselves. */
const atRow = ({ row }: ChunkRow, faults: readonly Fault[]): readonly Fault[] =>
  faults.map((fault) => ({ ...fault, path: row.path }));

/** Faults at the rows that their paths name; none at all when one of them names no row. */
function faultsByRow(rows: readonly ChunkRow[], faults: readonly Fault[]): ReadonlyMap<number, readonly Fault[]> {
  const ordinals = new Map(rows.map(({ row }, ordinal) => [row.path, ordinal]));
  const byRow = new Map<number, Fault[]>();
  for (const fault of faults) {
    const ordinal = ordinals.get(/^\w+\[\d+\]/.exec(fault.path ?? '')?.[0] ?? '');
    if (ordinal === undefined) return NOBODY;
    byRow.set(ordinal, [...(byRow.get(ordinal) ?? []), fault]);
  }
  return byRow;
}
