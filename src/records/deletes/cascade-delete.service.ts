import { shortened } from '#core/nearest.js';
import { Injectable } from '@nestjs/common';
import { isLockable } from '#core/relations/approval-parents.js';
import type { Relation } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { LockedRecords } from '#records/locks/locked-records.repository.js';
import type { ChildCount } from '#records/core/deletes/delete-records.sql.js';
import { DeleteRepository } from './delete.repository.js';
import type { Clearing, DeletedGroup, Deletion } from '#records/core/deletes/deletion.js';

/** Follows the relations of records that are being deleted, at all levels below. */
@Injectable()
export class CascadeDelete {
  constructor(
    private readonly deletes: DeleteRepository,
    private readonly locked: LockedRecords,
  ) {}

  /** Locks the records that cascade, and finds the lookups that are cleared. */
  async follow(ctx: RequestContext, matched: DeletedGroup, tx: Transaction): Promise<Deletion> {
    const groups = new Map<string, DeletedGroup>([[matched.entity.name, matched]]);
    let level: readonly DeletedGroup[] = [matched];
    while (level.length > 0) level = await this.#nextLevel(ctx, level, groups, tx);
    return { groups: [...groups.values()], cleared: clearings(groups) };
  }

  /** The children that cascade from one level and are not being deleted already. */
  async #nextLevel(
    ctx: RequestContext,
    level: readonly DeletedGroup[],
    groups: Map<string, DeletedGroup>,
    tx: Transaction,
  ): Promise<readonly DeletedGroup[]> {
    const next: DeletedGroup[] = [];
    for (const { entity, hard, ids: parentIds } of level) {
      if (parentIds.size === 0) continue;
      for (const relation of relationsOf(entity.children, 'Cascade')) {
        const child = ctx.catalogue.entity(relation.childEntity);
        // A hard delete of the parent removes its soft-deleted children too.
        const found = await this.deletes.lockChildren(ctx, relation, [...parentIds], { tx, all: hard });
        const group = groups.get(child.name) ?? {
          entity: child,
          hard: hard || !child.softDelete,
          ids: new Set<string>(),
        };
        const fresh = new Set(found.filter((id) => !group.ids.has(id)));
        fresh.forEach((id) => group.ids.add(id));
        groups.set(child.name, group);
        next.push({ entity: child, hard: group.hard, ids: fresh });
      }
    }
    return next.filter((group) => group.ids.size > 0);
  }

  /**
   * Checks the records that cascade, and those that would lose a lookup.
   * @param checked ids of the matched records, which were checked when they were locked
   * @throws {DomainError} ApprovalLocked, naming the records that approvals lock
   */
  async requireUnlocked(
    ctx: RequestContext,
    { groups, cleared }: Deletion,
    checked: readonly string[],
    tx: Transaction,
  ): Promise<void> {
    const known = new Set(checked);
    const faults: Fault[] = [];
    for (const { entity, ids } of groups) {
      const cascaded = [...ids].filter((id) => !known.has(id));
      faults.push(...(await this.locked.faults(ctx, entity, cascaded, tx)));
    }
    for (const { relation, parentIds, goingIds } of cleared) {
      const child = ctx.catalogue.entity(relation.childEntity);
      if (!isLockable(child)) continue;
      const losing = await this.deletes.lockChildren(ctx, relation, parentIds, { tx, all: false });
      const going = new Set(goingIds);
      const kept = losing.filter((id) => !going.has(id));
      faults.push(...(await this.locked.faults(ctx, child, kept, tx)));
    }
    if (faults.length > 0) throw new DomainError(...faults);
  }

  /** @throws {DomainError} DeleteBlocked, naming every child entity that blocks and the number of its records */
  async requireUnblocked(ctx: RequestContext, { groups }: Deletion, tx: Transaction): Promise<void> {
    const faults: Fault[] = [];
    for (const { entity, hard, ids: parentIds } of groups) {
      if (parentIds.size === 0) continue;
      for (const relation of relationsOf(entity.children, 'Restrict')) {
        const going = groups.find((group) => group.entity.name === relation.childEntity)?.ids ?? new Set<string>();
        const of = { parentIds: [...parentIds], goingIds: [...going] };
        faults.push(...blocking(relation, await this.deletes.countChildren(ctx, relation, of, tx), hard));
      }
    }
    if (faults.length > 0) throw new DomainError(...faults);
  }
}

const relationsOf = (children: ReadonlyMap<string, Relation>, onDelete: Relation['onDelete']): readonly Relation[] =>
  [...children.values()].filter((relation) => relation.onDelete === onDelete);

function clearings(groups: ReadonlyMap<string, DeletedGroup>): readonly Clearing[] {
  return [...groups.values()].flatMap(({ entity, hard, ids }) =>
    relationsOf(entity.children, 'SetNull').flatMap((relation): readonly Clearing[] => {
      const goingIds = [...(groups.get(relation.childEntity)?.ids ?? [])];
      return ids.size === 0 ? [] : [{ relation, parentIds: [...ids], goingIds, all: hard }];
    }),
  );
}

const recordsOfKind = (count: number, kind = ''): string => `${kind}${count === 1 ? 'record' : 'records'}`;

/** Live children always block; soft-deleted ones block only a hard delete of their parent. */
function blocking({ childEntity }: Relation, { live, deleted, names }: ChildCount, hard: boolean): readonly Fault[] {
  const named = (count: number): string =>
    names.length === 0 ? '' : `: ${names.map((name) => shortened(name)).join(', ')}${count > names.length ? ' …' : ''}`;
  const blocked = (count: number, what: string): Fault => ({
    code: 'DeleteBlocked',
    message: `${count} ${what} of ${childEntity} still ${count === 1 ? 'belongs' : 'belong'} to what would be deleted${named(count)}.`,
    params: { EntityName: childEntity, Count: count },
  });
  if (live > 0) return [blocked(live, recordsOfKind(live))];
  return hard && deleted > 0 ? [blocked(deleted, recordsOfKind(deleted, 'deleted '))] : [];
}
