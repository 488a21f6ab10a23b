import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { requireStatusId } from '#core/catalogue/lifecycle.js';
import { JsonText } from '#core/json/json.js';
import { withRecordIds } from '#lifecycle/core/moves/move-plan.js';
import type { Transaction } from '#platform/database/transaction.js';
import { WriteRefused, OutcomeRepository, type StepOutcome, WriteTransactions } from '#records/index.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { MoveInTransaction } from './move-in-transaction.service.js';
import { MoveRecordSet, type MoveSet, type SetOutcome } from './move-set.service.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { prepareMove, type StatusEntity } from '#lifecycle/core/moves/prepare-move.js';
import { RecordEntities } from './record-entities.service.js';
import type { BulkMoveCommand } from './status-commands.js';
import { bulkMoveResult } from './status-results.js';

/** A checked command: the sets of its entities, and the faults of records that belong to none. */
interface BulkMoveCall {
  readonly command: BulkMoveCommand;
  readonly sets: readonly MoveSet[];
  readonly faults: ReadonlyMap<string, Fault>;
}

/** Moves many records, each of which succeeds or fails by itself (docs/interface/lifecycle.md#bulk-status-moves). */
@Injectable()
export class BulkMove {
  constructor(
    private readonly entities: RecordEntities,
    private readonly sets: MoveRecordSet,
    private readonly inTransaction: MoveInTransaction,
    private readonly outcomes: OutcomeRepository,
    private readonly transactions: WriteTransactions,
  ) {}

  /** @throws {DomainError} faults of the whole request */
  async move(ctx: RequestContext, command: BulkMoveCommand): Promise<WriteOutcome> {
    const call = await this.#read(ctx, command);
    try {
      return await this.#execute(ctx, call, false);
    } catch (error) {
      // Before-commit hooks run at the end, and do not name the records that they refuse.
      if (!(error instanceof WriteRefused)) throw error;
      return await this.#execute(ctx, call, true);
    }
  }

  async #read(ctx: RequestContext, command: BulkMoveCommand): Promise<BulkMoveCall> {
    const named = this.entities.named(ctx, command.entityName, 'EntityName');
    if (command.shapeFaults.length > 0) throw new DomainError(...command.shapeFaults);
    const found = await this.entities.findAll(ctx, [...new Set(command.recordIds)], named);
    const faults = new Map<string, Fault>();
    const groups = new Map<Entity, { readonly of: StatusEntity; readonly ids: string[] }>();
    for (const [id, of] of found) {
      if (!('entity' in of)) faults.set(id, of);
      else if (groups.has(of.entity)) groups.get(of.entity)!.ids.push(id);
      else groups.set(of.entity, { of, ids: [id] });
    }
    const sets = [...groups.values()].map(({ of, ids }) => moveSet(ctx, of, { command, ids }));
    const refused = sets.flatMap((set) => set.faults);
    if (refused.length > 0) throw new DomainError(...refused);
    return { command, sets: sets.toSorted(byEntity), faults };
  }

  #execute(ctx: RequestContext, call: BulkMoveCall, checksCommit: boolean): Promise<WriteOutcome> {
    const { dryRun } = call.command.options;
    const perform = (tx: Transaction): Promise<StepOutcome> => this.#perform(ctx, call, { tx, checksCommit });
    return this.transactions.execute(ctx, { kind: 'steps', dryRun, perform });
  }

  async #perform(
    ctx: RequestContext,
    { command, sets, faults }: BulkMoveCall,
    place: { readonly tx: Transaction; readonly checksCommit: boolean },
  ): Promise<StepOutcome> {
    const outcomes = new Map<string, SetOutcome>();
    for (const [id, fault] of faults) outcomes.set(id, { id, faults: [fault] });
    const written: Entity[] = [];
    const movedIds: string[] = [];
    for (const set of sets) {
      const ofSet = await this.sets.move(ctx, set, place);
      for (const outcome of ofSet) outcomes.set(outcome.id, outcome);
      const moved = ofSet.flatMap(({ record, faults: found }) => (record && found.length === 0 ? [record] : []));
      await this.inTransaction.startAfter(ctx, set.move.entity, moved, place.tx);
      if (moved.length > 0) written.push(set.move.entity);
      movedIds.push(...moved.map(({ id }) => id));
    }
    const entity = sets.length === 1 ? sets[0].move.entity : undefined;
    const write = { operation: 'Batch', written: { entities: sets.map(({ move }) => move.entity) } } as const;
    await this.outcomes.record(ctx, { ...write, ...(entity && { entity }) }, movedIds, place.tx);
    const result = bulkMoveResult(command, outcomes);
    return { result: new JsonText(JSON.stringify(result)), recordAffected: movedIds.length, written };
  }
}

const byEntity = (a: MoveSet, b: MoveSet): number => (a.move.entity.name < b.move.entity.name ? -1 : 1);

/** The records of one entity, in the order of their ids. */
function moveSet(
  ctx: RequestContext,
  of: StatusEntity,
  { command, ids }: { readonly command: BulkMoveCommand; readonly ids: readonly string[] },
): MoveSet {
  const { nextStatus, comment, options } = command;
  const statusId = requireStatusId(of.lifecycle, nextStatus, 'NextStatusId');
  return {
    ...prepareMove(ctx, of, { statusId, comment }, uuidV7),
    ids: ids.toSorted(),
    matcherOf: (some) => withRecordIds(ctx, of.entity, some, options.expectedVersion),
    idOf: ({ recordId }) => recordId,
  };
}
