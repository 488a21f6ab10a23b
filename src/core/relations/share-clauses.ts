import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { changeKind, type ChangeKind } from '#core/changes/change.js';
import type { Principal } from '#core/context/context.js';
import { raw, Slot } from '#core/sql/sql.js';
import { CALL } from '#core/statements/args.js';
import { BESIDE, type BoundClause } from '#core/statements/caller-clause.js';
import { liveRowsOf } from './relation.js';
import { isFor, sharesOfRow, sharingParents } from './shares.sql.js';

const FIRST = Object.keys(CALL).length;
const MEMBER = {
  userId: new Slot(FIRST, 'uuid'),
  teamIds: new Slot(FIRST + 1, 'uuid[]'),
  roleIds: new Slot(FIRST + 2, 'uuid[]'),
};

const valuesOf = ({ userId, teamIds, roleIds }: Principal): readonly unknown[] => [userId, teamIds, roleIds];

/**
 * Kinds of changes by which children may be shared or not without a change of their own: parents that are deleted, and
 * parents between, which may get other parents.
 */
function parentChanges(catalogue: Catalogue, entity: Entity): ReadonlySet<ChangeKind> {
  const kinds = new Set<ChangeKind>();
  const children = new Set([entity]);
  // A set that grows while it is iterated also yields what is added.
  for (const child of children)
    for (const { parentEntity } of sharingParents(catalogue, child)) {
      const parent = catalogue.entity(parentEntity);
      const isBetween = sharingParents(catalogue, parent).length > 0;
      kinds.add(isBetween ? parentEntity : changeKind(parentEntity, 'Delete'));
      children.add(parent);
    }
  return kinds;
}

/** Clause that a share is for a user. */
export const receivedShare = (principal: Principal): BoundClause => ({
  shape: 'received',
  values: valuesOf(principal),
  on: (_, alias) => isFor(raw(alias), MEMBER),
});

/** Clause that a record is shared with a user now, itself or with one that it belongs to. */
export const sharedRecord = (catalogue: Catalogue, entity: Entity, principal: Principal): BoundClause => ({
  shape: 'shared',
  values: valuesOf(principal),
  reads: parentChanges(catalogue, entity),
  beside: (ctx, alias) => sharesOfRow(ctx, entity, raw(alias), { right: 'Read', rowsOf: liveRowsOf(ctx) }),
  on: () => isFor(BESIDE, MEMBER),
});
