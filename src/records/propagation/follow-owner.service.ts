import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { followTargets } from '#records/core/updates/follow-owner.sql.js';
import { MAX_MATCHED } from '#records/core/matching/match-plan.js';
import { FollowRecord } from './follow-record.service.js';

/**
 * Gives the new owner of a record to the records that take their owner from it
 * (docs/interface/records.md#owners-and-teams).
 */
@Injectable()
export class FollowOwner {
  constructor(private readonly records: FollowRecord) {}

  /**
   * Propagates to all levels below, in the transaction of the change.
   * @param movedIds records of `target` whose owner or team changed
   * @throws {DomainError} TooManyRows when more than 10,000 records of one entity would follow
   */
  async propagate(ctx: RequestContext, target: Entity, movedIds: readonly string[], tx: Transaction): Promise<void> {
    if (movedIds.length === 0) return;
    await this.records.follow(ctx, target, movedIds, tx);
    for (const { childEntity, childField } of target.children.values()) {
      const entity = ctx.catalogue.entity(childEntity);
      if (entity.ownerFrom?.name !== childField) continue;
      await this.#move(ctx, entity, childField, movedIds, tx);
    }
  }

  /** Gives restored records, and what follows them, the owner and team that they should have by now. */
  async catchUp(ctx: RequestContext, entity: Entity, ids: readonly string[], tx: Transaction): Promise<void> {
    if (ids.length === 0) return;
    if (!entity.ownerFrom) return this.records.follow(ctx, entity, ids, tx);
    await this.#move(ctx, entity, 'Id', ids, tx);
  }

  async #move(ctx: RequestContext, entity: Entity, by: string, ids: readonly string[], tx: Transaction): Promise<void> {
    const [found] = await tx.runStatement(followTargets, ctx, { ids }, entity, by);
    const moved = found.ids === null ? [] : (JSON.parse(found.ids) as string[]);
    if (moved.length <= MAX_MATCHED) return this.propagate(ctx, entity, moved, tx);
    const message = `More than ${MAX_MATCHED} ${entity.name} records would follow the new owner; move fewer at once.`;
    throw new DomainError({ code: 'TooManyRows', message, params: { EntityName: entity.name } });
  }
}
