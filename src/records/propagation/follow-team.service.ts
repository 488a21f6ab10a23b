import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { AfterRoutineStep } from '#records/core/hooks/after-routine-step.js';
import { followTeams, movedUsers } from '#records/core/updates/follow-owner.sql.js';
import { MAX_MATCHED } from '#records/core/matching/match-plan.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/hooks/before-commit-hooks.js';
import { FollowRecord } from './follow-record.service.js';

/**
 * Gives a user's new primary team to the records they own, in the same transaction
 * (docs/interface/records.md#owners-and-teams).
 */
@Injectable()
export class FollowTeam implements BeforeCommitHook {
  constructor(
    private readonly records: FollowRecord,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('teams', this);
  }

  concerns({ catalogue }: RequestContext, entity: Entity): boolean {
    return entity === catalogue.entity('User');
  }

  /** @throws {DomainError} TooManyRows when the users own more than 10,000 records */
  async beforeCommit(ctx: RequestContext, _: readonly Entity[], tx: Transaction): Promise<void> {
    const userIds = (await tx.runStatement(movedUsers, ctx, {})).map(({ id }) => id);
    if (userIds.length === 0) return;
    // Records of log entities keep their team, but the history of a record has that of the record. All writers lock
    // entities in the order of names.
    const entities = [...ctx.catalogue.entities.values()].filter(({ kind }) => kind !== 'log');
    let followers = 0;
    for (const entity of entities.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      followers += await this.#move(ctx, entity, userIds, tx);
      if (followers <= MAX_MATCHED) continue;
      const message = `More than ${MAX_MATCHED} records would follow their owner to the new team; give some to others first.`;
      throw new DomainError({ code: 'TooManyRows', message });
    }
  }

  /** Routines give records to other owners, but write no users. */
  afterRoutineSteps(ctx: RequestContext): readonly AfterRoutineStep[] {
    return this.records.afterRoutineSteps(ctx);
  }

  /** @returns how many records followed. */
  async #move(ctx: RequestContext, entity: Entity, userIds: readonly string[], tx: Transaction): Promise<number> {
    const [{ ids }] = await tx.runStatement(followTeams, ctx, { ids: userIds }, entity);
    const moved = ids === null ? [] : (JSON.parse(ids) as string[]);
    if (moved.length <= MAX_MATCHED) await this.records.follow(ctx, entity, moved, tx);
    return moved.length;
  }
}
