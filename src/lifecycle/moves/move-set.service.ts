import { Injectable } from '@nestjs/common';
import { clashFault } from '#core/checks/clash-fault.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { MovedRecord } from '#lifecycle/core/moves/move-outcome.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, sendIn } from '#records/index.js';
import { MoveInTransaction } from './move-in-transaction.service.js';
import { MoveRepository } from './move.repository.js';
import type { PreparedMove } from '#lifecycle/core/moves/prepare-move.js';

/** Records of one entity that are moved to the same status. */
export interface MoveSet extends PreparedMove {
  /** Ids or record-information ids, each once. */
  readonly ids: readonly string[];
  matcherOf(ids: readonly string[]): Matcher;
  /** The one of `ids` that a record has. */
  idOf(record: MovedRecord): string;
}

/** Transaction that a set is moved in. */
export interface SetContext {
  readonly tx: Transaction;
  /** Before-commit hooks are known to refuse some records: they run per set, so that these records are found. */
  readonly checksCommit: boolean;
}

/** Result of one record of a set: moved where it has no faults. */
export interface SetOutcome {
  /** The one of the set's ids. */
  readonly id: string;
  /** Absent where the faults are all that is known. */
  readonly record?: MovedRecord;
  readonly faults: readonly Fault[];
}

/** Moves the records of a set, each of which succeeds or fails by itself. */
@Injectable()
export class MoveRecordSet {
  constructor(
    private readonly moves: MoveRepository,
    private readonly inTransaction: MoveInTransaction,
    private readonly beforeCommit: BeforeCommitHooks,
  ) {}

  /**
   * Moves the set by one statement, or record by record where hooks in code take part.
   * @returns outcomes of the records that matched
   */
  async move(ctx: RequestContext, set: MoveSet, place: SetContext): Promise<readonly SetOutcome[]> {
    if (set.ids.length === 0) return [];
    const isWhole = !this.inTransaction.needsHooks(set);
    if (!isWhole && set.ids.length > 1) return this.#moveEach(ctx, set, place);
    try {
      return await place.tx.savepoint(async () => {
        const outcomes = isWhole ? await this.#moveAll(ctx, set, place) : await this.#moveOne(ctx, set, place);
        const isWritten = outcomes.some(({ faults }) => faults.length === 0);
        if (isWritten && place.checksCommit) await this.beforeCommit.attempt(ctx, [set.move.entity], place.tx);
        return outcomes;
      });
    } catch (error) {
      const faults = faultsOfRecords(ctx, error);
      if (set.ids.length === 1) return [{ id: set.ids[0], faults }];
      return this.#moveHalves(ctx, set, place);
    }
  }

  async #moveAll(ctx: RequestContext, set: MoveSet, { tx }: SetContext): Promise<readonly SetOutcome[]> {
    const matcher = set.matcherOf(set.ids);
    await this.moves.lock(ctx, set.move, matcher, tx);
    const { records } = await sendIn(tx, this.moves.callFor(ctx, set.move, matcher, 'part'));
    return records.map((record) => ({ id: set.idOf(record), record, faults: record.faults }));
  }

  async #moveOne(ctx: RequestContext, set: MoveSet, { tx }: SetContext): Promise<readonly SetOutcome[]> {
    const { record } = await this.inTransaction.move(ctx, set, set.matcherOf(set.ids), { tx, mode: 'part' });
    return record ? [{ id: set.idOf(record), record, faults: [] }] : [];
  }

  async #moveEach(ctx: RequestContext, set: MoveSet, place: SetContext): Promise<readonly SetOutcome[]> {
    const outcomes: SetOutcome[] = [];
    for (const id of set.ids) outcomes.push(...(await this.move(ctx, { ...set, ids: [id] }, place)));
    return outcomes;
  }

  async #moveHalves(ctx: RequestContext, set: MoveSet, place: SetContext): Promise<readonly SetOutcome[]> {
    const middle = Math.ceil(set.ids.length / 2);
    const first = await this.move(ctx, { ...set, ids: set.ids.slice(0, middle) }, place);
    return [...first, ...(await this.move(ctx, { ...set, ids: set.ids.slice(middle) }, place))];
  }
}

/** Kinds of errors that no record causes. */
const OUTER_KINDS = new Set(['timedOut', 'unavailable', 'limited', 'internal']);

/** Faults of an error that a record caused. @throws any other error itself */
function faultsOfRecords({ catalogue }: RequestContext, error: unknown): readonly Fault[] {
  if (error instanceof DomainError && !OUTER_KINDS.has(error.kind)) return error.faults;
  const clash = error instanceof ConstraintViolation ? clashFault(catalogue, error) : undefined;
  if (clash) return [clash];
  throw error;
}
