import { Injectable } from '@nestjs/common';
import { requireCreate } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { requireWritable } from '#core/catalogue/writable.js';
import type { RequestContext } from '#core/context/context.js';
import { type Fault, Faults } from '#core/errors.js';
import type { JsonText } from '#core/json/json.js';
import type { Transaction } from '#platform/database/transaction.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { WriteRefused } from '#records/hooks/before-commit-hooks.js';
import { OutcomeRepository } from '#records/writes/outcome.repository.js';
import { type StepOutcome } from '#records/writes/write-plan.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { WriteTransactions } from '#records/writes/write-transactions.service.js';
import type { BulkBody } from './bulk-body.js';
import { readColumns } from '#records/core/bulk/columns.js';
import { FlatRows, unevenFaults, type NumberedRow } from '#records/core/bulk/flat-rows.js';
import { orderedGroups, rowReferences, type RowReferences } from '#records/core/bulk/row-order.js';
import { InsertChunk, type ChunkRow } from './insert-chunk.service.js';
import type { TimeSlicer } from '#platform/process/scheduling/time-slicer.js';
import { BulkSummary } from './bulk-summary.js';

/** A request to create many records of one entity. */
export interface BulkInsertCommand {
  readonly entityName: string;
  readonly fieldNames: readonly string[];
  readonly body: BulkBody;
  readonly options: BulkOptions;
  /** Faults of the body's shape. */
  readonly shapeFaults: readonly Fault[];
}

export interface BulkOptions {
  /** Maximum of rows per statement. */
  readonly batchSize: number;
  /** Store valid rows and list the rejected ones; else store all or nothing. */
  readonly skipsRows: boolean;
  readonly returnsIds: boolean;
  /** Execute, answer as usual, and roll back. */
  readonly dryRun: boolean;
}

/** A checked command, and what its execution needs. */
interface BulkCall {
  readonly entity: Entity;
  readonly command: BulkInsertCommand;
  readonly rows: FlatRows;
  /** Absent where rows cannot refer to each other. */
  readonly references: RowReferences | undefined;
  readonly slicer: TimeSlicer;
  /** Formats `Result`, which is stored in the transaction. */
  readonly resultOf: (summary: BulkSummary) => JsonText;
}

/** Rows drafted between two looks at the time. */
const ROWS_PER_LOOK = 50;

/** Creates many records chunk by chunk, in one transaction (docs/interface/records.md#bulk-insert). */
@Injectable()
export class BulkInsert {
  constructor(
    private readonly transactions: WriteTransactions,
    private readonly insertChunk: InsertChunk,
    private readonly outcomes: OutcomeRepository,
  ) {}

  /** @throws {DomainError} faults of the request, or of its rows when none may be skipped */
  async insert(
    ctx: RequestContext,
    command: BulkInsertCommand,
    slicer: TimeSlicer,
    resultOf: BulkCall['resultOf'],
  ): Promise<WriteOutcome> {
    const entity = ctx.catalogue.entity(command.entityName);
    requireCreate(ctx, entity);
    requireWritable(entity, 'create');
    const columns = await checkedColumns(ctx, entity, command, slicer);
    const rows = new FlatRows(ctx, entity, columns, idsOf(entity));
    const call = { entity, command, rows, references: rowReferences(entity, columns), slicer, resultOf };
    try {
      return await this.#store(ctx, call, false);
    } catch (error) {
      // Before-commit hooks run at the end, and do not name the rows that they refuse.
      if (!(error instanceof WriteRefused)) throw error;
      return await this.#store(ctx, call, true);
    }
  }

  async #store(ctx: RequestContext, call: BulkCall, checksCommit: boolean): Promise<WriteOutcome> {
    const { entity, command, rows, slicer, resultOf } = call;
    const { dryRun, skipsRows } = command.options;
    const perform = async (tx: Transaction): Promise<StepOutcome> => {
      // The transaction may run again: it parses its rows anew and starts a new summary.
      const summary = new BulkSummary();
      const context = { tx, entity, summary, checksCommit };
      for await (const chunk of chunksOf(call)) {
        summary.batches++;
        await this.insertChunk.insert(ctx, await drafted(chunk, rows, { slicer, ...context }), context);
      }
      if (summary.failed > 0 && !skipsRows) throw summary.refusal();
      const written = { entities: [entity], isInsert: true };
      await this.outcomes.record(ctx, { entity, operation: 'Insert', written }, summary.ids, tx);
      return { result: resultOf(summary), recordAffected: summary.inserted, written: [entity] };
    };
    return this.transactions.execute(ctx, { kind: 'steps', dryRun, perform });
  }
}

/** UUIDs of rows. Hooks over HTTP answer about records by their Ids: each run of the transaction has the same ones. */
function idsOf({ hooks }: Entity): (index: number) => () => string {
  if (!hooks.some(({ http }) => http)) return () => uuidV7;
  const known = new Map<number, string[]>();
  return (index) => {
    const ids = known.get(index) ?? [];
    known.set(index, ids);
    let used = 0;
    return () => (ids[used++] ??= uuidV7());
  };
}

/** The rows in the order in which they are stored: the targets of their lookups first. */
async function* chunksOf({ command, references, slicer }: BulkCall): AsyncGenerator<readonly NumberedRow[]> {
  const { body, options } = command;
  if (references && body.rowCount > 1) {
    const all: NumberedRow[] = [];
    for await (const chunk of body.chunks(options.batchSize, slicer)) for (const row of chunk) all.push(row);
    const groups = orderedGroups(all, references, options.batchSize);
    if (groups) return yield* groups;
  }
  yield* body.chunks(options.batchSize, slicer);
}

/** Fields of every row. @throws {DomainError} with all faults of the request's shape */
async function checkedColumns(
  ctx: RequestContext,
  entity: Entity,
  { fieldNames, body, shapeFaults }: BulkInsertCommand,
  slicer: TimeSlicer,
): Promise<readonly Field[]> {
  const faults = new Faults();
  faults.push(...shapeFaults);
  const columns = readColumns(ctx, entity, fieldNames, faults);
  const width = fieldNames.length;
  if (width > 0) faults.push(await unevenFaults(body.unevenRows(width, slicer), width));
  faults.throwIfAny();
  return columns;
}

/** Drafts the rows of a chunk; invalid ones are rejected. */
async function drafted(
  chunk: readonly NumberedRow[],
  rows: FlatRows,
  { slicer, summary }: { readonly slicer: TimeSlicer; readonly summary: BulkSummary },
): Promise<readonly ChunkRow[]> {
  const good: ChunkRow[] = [];
  for (const [i, numbered] of chunk.entries()) {
    if (i % ROWS_PER_LOOK === 0 || rows.patternWork.isDue) {
      await slicer.yieldIfDue();
      rows.patternWork.restart();
    }
    const { index, row, faults } = rows.draft(numbered);
    if (row) good.push({ index, row });
    else summary.refuse(index, faults);
  }
  return good;
}
