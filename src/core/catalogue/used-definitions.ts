import type { Catalogue } from './catalogue.js';
import { ANY_ENTITY } from './definition-marks.js';
import type { Entity } from './entity.js';
import { SYSTEM_ENTITIES } from './system-entities.js';

/** Entities that a write changes. */
export interface WriteExtent {
  /** Entities whose records it changes by itself; what follows from that is found in their definitions. */
  readonly entities: readonly Entity[];
  /** True for a write that creates records and changes none. */
  readonly isInsert?: boolean;
}

/**
 * Names, in lower case, of the entities that a write may touch: those of its lookups at every level, whose records it
 * reads and whose rollups and approvals follow; of a change or delete also those of the children at every level
 * (docs/definitions.md#definitions-and-writes-at-the-same-time). A built-in entity, such as that of approval requests, may
 * lead to any.
 */
export function touchedNames(catalogue: Catalogue, { entities, isInsert }: WriteExtent): readonly string[] {
  if (entities.some(isBuiltIn)) return [...catalogue.marks.keys()];
  const childrenOf = (name: string): readonly string[] =>
    [...(catalogue.find(name)?.children.values() ?? [])].map(({ childEntity }) => childEntity);
  const targetsOf = (name: string): readonly string[] =>
    [...(catalogue.find(name)?.fields.values() ?? [])].flatMap(({ target }) => target ?? []);
  const names = entities.map(({ name }) => name);
  const touched = reached(targetsOf, isInsert ? names : reached(childrenOf, names));
  return [...touched].map((name) => name.toLowerCase());
}

const BUILT_IN = new Set(SYSTEM_ENTITIES.map(({ EntityName }) => EntityName as string));

/** Tells whether an entity is the service's own. */
export const isBuiltIn = ({ name }: Entity): boolean => BUILT_IN.has(name);

/** Names with all that follow from them. A set that grows while it is iterated also yields what is added. */
function reached(following: (name: string) => readonly string[], from: Iterable<string>): ReadonlySet<string> {
  const names = new Set(from);
  for (const name of names) for (const next of following(name)) names.add(next);
  return names;
}

/** Marks of the definitions that are about these entities, or about any. */
export const marksAbout = ({ marks }: Catalogue, names: readonly string[]): ReadonlySet<string> =>
  new Set([ANY_ENTITY, ...names].flatMap((name) => marks.get(name) ?? []));
