import type { Entity } from '#core/catalogue/entity.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import {
  faultAt,
  flagFaults,
  nameFaults,
  namesFaults,
  objectFaults,
  type MemberFaults,
} from '#definitions/core/checks/member-faults.js';
import type { NamedDefinitions } from './named-definitions.js';

const APPROVER_MEMBERS = ['Users', 'Role', 'Team', 'Field', 'OwnerManager', 'WithinOwnerTeam'];

/** Checks who approves a step of a process on records of `entity`. */
export function* approverFaults(
  entity: Entity,
  json: JsonValue | undefined,
  path: string,
  { users, roles, teams }: NamedDefinitions,
): MemberFaults {
  yield* objectFaults(json, path, APPROVER_MEMBERS);
  if (json === undefined || !isObject(json)) return;
  for (const name of ['OwnerManager', 'WithinOwnerTeam']) yield* flagFaults(json, path, name);
  if (!namesSomeone(json)) {
    const message = 'Nobody is named; give Users, Role, Team, Field or "OwnerManager": true.';
    yield faultAt(path, message);
  }
  yield* namesFaults(json.Users, `${path}.Users`, { kind: 'a user', names: users });
  yield* nameFaults(json.Role, `${path}.Role`, { kind: 'a role', names: roles });
  yield* nameFaults(json.Team, `${path}.Team`, { kind: 'a team', names: teams });
  const fields = [...entity.fields.values()].filter(({ target }) => target === 'User' || target === 'Team');
  const kind = `a lookup of ${entity.name} to a user or a team`;
  yield* nameFaults(json.Field, `${path}.Field`, { kind, names: fields.map(({ name }) => name) });
  if (json.WithinOwnerTeam === true && (json.Role ?? null) === null)
    yield faultAt(`${path}.WithinOwnerTeam`, 'WithinOwnerTeam narrows a Role, but there is none.');
}

function namesSomeone({
  Users: users = null,
  Role: role,
  Team: team,
  Field: field,
  OwnerManager,
}: JsonObject): boolean {
  const isNamed = [role, team, field].some((each) => (each ?? null) !== null);
  return isNamed || OwnerManager === true || (users !== null && !(isArray(users) && users.length === 0));
}
