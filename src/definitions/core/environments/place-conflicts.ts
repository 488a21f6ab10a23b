import type { Environment } from '#core/catalogue/environment.js';
import type { Fault } from '#core/errors.js';

/** Ids and names of an environment and of what it belongs to. */
export type PlaceNames = Omit<Environment, 'settings' | 'schema'>;

interface Named {
  readonly kind: 'Tenant' | 'App' | 'Environment';
  readonly id: string;
  readonly name: string;
  readonly parentId: string;
  /** Names from the tenant down, such as `Acme/Sales`. */
  readonly path: string;
}

function levelsOf({ tenantId, tenantName, appId, appName, id, name }: PlaceNames): readonly Named[] {
  const [app, environment] = [`${tenantName}/${appName}`, `${tenantName}/${appName}/${name}`];
  return [
    { kind: 'Tenant', id: tenantId, name: tenantName, parentId: '', path: tenantName },
    { kind: 'App', id: appId, name: appName, parentId: tenantId, path: app },
    { kind: 'Environment', id, name, parentId: appId, path: environment },
  ];
}

/** Finds ids that are taken by other names, and names that are taken by other ids, among the places that exist. */
export function placeConflicts(wanted: readonly PlaceNames[], existing: readonly PlaceNames[]): readonly Fault[] {
  const known = existing.map(levelsOf);
  const messages = wanted
    .map(levelsOf)
    .flatMap((levels) => levels.flatMap((level, i) => known.map((others) => conflictOf(level, others[i]))));
  const distinct = new Set(messages.filter((message) => message !== undefined));
  return [...distinct].map((message) => ({ code: 'Conflict', message }));
}

function conflictOf({ kind, id, name, parentId, path }: Named, other: Named): string | undefined {
  const hasName = other.parentId === parentId && other.name.toLowerCase() === name.toLowerCase();
  if (hasName === (other.id === id)) return undefined;
  return hasName
    ? `${kind} ${path} exists with the Id ${other.id}, not ${id}.`
    : `The Id of ${kind} ${path}, ${id}, belongs to ${other.path}.`;
}
