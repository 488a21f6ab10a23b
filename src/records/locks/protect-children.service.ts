import { Injectable } from '@nestjs/common';
import { approvalParents } from '#core/relations/approval-parents.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, WriteRefused, type BeforeCommitHook } from '#records/hooks/before-commit-hooks.js';
import { LockedRecords, type ChildrenOfParent } from './locked-records.repository.js';

/** Records of one entity whose parents are looked at: those with these ids, or all that the transaction has changed. */
interface Level {
  readonly entity: Entity;
  readonly ids?: readonly string[];
}

/**
 * Refuses writes to the parts of a record that an approval locks: records that belong to it
 * through OnDelete Cascade, at every level. Parents are locked as those of rollups are, in the order of their Ids, so
 * that a request that is being started is waited for and writers of one parent's children do not deadlock.
 */
@Injectable()
export class ProtectChildren implements BeforeCommitHook {
  constructor(
    private readonly locked: LockedRecords,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('locks', this);
  }

  concerns({ catalogue }: RequestContext, entity: Entity): boolean {
    return approvalParents(catalogue, entity).length > 0;
  }

  /** Goes up level by level. @throws {WriteRefused} for the locked parents at all levels */
  async beforeCommit(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<void> {
    const levels = written.map((entity) => ({ entity }));
    const faults = await this.faultsAbove(ctx, levels, tx);
    if (faults.length > 0) throw new WriteRefused(...faults);
  }

  /** Finds the locked records above the given ones, at all levels, and locks the rows of all records above them. */
  async faultsAbove(ctx: RequestContext, levels: readonly Level[], tx: Transaction): Promise<readonly Fault[]> {
    const faults: Fault[] = [];
    const seen = new Set<string>();
    let below = levels;
    while (below.length > 0) {
      const above: Level[] = [];
      for (const [parent, children] of byParentEntity(ctx, below)) {
        const parents = (await this.locked.lockParents(ctx, children, tx)).filter(({ id }) => !seen.has(id));
        for (const { id } of parents) seen.add(id);
        const lockedIds = parents.filter(({ isLocked }) => isLocked).map(({ id }) => id);
        faults.push(...(await this.locked.faults(ctx, parent, lockedIds, tx)));
        if (parents.length > 0) above.push({ entity: parent, ids: parents.map(({ id }) => id) });
      }
      below = above;
    }
    return faults;
  }
}

/** Relations to parents by parent entity, in the order of names, so that all writers lock entities in one order. */
function byParentEntity(
  { catalogue }: RequestContext,
  below: readonly Level[],
): readonly (readonly [Entity, readonly ChildrenOfParent[]])[] {
  const groups = new Map<string, ChildrenOfParent[]>();
  for (const { entity, ids } of below) {
    for (const relation of approvalParents(catalogue, entity)) {
      const group = groups.get(relation.parentEntity) ?? [];
      groups.set(relation.parentEntity, [...group, { relation, ...(ids && { childIds: ids }) }]);
    }
  }
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, group]) => [catalogue.entity(name), group]);
}
