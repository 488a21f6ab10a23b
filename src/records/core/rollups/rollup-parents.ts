import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';

/** Rollup fields of a parent that look at the children of one relation. */
export interface RollupParent {
  readonly parent: Entity;
  readonly relation: Relation;
  readonly fields: readonly Field[];
}

const parents = new WeakMap<Catalogue, Map<string, readonly RollupParent[]>>();

/** Parents whose rollups depend on the records of a child entity; none for most entities. */
export function rollupParents(catalogue: Catalogue, child: Entity): readonly RollupParent[] {
  const known = parents.get(catalogue) ?? new Map<string, readonly RollupParent[]>();
  parents.set(catalogue, known);
  const found = known.get(child.name) ?? findParents(catalogue, child);
  known.set(child.name, found);
  return found;
}

function findParents(catalogue: Catalogue, child: Entity): readonly RollupParent[] {
  return [...catalogue.entities.values()].flatMap((parent) => {
    const relations = [...parent.children.values()].filter(({ childEntity }) => childEntity === child.name);
    return relations.flatMap((relation): readonly RollupParent[] => {
      const fields = [...parent.fields.values()].filter(
        ({ rollup }) => rollup?.relation.toLowerCase() === relation.name.toLowerCase(),
      );
      return fields.length > 0 ? [{ parent, relation, fields }] : [];
    });
  });
}
