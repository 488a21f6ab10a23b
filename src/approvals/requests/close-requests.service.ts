import { Injectable } from '@nestjs/common';
import type { ApprovalEffect } from '#core/catalogue/approval-process.js';
import { groupedBy } from '#core/grouped-by.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Transaction } from '#platform/database/transaction.js';
import { StartWorkflows } from '#records/index.js';
import { MoveBatch } from '#lifecycle/index.js';
import { DecisionRepository, type ClosingRequest } from './decision.repository.js';

/** A request that closes, with what its effect depends on. */
export interface Closing extends ClosingRequest {
  readonly state: 'Approved' | 'Rejected' | 'Returned' | 'Recalled';
  readonly entity: Entity;
  readonly processId: string | null;
}

/** Records whose requests close in the same way. */
interface Closed {
  readonly entity: Entity;
  readonly effect: ApprovalEffect;
  readonly comment: string | null;
  readonly recordIds: readonly string[];
}

/** Closes requests, and lets follow what their processes say (docs/approvals.md#outcomes). */
@Injectable()
export class CloseRequests {
  constructor(
    private readonly requests: DecisionRepository,
    private readonly moves: MoveBatch,
    private readonly workflows: StartWorkflows,
  ) {}

  /** @returns entities of records that were moved */
  async close(ctx: RequestContext, closing: readonly Closing[], tx: Transaction): Promise<readonly Entity[]> {
    const moved = new Set<Entity>();
    const groups = [...groupedBy(closing, ({ entity }) => entity)];
    for (const [entity, requests] of groups.toSorted(([a], [b]) => (a.name < b.name ? -1 : 1))) {
      const closed = await this.requests.close(ctx, entity, requests, tx);
      const records = new Map(closed.map(({ id, recordId }) => [id, recordId]));
      this.workflows.resume(ctx, [...records.values()], tx);
      for (const group of followed(requests, records))
        for (const each of await this.#follow(ctx, group, tx)) moved.add(each);
    }
    return [...moved];
  }

  /** The decision stands, whether its effect is possible or not. */
  async #follow(
    ctx: RequestContext,
    { entity, effect, comment, recordIds: ids }: Closed,
    tx: Transaction,
  ): Promise<readonly Entity[]> {
    const { moveTo, runWorkflows } = effect;
    const changed: Entity[] = [];
    if (moveTo !== undefined) {
      const move = { entity, ids, statusName: moveTo, comment };
      const { moved, refused } = await this.moves.moveForApproval(ctx, move, tx);
      for (const { id, reason } of refused)
        ctx.submission?.addToLog(`${entity.name} ${id} was not moved to ${moveTo}: ${reason}`);
      if (moved.length > 0) changed.push(entity, ctx.catalogue.entity('StatusHistory'));
    }
    const starts = runWorkflows.map((workflow) => ({ workflow, entity, recordIds: ids, cause: 'Approval' as const }));
    await this.workflows.start(ctx, starts, tx);
    return changed;
  }
}

/** Groups the records by what follows; effects are those of the process as it is now. */
function followed(requests: readonly Closing[], records: ReadonlyMap<string, string>): readonly Closed[] {
  const groups = groupedBy(requests, ({ processId, state, comment }) => JSON.stringify([processId, state, comment]));
  return [...groups.values()].flatMap((group): readonly Closed[] => {
    const [{ entity, processId, state, comment }] = group;
    const process = entity.approvalProcesses.find(({ id }) => id === processId);
    const recordIds = group.flatMap(({ id }) => records.get(id) ?? []);
    if (!process || state === 'Recalled' || recordIds.length === 0) return [];
    return [{ entity, effect: process.effects[state], comment, recordIds }];
  });
}
