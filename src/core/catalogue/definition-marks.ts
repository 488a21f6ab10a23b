import { Definition, type DefinitionSet } from './definition.js';
import type { JsonObject } from '#core/json/json.js';
import type { Steps } from '#core/steps.js';

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

/** Lists the marks of the definitions of an environment, in steps. */
export function* marksOf(set: DefinitionSet): Steps<DefinitionMarks> {
  const marks = new Map<string, string[]>(set.entities.map((entity) => [text(entity, 'EntityName'), []]));
  const add = (name: string, of: readonly JsonObject[]): void => {
    marks.set(name, [...(marks.get(name) ?? []), ...of.map(markOf)]);
  };
  for (const entity of set.entities) {
    const fields = objects(entity, 'Fields');
    add(text(entity, 'EntityName'), [entity, ...fields, ...objects(entity, 'Rules', 'Hooks', 'Indexes')]);
    yield;
  }
  // Built-in entities have no definitions that change but their own fields.
  const fields = [...set.entities, ...(set.extensions ?? [])].flatMap((entity) => objects(entity, 'Fields'));
  for (const field of fields) if (marks.has(text(field, 'Target'))) add(text(field, 'Target'), [field]);
  for (const relation of set.relations)
    for (const member of ['ParentEntity', 'ChildEntity']) add(text(relation, member), [relation]);
  for (const lifecycle of set.lifecycles)
    add(text(lifecycle, 'EntityName'), [lifecycle, ...objects(lifecycle, 'Statuses', 'Transitions')]);
  for (const each of [...set.approvalProcesses, ...set.roleAccess]) add(text(each, 'EntityName'), [each]);
  add(ANY_ENTITY, [...set.roles, ...set.teams, ...set.workflows]);
  return marks.set(ANY_ENTITY, [...(marks.get(ANY_ENTITY) ?? []), ...set.roles.flatMap(permissionsOf)]);
}

/** Names of the entities about which definitions differ. */
export function namesWithChanges(before: DefinitionMarks, after: DefinitionMarks): readonly string[] {
  const isSame = (name: string): boolean => {
    const [old, now] = [before.get(name) ?? [], after.get(name) ?? []];
    return old.length === now.length && old.every((mark, i) => mark === now[i]);
  };
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => !isSame(name));
}
