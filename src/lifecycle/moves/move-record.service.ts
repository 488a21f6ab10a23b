import { Injectable } from '@nestjs/common';
import { requireWritable } from '#core/catalogue/writable.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { requireStatusId } from '#core/catalogue/lifecycle.js';
import { JsonText } from '#core/json/json.js';
import { readsOwnRecord, withRecordIds } from '#lifecycle/core/moves/move-plan.js';
import type { MovedRecord } from '#lifecycle/core/moves/move-outcome.js';
import type { StoredMove } from '#lifecycle/core/moves/move-of-call.sql.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import { OutcomeUnknown } from '#platform/database/connections/database.errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import {
  type PreparedWrite,
  type StepOutcome,
  type StepTransaction,
  updatedEntities,
  type WritePlan,
  WriteTransactions,
} from '#records/index.js';
import { AvailableStatuses } from './available-statuses.service.js';
import { MoveRepository } from './move.repository.js';
import { MoveSteps, refusing } from './move-steps.service.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { prepareMove, type PreparedMove, type StatusEntity } from '#lifecycle/core/moves/prepare-move.js';
import { NO_SUCH_RECORD, RecordEntities } from './record-entities.service.js';
import type { MoveCommand } from './status-commands.js';
import { moveResult } from './status-results.js';

/** A move that is about to be made. */
interface PlannedMove extends PreparedMove {
  readonly command: MoveCommand;
  readonly target: StatusEntity;
  readonly matcher: Matcher;
}

/** A stored move; with its answer where that is stored too. */
interface MadeMove extends Partial<WriteOutcome> {
  readonly stored: StoredMove;
}

/** A stored move of a transaction, before its hooks. */
type WrittenMove = MadeMove & Pick<StepOutcome, 'written'>;

/** Moves one record to another status (docs/interface/lifecycle.md#status-moves). */
@Injectable()
export class MoveRecord {
  constructor(
    private readonly entities: RecordEntities,
    private readonly statuses: AvailableStatuses,
    private readonly moves: MoveRepository,
    private readonly steps: MoveSteps,
    private readonly transactions: WriteTransactions,
  ) {}

  /** @throws {DomainError} with all faults, found in Node or in the database */
  async move(ctx: RequestContext, command: MoveCommand): Promise<WriteOutcome> {
    const planned = await this.#prepare(ctx, command);
    await this.#throwFaults(ctx, planned);
    const { stored, result } = await this.transactions.execute(ctx, this.#plan(ctx, planned));
    return { result: result ?? (await this.#resultOf(ctx, planned, stored)), recordAffected: 1 };
  }

  /**
   * Prepares a move as a step of another write. A record that changes until then is refused by the step itself.
   * @throws {DomainError} with all faults that are known before the transaction
   */
  async prepare(ctx: RequestContext, command: MoveCommand): Promise<PreparedWrite> {
    const planned = await this.#prepare(ctx, command);
    await this.#throwFaults(ctx, planned);
    const execute = async ({ tx }: StepTransaction): Promise<StepOutcome> => {
      const made = await this.#perform(ctx, planned, tx);
      return { ...made, result: await this.#resultOf(ctx, planned, made.stored, tx), recordAffected: 1 };
    };
    return { entity: planned.target.entity, faults: [], execute };
  }

  async #prepare(ctx: RequestContext, command: MoveCommand): Promise<PlannedMove> {
    const { recordId, nextStatus, entityName, shapeFaults, options } = command;
    const named = this.entities.named(ctx, entityName, 'entityName');
    if (shapeFaults.length > 0) throw new DomainError(...shapeFaults);
    const target = await this.entities.find(ctx, recordId, named);
    requireWritable(target.entity, 'update');
    const statusId = requireStatusId(target.lifecycle, nextStatus, 'nextStatusId');
    const prepared = prepareMove(ctx, target, { ...command, statusId }, uuidV7);
    const matcher = withRecordIds(ctx, target.entity, [recordId], options.expectedVersion);
    return { ...prepared, command, target, matcher };
  }

  /** Malformed values are refused at once; broken field rules together with faults of the record, which outrank them. */
  async #throwFaults(ctx: RequestContext, planned: PlannedMove): Promise<void> {
    const { faults } = planned;
    if (faults.length === 0) return;
    const found = faults.every(({ code }) => code === 'FieldRule') ? await this.#explain(ctx, planned) : [];
    throw new DomainError(...faults, ...found);
  }

  async #explain(ctx: RequestContext, { move, matcher }: PlannedMove): Promise<readonly Fault[]> {
    const { records, faults } = await this.moves.explain(ctx, move, matcher);
    return records.length === 0 ? [NOT_FOUND] : [...faults, ...records.flatMap((record) => record.faults)];
  }

  /** One statement where it reads its own record alone and nothing else belongs to the move; else steps. */
  #plan(ctx: RequestContext, planned: PlannedMove): WritePlan<MadeMove> {
    const { move, prepared, matcher, command } = planned;
    const { options, recordId } = command;
    const written = updatedEntities(ctx, prepared);
    const conflicts = { explain: () => this.#explain(ctx, planned) };
    const isSingle = this.steps.isSingle(planned) && readsOwnRecord(ctx, move);
    if (!isSingle || !this.transactions.canAutocommit(ctx, written, options)) {
      const { dryRun } = options;
      const perform = (tx: Transaction): Promise<WrittenMove> => this.#perform(ctx, planned, tx);
      // Before-commit hooks change which moves follow: an approval that starts locks the record.
      const complete = async (made: MadeMove, _: unknown, tx: Transaction): Promise<MadeMove> => ({
        ...made,
        result: await this.#resultOf(ctx, planned, made.stored, tx),
      });
      return { kind: 'steps', dryRun, conflicts, perform, complete };
    }
    const { statement, args, read } = this.moves.callFor(ctx, move, matcher, 'store');
    const reread = async (): Promise<MadeMove> => {
      const stored = await this.moves.storedByCall(ctx, recordId);
      if (!stored) throw new OutcomeUnknown();
      return { stored };
    };
    return {
      kind: 'statement',
      written,
      conflicts,
      reread,
      statement,
      args,
      read: (rows) => ({ stored: storedMove(refusing(read(rows)).records[0]) }),
    };
  }

  async #perform(ctx: RequestContext, planned: PlannedMove, tx: Transaction): Promise<WrittenMove> {
    const { record, written } = await this.steps.move(ctx, planned, planned.matcher, { tx, mode: 'store' });
    const stored = storedMove(record);
    await this.steps.startAfter(ctx, planned.target.entity, [record!], tx);
    return { stored, recordAffected: 1, written };
  }

  /** @param tx given where the answer is part of the transaction: the outcome stores it, and a dry run ends with a rollback */
  async #resultOf(
    ctx: RequestContext,
    { command, target, move }: PlannedMove,
    stored: StoredMove,
    tx?: Transaction,
  ): Promise<JsonText> {
    const { recordId } = command;
    const next = await this.statuses.movesOf(ctx, target, recordId, { tx });
    const result = moveResult(target.lifecycle, { recordId, statusId: move.statusId, ...stored }, next?.open ?? []);
    return new JsonText(JSON.stringify(result));
  }
}

const NOT_FOUND: Fault = { ...NO_SUCH_RECORD, path: 'recordId' };

/** The moved record as its history has it. @throws {DomainError} NotFound when none matched */
function storedMove(record: MovedRecord | undefined): StoredMove {
  if (!record) throw new DomainError(NOT_FOUND);
  return {
    historyId: record.historyId!,
    fromStatusId: record.fromStatusId,
    transitionId: record.transition!.id,
  };
}
