import { isDeepStrictEqual } from 'node:util';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';

/** What a write changes. */
export interface WrittenRecords {
  /** Entities whose records it changes by itself; what follows from that is found in their definitions. */
  readonly entities: readonly Entity[];
  /** True for a write that creates records and changes none. */
  readonly isInsert?: boolean;
}

type Call = Pick<RequestContext, 'catalogue' | 'principal'>;

/**
 * Tells whether two contexts of a call are the same for a write: the definitions of every entity that it may touch, and
 * the caller's rights to them (docs/definitions.md#definitions-and-writes-at-the-same-time).
 */
export function usesSame(before: Call, now: Call, written: WrittenRecords): boolean {
  const names = new Set([before, now].flatMap(({ catalogue }) => [...touchedNames(catalogue, written)]));
  return (
    isDeepStrictEqual(surroundingsOf(before), surroundingsOf(now)) &&
    [...names].every((name) => isDeepStrictEqual(usedOf(before, name), usedOf(now, name)))
  );
}

/** Settings, roles, teams and the caller, which belong to no entity. */
function surroundingsOf({ catalogue: { environment, organisation }, principal }: Call): unknown {
  return [environment, organisation, { ...principal, access: undefined }];
}

/** What a write uses of one entity. A hook in code may read all others. */
function usedOf({ catalogue, principal }: Call, name: string): unknown {
  const entity = catalogue.find(name);
  if (entity?.hooks.some(({ handler }) => handler !== undefined)) return [catalogue.entities, principal.access];
  const startsWorkflows = entity?.lifecycle !== undefined || (entity?.approvalProcesses.length ?? 0) > 0;
  return [entity, principal.access.get(name), startsWorkflows && catalogue.automation.workflows];
}

/**
 * Names of the entities that a write may touch: those of its lookups at every level, whose records it reads and whose
 * rollups and approvals follow; of a change or delete also those of the children at every level.
 */
function touchedNames(catalogue: Catalogue, { entities, isInsert }: WrittenRecords): ReadonlySet<string> {
  const childrenOf = (name: string): readonly string[] =>
    [...(catalogue.find(name)?.children.values() ?? [])].map(({ childEntity }) => childEntity);
  const targetsOf = (name: string): readonly string[] =>
    [...(catalogue.find(name)?.fields.values() ?? [])].flatMap(({ target }) => target ?? []);
  const names = entities.map(({ name }) => name);
  return reached(targetsOf, isInsert ? names : reached(childrenOf, names));
}

/** Names with all that follow from them. A set that grows while it is iterated also yields what is added. */
function reached(following: (name: string) => readonly string[], from: Iterable<string>): ReadonlySet<string> {
  const names = new Set(from);
  for (const name of names) for (const next of following(name)) names.add(next);
  return names;
}
