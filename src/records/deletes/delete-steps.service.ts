import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { JsonText } from '#core/json/json.js';
import type { Deletion } from '#records/core/deletes/deletion.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import { CascadeDelete } from './cascade-delete.service.js';
import { DeleteHooks } from './delete-hooks.service.js';
import { DeleteRepository } from './delete.repository.js';
import { MatchRepository } from '#records/writes/match.repository.js';
import type { StepOutcome, StepTransaction } from '#records/writes/write-plan.js';

/** Outcome of a delete; `written` includes the entities of records that cascaded or lost a lookup. */
export interface DeleteOutcome extends StepOutcome {
  /** Ids of the matched records, without those that cascaded. */
  readonly ids: readonly string[];
  /** The matched records as they were, if they were asked for. */
  readonly records?: JsonText;
}

/** Steps of a delete, all in one transaction. */
@Injectable()
export class DeleteSteps {
  constructor(
    private readonly deletes: DeleteRepository,
    private readonly cascade: CascadeDelete,
    private readonly hooks: DeleteHooks,
    private readonly matches: MatchRepository,
  ) {}

  /**
   * Locks before it looks: what is found under a lock stays the same to the end of the transaction.
   * @param answersRecords reads the matched records before they are deleted
   */
  async delete(
    ctx: RequestContext,
    entity: Entity,
    matcher: Matcher,
    { tx, mode }: StepTransaction,
    answersRecords = false,
  ): Promise<DeleteOutcome> {
    const ids = await this.deletes.lockMatched(ctx, entity, matcher, tx);
    const deletion = await this.cascade.follow(ctx, { entity, hard: !entity.softDelete, ids: new Set(ids) }, tx);
    await this.cascade.requireUnlocked(ctx, deletion, ids, tx);
    const hooked = await this.hooks.before(ctx, deletion, ids, tx);
    await this.cascade.requireUnblocked(ctx, deletion, tx);
    const records = answersRecords ? await this.matches.shown(ctx, entity, ids, tx) : undefined;
    const deleted = await this.deletes.apply(ctx, deletion, { tx, mode });
    await this.hooks.after(ctx, hooked, tx);
    const written = deletedEntities(ctx, deletion);
    return {
      result: new JsonText(deleted.result),
      recordAffected: deleted.matched,
      ids,
      written,
      ...(records && { records }),
    };
  }
}

/** Entities whose records a delete changes: those of deleted records, and of records that lose a lookup. */
export function deletedEntities({ catalogue }: RequestContext, { groups, cleared }: Deletion): readonly Entity[] {
  const losing = cleared.map(({ relation }) => catalogue.entity(relation.childEntity));
  return [...new Set([...groups.map(({ entity }) => entity), ...losing])];
}
