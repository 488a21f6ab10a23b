import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { Args } from '../../core/sql/args.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { compileFollowOwner, OF_RECORD, type Followers } from '../../core/updates/follow-owner.sql.js';
import { MAX_MATCHED } from '../../core/matching/match-plan.js';
import { FollowRecord } from './follow-record.service.js';

/** Gives the new owner of a record to the records that take their owner from it (docs/interface.md#owners-and-teams). */
@Injectable()
export class FollowOwner {
  constructor(
    private readonly statements: StatementCache,
    private readonly records: FollowRecord,
  ) {}

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
      await this.#move(ctx, { entity, target, by: entity.ownerFrom }, movedIds, tx);
    }
  }

  /** Gives restored records, and what follows them, the owner and team that they should have by now. */
  async catchUp(ctx: RequestContext, entity: Entity, ids: readonly string[], tx: Transaction): Promise<void> {
    if (ids.length === 0) return;
    if (!entity.ownerFrom) return this.records.follow(ctx, entity, ids, tx);
    const target = ctx.catalogue.entity(entity.ownerFrom.target!);
    await this.#move(ctx, { entity, target, by: entity.fields.get('id')! }, ids, tx);
  }

  async #move(
    ctx: RequestContext,
    { entity, target, by }: Pick<Followers, 'entity' | 'target' | 'by'>,
    ids: readonly string[],
    tx: Transaction,
  ): Promise<void> {
    const args = new Args(ctx);
    const source = entity.ownerFrom!;
    const followers = { entity, target, by, source, stamps: OF_RECORD, ids: args.add(ids, 'uuid[]') };
    const key = `followOwner:${entity.name}:${by.name}`;
    const statement = this.statements.get(ctx, key, () => compileFollowOwner(ctx, followers));
    const [found] = await tx.execute<{ ids: string | null }>(statement, args);
    const moved = found.ids === null ? [] : (JSON.parse(found.ids) as string[]);
    if (moved.length <= MAX_MATCHED) return this.propagate(ctx, entity, moved, tx);
    const message = `More than ${MAX_MATCHED} ${entity.name} records would follow the new owner; move fewer at once.`;
    throw new DomainError({ code: 'TooManyRows', message, params: { EntityName: entity.name } });
  }
}
