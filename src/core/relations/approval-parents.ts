import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';

/** Tells whether approvals can lock records of the entity. */
export const isLockable = ({ approvalProcesses }: Entity): boolean => approvalProcesses.length > 0;

type Parents = ReadonlyMap<string, readonly Relation[]>;

const parents = new WeakMap<Catalogue, Parents>();

/**
 * Relations with OnDelete Cascade through which records of an entity belong to records that approvals can lock,
 * directly or over several levels; none for most entities.
 */
export function approvalParents(catalogue: Catalogue, { name }: Entity): readonly Relation[] {
  const known = parents.get(catalogue) ?? findParents(catalogue, isLockable, ({ onDelete }) => onDelete === 'Cascade');
  parents.set(catalogue, known);
  return known.get(name) ?? [];
}

/**
 * Finds the relations through which entities belong to others, directly or over several levels.
 * @param isRoot tells which entities they belong to
 * @param isFollowed tells which relations count
 */
export function findParents(
  catalogue: Catalogue,
  isRoot: (entity: Entity) => boolean,
  isFollowed: (relation: Relation) => boolean,
): Parents {
  const found = new Map<string, Relation[]>();
  const reached = new Set([...catalogue.entities.values()].filter(isRoot));
  // A set that grows while it is iterated also yields what is added.
  for (const parent of reached) {
    for (const relation of parent.children.values()) {
      if (!isFollowed(relation)) continue;
      found.set(relation.childEntity, [...(found.get(relation.childEntity) ?? []), relation]);
      reached.add(catalogue.entity(relation.childEntity));
    }
  }
  return found;
}
