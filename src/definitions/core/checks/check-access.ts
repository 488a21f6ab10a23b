import type { Entity } from '#core/catalogue/entity.js';
import type { DefinitionProblem } from './definition-problem.js';
import { Definition } from '#core/catalogue/definition.js';
import { isArray, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { RequestContext } from '#core/context/context.js';
import { rowClauseFaults } from './check-row-clauses.js';
import { gathered, visited, type Steps } from '#core/steps.js';

const entityNameOf = (json: JsonObject): string => new Definition(json).text('EntityName') ?? '';

const aboutAccess = (json: JsonObject): Pick<DefinitionProblem, 'entityName' | 'id' | 'name'> => {
  const access = new Definition(json);
  return {
    entityName: 'RoleAccess',
    id: access.text('Id') ?? '',
    name: `${access.text('Role')}, ${entityNameOf(json)}`,
  };
};

/** Finds accesses of one role on one entity, whose names differ in letter case alone. */
export function* repeatedAccessProblems(accesses: readonly JsonObject[]): Steps<readonly DefinitionProblem[]> {
  const groups = new Map<string, JsonObject[]>();
  yield* visited(accesses, (json) => {
    const key = JSON.stringify([json.Role, entityNameOf(json).toLowerCase()]);
    const group = groups.get(key);
    if (group) group.push(json);
    else groups.set(key, [json]);
  });
  return yield* gathered(groups.values(), (group) => (group.length > 1 ? group.map(repeatedProblem) : []));
}

const repeatedProblem = (json: JsonObject): DefinitionProblem => ({
  ...aboutAccess(json),
  fieldName: 'EntityName',
  code: 'Conflict',
  message: `The role has an access on ${entityNameOf(json)} already; letter case makes no difference.`,
});

/** Finds faults in an access of a role: an entity or fields that do not exist, a clause that cannot be used. */
export function* accessProblems(ctx: RequestContext, json: JsonObject): Generator<DefinitionProblem> {
  const access = new Definition(json);
  const entityName = entityNameOf(json);
  const about = aboutAccess(json);
  const entity = ctx.catalogue.find(entityName);
  if (entity) {
    const message = writableProblem(entity, access.value('WritableFields'));
    if (message) yield { ...about, fieldName: 'WritableFields', message };
    for (const fault of rowClauseFaults(ctx, entity, access)) yield { ...about, ...fault };
  } else {
    yield { ...about, fieldName: 'EntityName', message: `There is no entity ${entityName}.` };
  }
}

function writableProblem(entity: Entity, writable: JsonValue | undefined): string | undefined {
  if (writable === undefined) return undefined;
  if (!isArray(writable)) return 'WritableFields must be an array of field names.';
  const unknown = writable.find(
    (name) => typeof name !== 'string' || entity.fields.get(name.toLowerCase())?.name !== name,
  );
  if (unknown === undefined) return undefined;
  return `WritableFields: ${entity.name} has no field${typeof unknown === 'string' ? ` ${unknown}` : ' of that name'}.`;
}

/** Finds teams that are their own ancestors. */
export function* teamProblems(teams: readonly JsonObject[]): Generator<DefinitionProblem> {
  const parents = new Map(teams.map((json) => [json.Id, json.ParentTeamId ?? null]));
  for (const json of teams) {
    const team = new Definition(json);
    const name = team.text('Name') ?? '';
    const above = new Set<unknown>();
    for (let id = json.ParentTeamId ?? null; id !== null && !above.has(id); id = parents.get(id) ?? null) above.add(id);
    if (json.Id !== undefined && above.has(json.Id)) {
      const message = `${name} would be below itself.`;
      yield { entityName: 'Team', id: team.text('Id') ?? '', name, fieldName: 'ParentTeamId', message };
    }
  }
}
