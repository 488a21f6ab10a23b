import { Injectable } from '@nestjs/common';
import type { MatchCommand } from '#core/requests/write-commands.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import type { Transaction } from '#platform/database/transaction.js';
import { FollowOwner } from '#records/propagation/follow-owner.service.js';
import { RefreshRollups } from '#records/propagation/refresh-rollups.service.js';
import type { ConflictFaults, StepOutcome } from '#records/writes/write-plan.js';
import { MatchRepository } from '#records/writes/match.repository.js';
import { type WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { WriteTransactions } from '#records/writes/write-transactions.service.js';
import { restorableRecords, type DeletedRecords } from './deleted-records.js';
import { RestoreRepository, type RestoredGroup, type RestoreStep } from './restore.repository.js';

/** Restores deleted records with what was deleted along with them, or nothing (docs/interface/records.md#restore). */
@Injectable()
export class RestoreRecords {
  constructor(
    private readonly matches: MatchRepository,
    private readonly restores: RestoreRepository,
    private readonly followOwner: FollowOwner,
    private readonly rollups: RefreshRollups,
    private readonly transactions: WriteTransactions,
  ) {}

  /** @throws {DomainError} Conflict where unique values are taken or lookups point to deleted records */
  async restore(ctx: RequestContext, command: MatchCommand): Promise<WriteOutcome> {
    const deleted = restorableRecords(ctx, command);
    const { dryRun } = command.options;
    const perform = (tx: Transaction): Promise<StepOutcome> => this.within(ctx, deleted, { tx, mode: 'store' });
    return this.transactions.execute(ctx, { kind: 'steps', dryRun, conflicts: AT_WHERE_CLAUSE, perform });
  }

  /**
   * Restores records as a part of a transaction. Locks before it looks: what is found under a lock stays the same to the end
   * of the transaction.
   */
  async within(ctx: RequestContext, { entity, matcher }: DeletedRecords, step: RestoreStep): Promise<StepOutcome> {
    const { tx } = step;
    const { ids, faults } = await this.matches.lock(ctx, { entity, exclusive: true, rows: 'deleted' }, matcher, tx);
    if (faults.length > 0) throw new DomainError(...faults);
    const groups = await this.#follow(ctx, { entity, ids: new Set(ids) }, tx);
    const { result, matched } = await this.restores.restore(ctx, groups, step);
    for (const group of groups) await this.followOwner.catchUp(ctx, group.entity, [...group.ids], tx);
    for (const group of groups.toReversed()) await this.rollups.catchUp(ctx, group.entity, [...group.ids], tx);
    return { result: new JsonText(result), recordAffected: matched, written: groups.map((group) => group.entity) };
  }

  /**
   * The records and, at all levels below, the children that the same delete deleted
   * (docs/interface/records.md#restore).
   */
  async #follow(ctx: RequestContext, matched: RestoredGroup, tx: Transaction): Promise<readonly RestoredGroup[]> {
    const groups = new Map([[matched.entity.name, matched]]);
    let level: readonly RestoredGroup[] = [matched];
    while (level.length > 0) {
      const next: RestoredGroup[] = [];
      for (const { relation, parentIds } of level.flatMap(cascades)) {
        const found = await this.restores.lockDeletedWith(ctx, relation, parentIds, tx);
        next.push(added(groups, ctx.catalogue.entity(relation.childEntity), found));
      }
      level = next.filter(({ ids }) => ids.size > 0);
    }
    return [...groups.values()];
  }
}

const AT_WHERE_CLAUSE: ConflictFaults = { locate: (clash) => ({ ...clash, path: 'WhereClause' }) };

/** The relations through which a delete of these records deleted others. */
const cascades = ({ entity, ids }: RestoredGroup) =>
  [...entity.children.values()]
    .filter(({ onDelete }) => onDelete === 'Cascade' && ids.size > 0)
    .map((relation) => ({ relation, parentIds: [...ids] }));

/** Adds records to their entity's group. @returns those that were not in it */
function added(
  groups: Map<string, RestoredGroup>,
  entity: RestoredGroup['entity'],
  found: readonly string[],
): RestoredGroup {
  const group = groups.get(entity.name) ?? { entity, ids: new Set<string>() };
  const fresh = found.filter((id) => !group.ids.has(id));
  for (const id of fresh) group.ids.add(id);
  if (group.ids.size > 0) groups.set(entity.name, group);
  return { entity, ids: new Set(fresh) };
}
