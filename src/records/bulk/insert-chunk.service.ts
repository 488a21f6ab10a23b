import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Draft, DraftRow } from '#records/core/drafts/draft.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { clashOf } from '#records/writes/statement-call.js';
import { HookedInsert } from '#records/writes/hooked-insert.service.js';
import { BeforeCommitHooks, WriteRefused } from '#records/hooks/before-commit-hooks.js';
import { ChunkRepository } from './chunk.repository.js';
import type { BulkSummary } from './bulk-summary.js';

/** A row of a chunk without a known fault. */
export interface ChunkRow {
  readonly index: number;
  readonly row: DraftRow;
}

/** Transaction and summary that a chunk belongs to. */
export interface ChunkContext {
  readonly tx: Transaction;
  readonly entity: Entity;
  readonly summary: BulkSummary;
  /** Before-commit hooks are known to refuse some rows: they run per chunk, so that these rows are found. */
  readonly checksCommit: boolean;
}

/** Stores the valid rows of a chunk, and adds the rejected ones to the summary. */
@Injectable()
export class InsertChunk {
  constructor(
    private readonly inserts: HookedInsert,
    private readonly chunks: ChunkRepository,
    private readonly beforeCommit: BeforeCommitHooks,
  ) {}

  /** Stores all rows at once; after a failure without the rejected rows, or by halves if those are unknown. */
  async insert(ctx: RequestContext, rows: readonly ChunkRow[], context: ChunkContext): Promise<void> {
    if (rows.length === 0) return;
    const { tx, summary } = context;
    try {
      await tx.savepoint(() => this.#store(ctx, rows, context));
      summary.store(rows);
    } catch (error) {
      const rejected = await this.#rejected(ctx, rows, context, error);
      for (const [ordinal, faults] of rejected) summary.refuse(rows[ordinal].index, faults);
      const left = rows.filter((_, ordinal) => !rejected.has(ordinal));
      const middle = rejected.size > 0 ? left.length : Math.ceil(left.length / 2);
      await this.insert(ctx, left.slice(0, middle), context);
      await this.insert(ctx, left.slice(middle), context);
    }
  }

  async #store(ctx: RequestContext, rows: readonly ChunkRow[], context: ChunkContext): Promise<void> {
    const { tx, entity, checksCommit } = context;
    await this.inserts.insert(ctx, draftOf(rows, context), { tx, mode: 'part' });
    if (checksCommit) await this.beforeCommit.attempt(ctx, [entity], tx);
  }

  /** Faults of rejected rows by ordinal; empty when the rows are unknown. @throws errors that no row causes */
  async #rejected(
    ctx: RequestContext,
    rows: readonly ChunkRow[],
    context: ChunkContext,
    error: unknown,
  ): Promise<ReadonlyMap<number, readonly Fault[]>> {
    const clash = clashOf(ctx, error);
    const faults = clash ? [clash] : faultsOfRows(error);
    const draft = draftOf(rows, context);
    const named = clash ? NO_ROWS : faultsByRow(rows, faults);
    // A search through the draft would miss values that hooks set, and refusals of before-commit hooks.
    const isKnown = named.size > 0 || error instanceof WriteRefused || this.inserts.hasHooksFor(draft);
    const rejected = isKnown ? named : await this.#search(ctx, draft, context);
    return rejected.size === 0 && rows.length === 1 ? new Map([[0, atRow(rows[0], faults)]]) : rejected;
  }

  /** Searches all rows for faults. A search that fails on the values of one row finds nothing about the others. */
  async #search(
    ctx: RequestContext,
    draft: Draft,
    { tx }: ChunkContext,
  ): Promise<ReadonlyMap<number, readonly Fault[]>> {
    try {
      return await tx.savepoint(() => this.chunks.findRejectedRows(ctx, draft, tx));
    } catch (error) {
      faultsOfRows(error);
      return NO_ROWS;
    }
  }
}

const NO_ROWS: ReadonlyMap<number, readonly Fault[]> = new Map();

const draftOf = (rows: readonly ChunkRow[], { entity }: ChunkContext): Draft => ({
  groups: [{ entity, rows: rows.map(({ row }) => row) }],
  inlineUpdates: [],
  faults: [],
});

/** Kinds of errors that no row causes. */
const OUTER_KINDS = new Set(['timedOut', 'unavailable', 'internal']);

/** Faults of an error that a row caused. @throws any other error itself */
function faultsOfRows(error: unknown): readonly Fault[] {
  if (error instanceof DomainError && !OUTER_KINDS.has(error.kind)) return error.faults;
  throw error;
}

/** Faults of a row that was found by halving; they do not name it themselves. */
const atRow = ({ row }: ChunkRow, faults: readonly Fault[]): readonly Fault[] =>
  faults.map((fault) => ({ ...fault, path: row.path }));

/** Faults by the rows that their paths name; empty when one of them names no row. */
function faultsByRow(rows: readonly ChunkRow[], faults: readonly Fault[]): ReadonlyMap<number, readonly Fault[]> {
  const ordinals = new Map(rows.map(({ row }, ordinal) => [row.path, ordinal]));
  const byRow = new Map<number, Fault[]>();
  for (const fault of faults) {
    const ordinal = ordinals.get(/^\w+\[\d+\]/.exec(fault.path ?? '')?.[0] ?? '');
    if (ordinal === undefined) return NO_ROWS;
    byRow.set(ordinal, [...(byRow.get(ordinal) ?? []), fault]);
  }
  return byRow;
}
