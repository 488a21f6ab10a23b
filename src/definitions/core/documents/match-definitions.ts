import type { Faults } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { shortened } from '#core/nearest.js';
import { mapped, type Steps, visited } from '#core/steps.js';
import type { FileKind } from './file-kinds.js';
import type { GivenDefinition } from './read-document.js';
import type { StoredDefinition, EnvironmentDefinitions } from './environment-definitions.js';

/** A definition of a document with its id in the environment. */
export interface MatchedDefinition {
  readonly given: GivenDefinition;
  readonly id: string;
  readonly parentId: string | undefined;
  /** Absent: the definition is new. */
  readonly old: StoredDefinition | undefined;
}

/** Definitions of one kind to match; those of their parents and targets are matched already. */
interface Matching {
  readonly kind: FileKind;
  readonly stored: EnvironmentDefinitions;
  readonly given: ReadonlyMap<string, readonly GivenDefinition[]>;
  readonly matched: ReadonlyMap<GivenDefinition, MatchedDefinition>;
  readonly newId: (name: string) => string;
  /** Finds the targets of references by the names of their fields. */
  resolve(given: GivenDefinition): ReadonlyMap<string, string | null>;
}

const keyText = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value.toLowerCase() : value === undefined ? '' : JSON.stringify(value);

/**
 * Finds the definitions of a document in the environment: by their ids, else by their names. Those that were created in
 * both under one name have the id of the environment.
 */
export function* matchDefinitions(matching: Matching, faults: Faults): Steps<readonly MatchedDefinition[]> {
  const { kind, stored } = matching;
  const given = matching.given.get(kind.entity) ?? [];
  const keys = new Map(yield* mapped(given, (each) => [each, keyOf(matching, each)] as const));
  yield* refuseTwins(matching, keys, faults);
  const byId = new Map(
    given.map((each) => [each, each.id === undefined ? undefined : stored.find(kind.entity, each.id)]),
  );
  const claimed = new Set(byId.values());
  yield* refuseNamesOfService(matching, keys, faults);
  const byKey = new Map<string, StoredDefinition[]>();
  for (const definition of stored.all(kind).filter((each) => !claimed.has(each) && !each.isSystem)) {
    const key = storedKey(kind, definition);
    const known = byKey.get(key);
    if (known) known.push(definition);
    else byKey.set(key, [definition]);
    yield;
  }
  const newNames = new Map<string, number>();
  return yield* mapped(given, (each) => {
    const parentId = each.parent && matching.matched.get(each.parent)?.id;
    if (each.isExtension) return extended(stored, each);
    const old = byId.get(each) ?? byKey.get(keys.get(each)!)?.shift();
    refuseForeign(each, old, parentId, faults);
    return { given: each, id: old?.id ?? each.id ?? newIdOf(matching, each, newNames), parentId, old };
  });
}

/** Finds a system entity, which every environment has under its own id. */
function extended(stored: EnvironmentDefinitions, given: GivenDefinition): MatchedDefinition {
  const old = stored
    .all(given.kind)
    .find(({ isSystem, values }) => isSystem && values.get('EntityName') === given.label)!;
  return { given, id: old.id, parentId: undefined, old };
}

/** Derives the id of a new definition from its name; parts may share a name. */
function newIdOf({ kind, newId }: Matching, { label }: GivenDefinition, used: Map<string, number>): string {
  const name = `${kind.entity}/${label}`;
  const times = (used.get(name) ?? 0) + 1;
  used.set(name, times);
  return newId(times === 1 ? name : `${name}#${times}`);
}

/** Returns what names a definition among all of its kind; those of siblings begin with their parent's id. */
function keyOf(matching: Matching, given: GivenDefinition): string {
  const { key, apart = [] } = matching.kind;
  const parentId = given.parent && matching.matched.get(given.parent)?.id;
  const targets = matching.resolve(given);
  const parts = [...key, ...apart].map((member) => {
    const named = given.references.find(({ reference }) => reference.member === member);
    if (!named) return given.values.get(member);
    // Names of nothing differ from each other, too.
    return targets.get(named.reference.field) ?? (named.name === undefined ? null : `? ${named.name}`);
  });
  return [parentId, ...parts].map(keyText).join('\n');
}

function storedKey({ key, apart = [], references }: FileKind, { parentId, values }: StoredDefinition): string {
  const parts = [...key, ...apart].map((member) => {
    const reference = references.find((each) => each.member === member);
    return values.get(reference?.field ?? member) ?? (reference ? null : undefined);
  });
  return [parentId, ...parts].map(keyText).join('\n');
}

/** Refuses ids that occur twice, and names that must be unique; those that the environment has twice already may stay. */
function* refuseTwins(
  { kind, stored }: Matching,
  keys: ReadonlyMap<GivenDefinition, string>,
  faults: Faults,
): Steps<void> {
  const isStored = (given: GivenDefinition): boolean => {
    const old = stored.find(kind.entity, given.id ?? '');
    return old !== undefined && storedKey(kind, old) === keys.get(given);
  };
  const [ids, names] = [new Map<string, GivenDefinition>(), new Map<string, GivenDefinition>()];
  yield* visited(keys, ([given, key]) => {
    const sameId = given.id === undefined ? undefined : ids.get(given.id);
    if (sameId) faults.add('Validation', `${sameId.path} has the same Id.`, { path: `${given.path}.Id` });
    else if (given.id !== undefined) ids.set(given.id, given);
    if (kind.apart) return;
    const sameName = names.get(key);
    if (!sameName) names.set(key, given);
    else if (!isStored(given) || !isStored(sameName)) {
      const message = `${sameName.path} is ${kind.entity} '${shortened(given.label)}' already.`;
      faults.add('Validation', message, { path: `${given.path}.${kind.key.at(-1)}` });
    }
  });
}

/** Refuses the names of definitions of the service itself, such as the role Administrator. */
function* refuseNamesOfService(
  { kind, stored }: Matching,
  keys: ReadonlyMap<GivenDefinition, string>,
  faults: Faults,
): Steps<void> {
  const ofService = stored.all(kind).filter(({ isSystem }) => isSystem);
  const names = new Set(ofService.map((definition) => storedKey(kind, definition)));
  yield* visited(keys, ([{ id, path, label, isExtension }, key]) => {
    if (isExtension || !names.has(key) || stored.find(kind.entity, id ?? '')?.isSystem) return;
    const message = `${kind.entity} '${shortened(label)}' belongs to the service itself. Give it another name.`;
    faults.add('Conflict', message, { path: `${path}.${kind.key.at(-1)}` });
  });
}

/** Refuses the id of a definition of the service itself, and of a part of another definition. */
function refuseForeign(
  { kind, path }: GivenDefinition,
  old: StoredDefinition | undefined,
  parentId: string | undefined,
  faults: Faults,
): void {
  if (!old || (!old.isSystem && old.parentId === parentId)) return;
  const owner = old.isSystem ? 'the service itself' : `another ${kind.parent?.entity}`;
  const message = `In this environment the Id belongs to a ${kind.entity} of ${owner}.`;
  faults.add('Validation', message, { path: `${path}.Id` });
}
