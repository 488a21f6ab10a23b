import type { DefinitionLimits } from '#core/catalogue/definition-limits.js';
import { DomainError } from '#core/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import { allAtOnce } from '#core/steps.js';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { PeopleChecks, type FileNames } from './check-people.js';
import { PlaceChecks } from './check-places.js';
import { NO_ENVIRONMENT, strictReader } from '#core/compile/no-environment.js';
import { DOCUMENT_MEMBERS, DocumentReader } from '#definitions/core/documents/read-document.js';

/** Members of a definition file beside the definitions and the rows. */
const OWN_MEMBERS = ['Description', 'DefaultContext', 'Tenants', 'Users'];

const objectsOf = (json: JsonObject, member: string): readonly JsonObject[] => {
  const value = json[member];
  return isArray(value) ? value.filter(isObject) : [];
};

const textsOf = (objects: readonly JsonObject[], member: string): readonly string[] =>
  objects.map((json) => json[member]).filter((value) => typeof value === 'string');

/** Names of the members with rows that the environments of a file take. */
function dataMembers(file: JsonObject): ReadonlySet<string> {
  const apps = objectsOf(file, 'Tenants').flatMap((tenant) => objectsOf(tenant, 'Apps'));
  const environments = apps.flatMap((app) => objectsOf(app, 'Environments'));
  return new Set(textsOf(environments, 'Data').filter((name) => isObject(file[name] ?? null)));
}

function namesIn(file: JsonObject): FileNames {
  const named = (member: string, key: string): readonly string[] => textsOf(objectsOf(file, member), key);
  return {
    tenants: new Set(named('Tenants', 'Name')),
    roles: new Set(['Administrator', ...named('Roles', 'Name')]),
    teams: new Set(named('Teams', 'Name')),
    users: new Set(named('Users', 'UserName')),
    entities: new Set([
      ...named('Entities', 'EntityName'),
      ...SYSTEM_ENTITIES.map(({ EntityName }) => EntityName as string),
    ]),
  };
}

/** User names by tenant. */
function usersByTenant(file: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { Tenant, UserName } of objectsOf(file, 'Users')) {
    if (typeof Tenant !== 'string' || typeof UserName !== 'string') continue;
    names.set(Tenant, (names.get(Tenant) ?? new Set()).add(UserName));
  }
  return names;
}

/**
 * Checks the shape and the names of a definition file before anything is created by it.
 * @returns lines about members that are unknown and ignored
 * @throws {DomainError} with all faults
 */
export function checkDefinitionFile(json: JsonValue, limits?: DefinitionLimits): readonly string[] {
  const file = isObject(json) ? json : {};
  const data = dataMembers(file);
  const reader = readerOf(NO_ENVIRONMENT);
  const members = reader.object(json, '', [...OWN_MEMBERS, ...DOCUMENT_MEMBERS, ...data]);
  allAtOnce(new DocumentReader(NO_ENVIRONMENT.catalogue, reader, limits).read(members));
  const strict = strictReader();
  new PlaceChecks(strict, { hasData: (name) => data.has(name), users: usersByTenant(file) }).check(members);
  const people = new PeopleChecks(strict, namesIn(file), NO_ENVIRONMENT.catalogue.entity('User'));
  people.checkUsers(members);
  for (const member of data) people.checkRows(members, member);
  const faults = [...reader.faults.list, ...strict.faults.list];
  if (faults.length > 0) throw new DomainError(...faults);
  return reader.log;
}
