import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';

/** Tells whether approvals can lock records of the entity. */
export const isLockable = ({ approvalProcesses }: Entity): boolean => approvalProcesses.length > 0;

const parents = new WeakMap<Catalogue, ReadonlyMap<string, readonly Relation[]>>();

/**
 * Relations with OnDelete Cascade through which records of an entity belong to records that approvals can lock,
 * directly or over several levels; none for most entities.
 */
export function approvalParents(catalogue: Catalogue, { name }: Entity): readonly Relation[] {
  const known = parents.get(catalogue) ?? findParents(catalogue);
  parents.set(catalogue, known);
  return known.get(name) ?? [];
}

function findParents(catalogue: Catalogue): ReadonlyMap<string, readonly Relation[]> {
  const found = new Map<string, Relation[]>();
  const reached = new Set([...catalogue.entities.values()].filter(isLockable));
  // A set that grows while it is iterated also yields what is added.
  for (const parent of reached) {
    for (const relation of parent.children.values()) {
      if (relation.onDelete !== 'Cascade') continue;
      found.set(relation.childEntity, [...(found.get(relation.childEntity) ?? []), relation]);
      reached.add(catalogue.entity(relation.childEntity));
    }
  }
  return found;
}
