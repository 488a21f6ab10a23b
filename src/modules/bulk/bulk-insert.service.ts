import { Injectable } from '@nestjs/common';
import { requireScope } from '../../core/access.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { Field } from '../../core/catalogue/field.js';
import { requireWritable } from '../../core/catalogue/writable.js';
import type { RequestContext } from '../../core/context.js';
import { type Fault, Faults } from '../../core/errors.js';
import type { JsonText } from '../../core/json/json.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import { RollupRefused } from '../propagation/index.js';
import { type StepOutcome, type WriteOutcome, WriteTransactions } from '../writes/index.js';
import { ChunkRepository } from './chunk.repository.js';
import type { BulkBody } from './bulk-body.js';
import { readColumns } from './columns.rules.js';
import { FlatRows, unevenFaults, type NumberedRow } from './flat-rows.rules.js';
import { InsertChunk, type ChunkRow } from './insert-chunk.service.js';
import type { TimeSlicer } from '../../platform/scheduling/time-slicer.js';
import { BulkSummary } from './bulk-summary.js';

/** Many records of one entity to create, as their caller described them. */
export interface BulkInsertCommand {
  readonly entityName: string;
  readonly fieldNames: readonly string[];
  readonly body: BulkBody;
  readonly options: BulkOptions;
  /** What is wrong with the body's shape. */
  readonly shapeFaults: readonly Fault[];
}

export interface BulkOptions {
  /** Rows a statement takes at most. */
  readonly batchSize: number;
  /** Store the good rows and name the others; else all or nothing. */
  readonly skipsRows: boolean;
  readonly returnsIds: boolean;
  /** Run for real, answer what would happen, and leave nothing. */
  readonly dryRun: boolean;
}

/** A command that may be run, and by what. */
interface BulkCall {
  readonly entity: Entity;
  readonly command: BulkInsertCommand;
  readonly rows: FlatRows;
  readonly pace: TimeSlicer;
  /** Makes `Result`, which is kept in the transaction. */
  readonly resultOf: (tally: BulkSummary) => JsonText;
}

/** Rows drafted between two rests. */
const ROWS_PER_REST = 50;

/** Creates many records batch by batch, in one transaction (contract §4, bulk-insert; T27). */
@Injectable()
export class BulkInsert {
  constructor(
    private readonly transactions: WriteTransactions,
    private readonly insertBatch: InsertChunk,
    private readonly batches: ChunkRepository,
  ) {}

  /** @throws {DomainError} what is wrong with the call as a whole, or with its rows when none is to be skipped */
  async insert(
    ctx: RequestContext,
    command: BulkInsertCommand,
    pace: TimeSlicer,
    resultOf: BulkCall['resultOf'],
  ): Promise<WriteOutcome> {
    const entity = ctx.catalogue.entity(command.entityName);
    requireScope(ctx, entity, 'create');
    requireWritable(entity);
    const rows = new FlatRows(ctx, entity, checkedColumns(entity, command), uuidV7);
    const call = { entity, command, rows, pace, resultOf };
    try {
      return await this.#store(ctx, call, false);
    } catch (error) {
      // Parents refuse at the end, and do not say which rows are too many.
      if (!(error instanceof RollupRefused)) throw error;
      return await this.#store(ctx, call, true);
    }
  }

  async #store(ctx: RequestContext, call: BulkCall, asksParents: boolean): Promise<WriteOutcome> {
    const { entity, command, rows, pace, resultOf } = call;
    const { batchSize, skipsRows } = command.options;
    const { dryRun } = command.options;
    const perform = async (tx: Transaction): Promise<StepOutcome> => {
      // The work may run again, so it reads its rows anew and begins a tally of its own.
      const place = { tx, entity, tally: new BulkSummary(), asksParents };
      for await (const batch of command.body.chunks(batchSize, pace)) {
        place.tally.batches++;
        await this.insertBatch.insert(ctx, await drafted(batch, rows, { pace, ...place }), place);
      }
      if (place.tally.failed > 0 && !skipsRows) throw place.tally.refusal();
      await this.batches.recordOutcome(ctx, entity, place.tally.ids, tx);
      return { result: resultOf(place.tally), recordAffected: place.tally.inserted, written: [entity] };
    };
    return this.transactions.execute(ctx, { kind: 'steps', dryRun, perform });
  }
}

/** The fields of every row. @throws {DomainError} with all that is wrong with the shape of the call */
function checkedColumns(entity: Entity, { fieldNames, body, shapeFaults }: BulkInsertCommand): readonly Field[] {
  const faults = new Faults();
  faults.push(...shapeFaults);
  const columns = readColumns(entity, fieldNames, faults);
  if (fieldNames.length > 0) faults.push(...unevenFaults(body.unevenRows(fieldNames.length), fieldNames.length));
  faults.throwIfAny();
  return columns;
}

/** The rows of a batch as records; those that cannot be any are refused. */
async function drafted(
  batch: readonly NumberedRow[],
  rows: FlatRows,
  { pace, tally }: { readonly pace: TimeSlicer; readonly tally: BulkSummary },
): Promise<readonly ChunkRow[]> {
  const good: ChunkRow[] = [];
  for (const [i, numbered] of batch.entries()) {
    if (i % ROWS_PER_REST === 0) await pace.rest();
    const { index, row, faults } = rows.draft(numbered);
    if (row) good.push({ index, row });
    else tally.refuse(index, faults);
  }
  return good;
}
