import type { Catalogue } from '../catalogue/catalogue.js';
import type { DefinitionProblem } from './definition-problem.js';
import { Definition } from '../catalogue/definition.js';
import { isAwaited } from '../built-in/awaited-entities.js';
import { isArray, type JsonObject } from '../json/json.js';

/** What is wrong with the access of roles: entities and fields that are not there. */
export function* accessProblems(catalogue: Catalogue, roleAccess: readonly JsonObject[]): Generator<DefinitionProblem> {
  for (const json of roleAccess) {
    const access = new Definition(json);
    const entityName = access.text('EntityName') ?? '';
    const about = {
      entityName: 'RoleAccess',
      id: access.text('Id') ?? '',
      name: `${access.text('Role')}, ${entityName}`,
    };
    const entity = catalogue.find(entityName);
    const writable = access.value('WritableFields');
    if (!entity) {
      if (isAwaited(entityName)) continue;
      yield { ...about, fieldName: 'EntityName', message: `There is no entity ${entityName}.` };
    } else if (writable !== undefined && !isArray(writable)) {
      yield { ...about, fieldName: 'WritableFields', message: 'WritableFields must be an array of field names.' };
    } else {
      const unknown = (writable ?? []).find(
        (name) => typeof name !== 'string' || entity.fields.get(name.toLowerCase())?.name !== name,
      );
      const what = typeof unknown === 'string' ? ` ${unknown}` : ' of that name';
      if (unknown !== undefined) {
        yield { ...about, fieldName: 'WritableFields', message: `WritableFields: ${entity.name} has no field${what}.` };
      }
    }
  }
}

/** Teams that are below themselves. */
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
