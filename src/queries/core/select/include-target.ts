import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { Fault } from '#core/errors.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { IncludeLink } from './select-plan.js';

/** Target of an include, and its name in the answer. */
export interface IncludeTarget {
  readonly name: string;
  readonly entity: Entity;
  readonly link: IncludeLink;
}

/**
 * Resolves the name of an include on rows of `entity`, in any letter case: a relation to children, a lookup, a relation
 * in which `entity` is the child (then its parent record), or a child entity to which a single relation leads. Returns
 * a fault, without a path, for any other name.
 */
export function resolveIncludeTarget(catalogue: Catalogue, entity: Entity, name: string): IncludeTarget | Fault {
  const key = name.toLowerCase();
  const relation = entity.children.get(key);
  if (relation) return childrenOf(catalogue, relation, relation.name);
  const above = parents(catalogue, entity).get(key);
  if (above) return above;
  const leading = [...entity.children.values()].filter(({ childEntity }) => childEntity.toLowerCase() === key);
  if (leading.length === 1) return childrenOf(catalogue, leading[0], leading[0].childEntity);
  const fault = { code: 'UnknownField', fieldName: shortened(name) } as const;
  if (leading.length > 1) {
    const relations = leading.map((each) => each.name).join(', ');
    return { ...fault, message: `Several relations lead to ${leading[0].childEntity}: name one of ${relations}.` };
  }
  const hint = didYouMean(name, namesOf(catalogue, entity));
  return { ...fault, message: `${entity.name} has no relation, child entity or lookup '${shortened(name)}'.${hint}` };
}

/** Builds the include of a relation's children. */
export function childrenOf(catalogue: Catalogue, { childEntity, childField }: Relation, name: string): IncludeTarget {
  const child = catalogue.entity(childEntity);
  return { name, entity: child, link: { kind: 'children', lookup: child.fields.get(childField.toLowerCase())! } };
}

/** Maps the names of lookups, and of the relations behind them, in lower case, to includes of the parent records. */
function parents(catalogue: Catalogue, entity: Entity): ReadonlyMap<string, IncludeTarget> {
  const found = new Map<string, IncludeTarget>();
  for (const lookup of entity.fields.values()) {
    const target = lookup.target === undefined ? undefined : catalogue.find(lookup.target);
    if (!target) continue;
    const relation = [...target.children.values()].find(
      ({ childEntity, childField }) => childEntity === entity.name && childField === lookup.name,
    );
    for (const name of relation ? [relation.name, lookup.name] : [lookup.name]) {
      found.set(name.toLowerCase(), { name, entity: target, link: { kind: 'target', lookup } });
    }
  }
  return found;
}

const namesOf = (catalogue: Catalogue, entity: Entity): readonly string[] => [
  ...[...entity.children.values()].flatMap(({ name, childEntity }) => [name, childEntity]),
  ...[...parents(catalogue, entity).values()].map(({ name }) => name),
];
