import { Injectable } from '@nestjs/common';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';
import { clashFault } from '#core/checks/clash-fault.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { onBehalf } from '#core/context/system-context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { groupedBy } from '#core/grouped-by.js';
import { requireStatusId, statusIdOf } from '#core/catalogue/lifecycle.js';
import { JsonText } from '#core/json/json.js';
import type { MovedRecord } from '#lifecycle/core/moves/move-outcome.js';
import { withIdsNotIn, withRecordIds } from '#lifecycle/core/moves/move-plan.js';
import { prepareMove, type PreparedMove, type StatusEntity } from '#lifecycle/core/moves/prepare-move.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import {
  BeforeCommitHooks,
  OutcomeRepository,
  sendIn,
  type StepOutcome,
  WriteRefused,
  WriteTransactions,
} from '#records/index.js';
import { MoveRepository } from './move.repository.js';
import { MoveSteps } from './move-steps.service.js';
import { RecordEntities } from './record-entities.service.js';
import type { BulkMoveCommand } from './status-commands.js';
import { bulkMoveResult, type RecordOutcome } from './status-results.js';

/** Records of one entity that are moved to the same status. */
interface MoveSet extends PreparedMove {
  /** Ids or record-information ids, each once. */
  readonly ids: readonly string[];
  matcherOf(ids: readonly string[]): Matcher;
  /** The one of `ids` that a record has. */
  idOf(record: MovedRecord): string;
}

/** Transaction that a set is moved in. */
interface SetContext {
  readonly tx: Transaction;
  /** Before-commit hooks are known to refuse some records: they run per set, so that these records are found. */
  readonly checksCommit?: boolean;
}

/** A checked command: the sets of its entities, and the faults of records that belong to none. */
interface BulkMoveCall {
  readonly command: BulkMoveCommand;
  readonly sets: readonly MoveSet[];
  readonly faults: ReadonlyMap<string, Fault>;
}

/** Records that an outcome of an approval moves. */
interface ApprovalMove {
  readonly entity: Entity;
  /** Ids, not record-information ids. */
  readonly ids: readonly string[];
  /** Name or id of a status of the active lifecycle. */
  readonly statusName: string;
  readonly comment: string | null;
}

/** Result of an approval's moves. A record that stands in the status already is in neither list. */
interface ApprovalMoved {
  /** Ids. */
  readonly moved: readonly string[];
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}

/** Moves many records, each of which succeeds or fails by itself (docs/interface/lifecycle.md#bulk-status-moves). */
@Injectable()
export class MoveBatch {
  constructor(
    private readonly entities: RecordEntities,
    private readonly moves: MoveRepository,
    private readonly steps: MoveSteps,
    private readonly beforeCommit: BeforeCommitHooks,
    private readonly outcomes: OutcomeRepository,
    private readonly transactions: WriteTransactions,
  ) {}

  /** Moves the records of a request. @throws {DomainError} faults of the whole request */
  async moveAll(ctx: RequestContext, command: BulkMoveCommand): Promise<WriteOutcome> {
    const call = await this.#read(ctx, command);
    try {
      return await this.#execute(ctx, call, false);
    } catch (error) {
      // Before-commit hooks run at the end, and do not name the records that they refuse.
      if (!(error instanceof WriteRefused)) throw error;
      return await this.#execute(ctx, call, true);
    }
  }

  /**
   * Moves records for the approval engine, in its transaction: by existing transitions whose conditions hold, whatever
   * their roles and permissions, and in spite of the approval lock. Change rows bear the source Approval.
   * @param caller is the user of the history
   */
  async moveForApproval(
    caller: RequestContext,
    { entity, ids, statusName, comment }: ApprovalMove,
    tx: Transaction,
  ): Promise<ApprovalMoved> {
    const ctx = onBehalf(caller);
    const { lifecycle } = entity;
    const statusId = lifecycle && statusIdOf(lifecycle, statusName);
    if (!lifecycle || statusId === undefined) {
      const reason = `${entity.name} has no status ${statusName}.`;
      return { moved: [], refused: ids.map((id) => ({ id, reason })) };
    }
    const prepared = prepareMove(ctx, { entity, lifecycle }, { statusId, comment }, uuidV7);
    const set: MoveSet = {
      ...prepared,
      move: { ...prepared.move, source: APPROVAL_SOURCE },
      ids: ids.toSorted(),
      matcherOf: (some) => withIdsNotIn(ctx, entity, some, statusId),
      idOf: ({ id }) => id,
    };
    const { outcomes, moved } = await this.#moveSet(ctx, set, { tx });
    // A record that is gone, or was not to be moved, is no refusal.
    const refused = outcomes.filter(({ faults }) => faults.some(({ code }) => code !== 'NotFound'));
    return { moved, refused: refused.map(({ id, faults: [fault] }) => ({ id, reason: fault.message })) };
  }

