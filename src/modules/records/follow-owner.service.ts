import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { Args } from '../../core/sql/args.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { compileFollowOwner } from '../../core/updates/follow-owner.sql.js';
import { MAX_MATCHED } from '../../core/writes/match-plan.js';

/** Re-stamps the records that take their owner from another one when that one has got a new owner (OwnerFrom). */
@Injectable()
export class FollowOwner {
  constructor(private readonly statements: StatementCache) {}

  /**
   * Follows the whole way down, in the transaction of the change.
   * @param movedIds records of `target` whose owner or team changed.
   * @throws {DomainError} TooManyRows when more than 10,000 records of one entity would follow (contract §14.4).
   */
  async run(ctx: RequestContext, target: Entity, movedIds: readonly string[], tx: Transaction): Promise<void> {
    if (movedIds.length === 0) return;
    for (const { childEntity, childField } of target.children.values()) {
      const entity = ctx.catalogue.entity(childEntity);
      if (entity.ownerFrom?.name !== childField) continue;
      const followers = await this.#move(ctx, { entity, target }, movedIds, tx);
      await this.run(ctx, entity, followers, tx);
    }
  }

  async #move(
    ctx: RequestContext,
    { entity, target }: { readonly entity: Entity; readonly target: Entity },
    targetIds: readonly string[],
    tx: Transaction,
  ): Promise<readonly string[]> {
    const args = new Args(ctx);
    const followers = { entity, target, source: entity.ownerFrom!, targetIds: args.add(targetIds, 'uuid[]') };
    const statement = this.statements.get(ctx, `followOwner:${entity.name}`, () => compileFollowOwner(ctx, followers));
    const [{ ids }] = await tx.run<{ ids: string | null }>(statement, args);
    const moved = ids === null ? [] : (JSON.parse(ids) as string[]);
    if (moved.length <= MAX_MATCHED) return moved;
    const message = `More than ${MAX_MATCHED} ${entity.name} records would follow the new owner; move fewer at once.`;
    throw new DomainError({ code: 'TooManyRows', message, params: { EntityName: entity.name } });
  }
}
