import { type BuiltParts, sameItems } from '#core/built-parts.js';
import { Definition, type DefinitionSet } from './definition.js';
import type { JsonObject } from '#core/json/json.js';
import { mapped, type Steps, visited } from '#core/steps.js';

/**
 * Id and `RowVersion` of definitions: a definition is the same while its mark is. By the name of the entity that they are
 * about, in lower case; those of roles, teams and workflows, which may be about any, by the empty name.
 */
export type DefinitionMarks = ReadonlyMap<string, readonly string[]>;

/** Name under which the marks of definitions stand that may be about any entity. */
export const ANY_ENTITY = '';

export const NO_MARKS: DefinitionMarks = new Map();

const idOf = (json: JsonObject): string => new Definition(json).text('Id') ?? '';
const markOf = (json: JsonObject): string => `${idOf(json)} ${new Definition(json).text('RowVersion') ?? ''}`;

/** Permissions have no record of their own in a role. */
const permissionsOf = (role: JsonObject): readonly string[] =>
  new Definition(role).texts('Permissions').map((name) => `${idOf(role)} ${name}`);

const text = (json: JsonObject, member: string): string => (new Definition(json).text(member) ?? '').toLowerCase();
const objects = (json: JsonObject, ...parts: readonly string[]): readonly JsonObject[] =>
  parts.flatMap((part) => new Definition(json).objects(part));

/** Marks of an entity with its parts. */
const ownMarks = (entity: JsonObject): readonly string[] =>
  [entity, ...objects(entity, 'Fields', 'Rules', 'Hooks', 'Indexes')].map(markOf);

/** Lookups of an entity: the name of their target, and their mark. */
const lookupMarks = (entity: JsonObject): readonly (readonly [target: string, mark: string])[] =>
  objects(entity, 'Fields').flatMap((field) => {
    const target = text(field, 'Target');
    return target === '' ? [] : [[target, markOf(field)]];
  });

/**
 * Lists the marks of the definitions of an environment, in steps. Those of an entity that nothing leads to are the same
 * array while they are the same.
 */
export function* marksOf(set: DefinitionSet, parts: BuiltParts): Steps<DefinitionMarks> {
  const own = (entity: JsonObject): readonly string[] => parts.of('marks', entity, [], () => ownMarks(entity));
  const entities = yield* mapped(set.entities, (entity) => [text(entity, 'EntityName'), own(entity)] as const);
  const marks = new Map(entities);
  const addMarks = (name: string, more: readonly string[]): void => {
    if (more.length > 0) marks.set(name, [...(marks.get(name) ?? []), ...more]);
  };
  const add = (name: string, of: readonly JsonObject[]): void => addMarks(name, of.map(markOf));
  // Built-in entities have no definitions that change but their own fields.
  yield* visited([...set.entities, ...(set.extensions ?? [])], (entity) => {
    const lookups = parts.of('marks of lookups', entity, [], () => lookupMarks(entity));
    for (const [target, mark] of lookups) if (marks.has(target)) addMarks(target, [mark]);
  });
  for (const relation of set.relations)
    for (const member of ['ParentEntity', 'ChildEntity']) add(text(relation, member), [relation]);
  for (const lifecycle of set.lifecycles)
    add(text(lifecycle, 'EntityName'), [lifecycle, ...objects(lifecycle, 'Statuses', 'Transitions')]);
  for (const each of [...set.approvalProcesses, ...set.roleAccess, ...(set.fieldAccess ?? [])])
    add(text(each, 'EntityName'), [each]);
  add(ANY_ENTITY, [...set.roles, ...set.teams, ...set.workflows]);
  return marks.set(ANY_ENTITY, [...(marks.get(ANY_ENTITY) ?? []), ...set.roles.flatMap(permissionsOf)]);
}

/** Names of the entities about which definitions differ. */
export function namesWithChanges(before: DefinitionMarks, after: DefinitionMarks): readonly string[] {
  const isSame = (name: string): boolean => {
    const [old, now] = [before.get(name) ?? [], after.get(name) ?? []];
    return sameItems(old, now);
  };
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => !isSame(name));
}
