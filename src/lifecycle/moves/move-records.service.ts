import { Injectable } from '@nestjs/common';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { statusIdOf } from '#core/catalogue/lifecycle.js';
import { withIdsNotIn } from '#lifecycle/core/moves/move-plan.js';
import { onBehalf } from '#core/context/system-context.js';
import type { Transaction } from '#platform/database/transaction.js';
import { MoveInTransaction } from './move-in-transaction.service.js';
import { MoveRecordSet } from './move-set.service.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { prepareMove } from '#lifecycle/core/moves/prepare-move.js';

/** Records that an outcome of an approval moves. */
export interface MovesOnBehalf {
  readonly entity: Entity;
  /** Ids, not record-information ids. */
  readonly ids: readonly string[];
  /** Name or id of a status of the active lifecycle. */
  readonly statusName: string;
  readonly comment?: string;
}

/** Result of moves on behalf of a caller. A record that stands in the status already is in neither list. */
export interface MovedOnBehalf {
  /** Ids. */
  readonly moved: readonly string[];
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}

/** Moves records inside the transaction of another write. */
@Injectable()
export class MoveRecords {
  constructor(
    private readonly sets: MoveRecordSet,
    private readonly inTransaction: MoveInTransaction,
  ) {}

  /**
   * Moves records for the approval engine: by existing transitions whose conditions hold, whatever their roles and
   * permissions, and in spite of the approval lock. Change rows bear the source Approval.
   * @param caller is the user of the history
   */
  async moveOnBehalf(
    caller: RequestContext,
    { entity, ids, statusName, comment }: MovesOnBehalf,
    tx: Transaction,
  ): Promise<MovedOnBehalf> {
    const ctx = onBehalf(caller);
    const { lifecycle } = entity;
    const statusId = lifecycle && statusIdOf(lifecycle, statusName);
    if (!lifecycle || statusId === undefined) {
      const reason = `${entity.name} has no status ${statusName}.`;
      return { moved: [], refused: ids.map((id) => ({ id, reason })) };
    }
    const { prepared, move, faults } = prepareMove(
      ctx,
      { entity, lifecycle },
      { statusId, comment: comment ?? null },
      uuidV7,
    );
    const set = {
      prepared,
      faults,
      move: { ...move, source: APPROVAL_SOURCE },
      ids: ids.toSorted(),
      matcherOf: (some: readonly string[]) => withIdsNotIn(ctx, entity, some, statusId),
      idOf: ({ id }: { readonly id: string }) => id,
    };
    const outcomes = await this.sets.move(ctx, set, { tx, checksCommit: false });
    const moved = outcomes.flatMap(({ record, faults: found }) => (record && found.length === 0 ? [record] : []));
    await this.inTransaction.startAfter(ctx, entity, moved, tx);
    // A record that is gone, or was not to be moved, is no refusal.
    const refused = outcomes.filter(({ faults: found }) => found.some(({ code }) => code !== 'NotFound'));
    return {
      moved: moved.map(({ id }) => id),
      refused: refused.map(({ id, faults: [fault] }) => ({ id, reason: fault.message })),
    };
  }
}