  async #read(ctx: RequestContext, command: BulkMoveCommand): Promise<BulkMoveCall> {
    const named = this.entities.named(ctx, command.entityName, 'EntityName');
    if (command.shapeFaults.length > 0) throw new DomainError(...command.shapeFaults);
    const found = [...(await this.entities.findAll(ctx, [...new Set(command.recordIds)], named))];
    const faults = new Map(found.flatMap(([id, each]) => ('entity' in each ? [] : [[id, each] as const])));
    const targets = found.flatMap(([id, each]) => ('entity' in each ? [{ ...each, id }] : []));
    const sets = [...groupedBy(targets, ({ entity }) => entity).values()].map((group) =>
      moveSet(ctx, group[0], { command, ids: group.map(({ id }) => id) }),
    );
    const refused = sets.flatMap((set) => set.faults);
    if (refused.length > 0) throw new DomainError(...refused);
    return { command, sets: sets.toSorted(byEntity), faults };
  }

  #execute(ctx: RequestContext, call: BulkMoveCall, checksCommit: boolean): Promise<WriteOutcome> {
    const { dryRun } = call.command.options;
    const perform = (tx: Transaction): Promise<StepOutcome> => this.#perform(ctx, call, { tx, checksCommit });
    return this.transactions.execute(ctx, { kind: 'steps', dryRun, perform });
  }

  async #perform(ctx: RequestContext, call: BulkMoveCall, place: SetContext): Promise<StepOutcome> {
    const { command, sets, faults } = call;
    const outcomes = new Map<string, RecordOutcome>();
    for (const [id, fault] of faults) outcomes.set(id, { id, faults: [fault] });
    const written: Entity[] = [];
    const movedIds: string[] = [];
    for (const set of sets) {
      const { outcomes: ofSet, moved } = await this.#moveSet(ctx, set, place);
      for (const outcome of ofSet) outcomes.set(outcome.id, outcome);
      if (moved.length > 0) written.push(set.move.entity);
      movedIds.push(...moved);
    }
    const entity = sets.length === 1 ? sets[0].move.entity : undefined;
    const write = { operation: 'Batch', written: { entities: sets.map(({ move }) => move.entity) } } as const;
    await this.outcomes.record(ctx, { ...write, ...(entity && { entity }) }, movedIds, place.tx);
    const result = bulkMoveResult(command, outcomes);
    return { result: new JsonText(JSON.stringify(result)), recordAffected: movedIds.length, written };
  }

  /** Moves the records of a set and starts what follows. @returns the matched records, and the ids of the moved ones */
  async #moveSet(
    ctx: RequestContext,
    set: MoveSet,
    place: SetContext,
  ): Promise<{ readonly outcomes: readonly RecordOutcome[]; readonly moved: readonly string[] }> {
    const outcomes = await this.#move(ctx, set, place);
    const moved = outcomes.flatMap(({ record, faults }) => (record && faults.length === 0 ? [record] : []));
    await this.steps.startAfter(ctx, set.move.entity, moved, place.tx);
    return { outcomes, moved: moved.map(({ id }) => id) };
  }

  /** Moves the set by one statement, or record by record where hooks in code take part. */
  async #move(ctx: RequestContext, set: MoveSet, place: SetContext): Promise<readonly RecordOutcome[]> {
    if (set.ids.length === 0) return [];
    const hasHooks = this.steps.needsHooks(set);
    if (hasHooks && set.ids.length > 1) return this.#moveParts(ctx, set, place, 1);
    try {
      return await place.tx.savepoint(async () => {
        const outcomes = await this.#store(ctx, set, place.tx, hasHooks);
        const isWritten = outcomes.some(({ faults }) => faults.length === 0);
        if (isWritten && place.checksCommit) await this.beforeCommit.attempt(ctx, [set.move.entity], place.tx);
        return outcomes;
      });
    } catch (error) {
      const faults = faultsOfRecords(ctx, error);
      if (set.ids.length === 1) return [{ id: set.ids[0], faults }];
      return this.#moveParts(ctx, set, place, Math.ceil(set.ids.length / 2));
    }
  }

  async #store(ctx: RequestContext, set: MoveSet, tx: Transaction, hasHooks: boolean): Promise<RecordOutcome[]> {
    const matcher = set.matcherOf(set.ids);
    if (hasHooks) {
      const { record } = await this.steps.move(ctx, set, matcher, { tx, mode: 'part' });
      return record ? [{ id: set.idOf(record), record, faults: [] }] : [];
    }
    await this.moves.lock(ctx, set.move, matcher, tx);
    const { records } = await sendIn(tx, this.moves.callFor(ctx, set.move, matcher, 'part'));
    return records.map((record) => ({ id: set.idOf(record), record, faults: record.faults }));
  }

  async #moveParts(ctx: RequestContext, set: MoveSet, place: SetContext, size: number): Promise<RecordOutcome[]> {
    const outcomes: RecordOutcome[] = [];
    for (let i = 0; i < set.ids.length; i += size)
      outcomes.push(...(await this.#move(ctx, { ...set, ids: set.ids.slice(i, i + size) }, place)));
    return outcomes;
  }
}

const byEntity = (a: MoveSet, b: MoveSet): number => (a.move.entity.name < b.move.entity.name ? -1 : 1);

/** The records of one entity, in the order of their ids. */
function moveSet(
  ctx: RequestContext,
  target: StatusEntity,
  { command, ids }: { readonly command: BulkMoveCommand; readonly ids: readonly string[] },
): MoveSet {
  const { nextStatus, comment, options } = command;
  const statusId = requireStatusId(target.lifecycle, nextStatus, 'NextStatusId');
  return {
    ...prepareMove(ctx, target, { statusId, comment }, uuidV7),
    ids: ids.toSorted(),
    matcherOf: (some) => withRecordIds(ctx, target.entity, some, options.expectedVersion),
    idOf: ({ recordId }) => recordId,
  };
}

/** Kinds of errors that no record causes. */
const OUTER_KINDS = new Set(['timedOut', 'unavailable', 'limited', 'internal']);

/** Faults of an error that a record caused. @throws any other error itself */
function faultsOfRecords(ctx: RequestContext, error: unknown): readonly Fault[] {
  if (error instanceof DomainError && !OUTER_KINDS.has(error.kind)) return error.faults;
  const clash = error instanceof ConstraintViolation ? clashFault(ctx, error) : undefined;
  if (clash) return [clash];
  throw error;
}
