import * as fc from 'fast-check';
import { DATA_ENTITIES } from './random-entities.js';

/** Scopes, narrowest first. */
export const SCOPES = ['None', 'Own', 'Team', 'All'] as const;
export type Scope = (typeof SCOPES)[number];
export type Operation = 'Create' | 'Read' | 'Update' | 'Delete';

export interface Team {
  readonly Id: string;
  readonly Name: string;
  readonly ParentTeam: string | null;
}

export interface User {
  readonly Id: string;
  readonly UserName: string;
  readonly DisplayName: string;
  readonly Email: string;
  readonly Roles: readonly string[];
  readonly Teams: readonly string[];
  readonly PrimaryTeam: string | null;
}

export type RoleAccess = { readonly Role: string; readonly EntityName: string } & Readonly<Record<Operation, Scope>>;

/** People of an environment, as in a definition file. */
export interface Organisation {
  readonly Teams: readonly Team[];
  readonly Roles: readonly { readonly Name: string; readonly IsSystem?: boolean }[];
  readonly RoleAccess: readonly RoleAccess[];
  readonly Users: readonly User[];
}

/** Owner of a record. */
export interface Owned {
  readonly OwnerId: string;
  readonly OwnerTeamId: string | null;
}

/** Several roles give the widest scope, no row is None, an Administrator has All (docs/interface/access.md#scopes). */
export function scopeOf({ RoleAccess: access }: Organisation, user: User, entity: string, operation: Operation): Scope {
  if (user.Roles.includes('Administrator')) return 'All';
  const granted = access
    .filter(({ Role, EntityName }) => EntityName === entity && user.Roles.includes(Role))
    .map((row) => SCOPES.indexOf(row[operation]));
  return SCOPES[Math.max(0, ...granted)];
}

/** Names of a user's teams and all teams below them. */
function reachOf({ Teams: teams }: Organisation, user: User): ReadonlySet<string> {
  const reach = new Set(user.Teams);
  for (const name of reach) {
    for (const team of teams) if (team.ParentTeam === name) reach.add(team.Name);
  }
  return reach;
}

/** Own covers own records, Team also those of own teams and their sub-teams (docs/interface/access.md#scopes). */
export function covers(organisation: Organisation, user: User, scope: Scope, { OwnerId, OwnerTeamId }: Owned): boolean {
  if (scope === 'None') return false;
  if (scope === 'All' || OwnerId === user.Id) return true;
  const team = organisation.Teams.find(({ Id }) => Id === OwnerTeamId);
  return scope === 'Team' && team !== undefined && reachOf(organisation, user).has(team.Name);
}

/** Id of the team in the OwnerTeamId of what a user owns. */
export const primaryTeamId = ({ Teams: teams }: Organisation, { PrimaryTeam }: User): string | null =>
  teams.find(({ Name }) => Name === PrimaryTeam)?.Id ?? null;

const TEAM_COUNT = 6;
const ROLE_COUNT = 5;
const USER_COUNT = 7;
const numbered = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);
const teamNames = numbered('Team', TEAM_COUNT);
const roleNames = numbered('Role', ROLE_COUNT);
const uuid = fc.uuid({ version: 4 });

/** Every team's parent is an earlier one or none: a forest. */
const teams: fc.Arbitrary<readonly Team[]> = fc.tuple(
  ...teamNames.map((Name, i) =>
    fc.record({ Id: uuid, Name: fc.constant(Name), ParentTeam: fc.constantFrom(null, ...teamNames.slice(0, i)) }),
  ),
);

const scope = fc.constantFrom(...SCOPES);
/** Reads are rarely None, or there would be little to see. */
const readScope = fc.constantFrom<Scope>('None', 'Own', 'Own', 'Team', 'Team', 'Team', 'All');

const roleAccess: fc.Arbitrary<readonly RoleAccess[]> = fc
  .tuple(
    ...roleNames.flatMap((Role) =>
      DATA_ENTITIES.map((EntityName) =>
        fc.option(
          fc.record({
            Role: fc.constant(Role),
            EntityName: fc.constant(EntityName),
            Create: scope,
            Read: readScope,
            Update: scope,
            Delete: scope,
          }),
          { freq: 9 },
        ),
      ),
    ),
  )
  .map((rows) => rows.filter((row) => row !== null));

const user = (UserName: string): fc.Arbitrary<User> =>
  fc
    .record({
      Id: uuid,
      UserName: fc.constant(UserName),
      DisplayName: fc.constant(`The ${UserName}`),
      Email: fc.constant(`${UserName}@lab.example`),
      Roles: fc.subarray([...roleNames], { minLength: 1, maxLength: 2 }),
      Teams: fc.subarray([...teamNames], { maxLength: 2 }),
    })
    .map((person) => ({ ...person, PrimaryTeam: person.Teams[0] ?? null }));

const administrator: fc.Arbitrary<User> = user('root').map((person) => ({ ...person, Roles: ['Administrator'] }));

/** Teams in trees, roles with any scopes, and users with one or two of each; among them the Administrator `root`. */
export const organisation: fc.Arbitrary<Organisation> = fc.record({
  Teams: teams,
  Roles: fc.constant([{ Name: 'Administrator', IsSystem: true }, ...roleNames.map((Name) => ({ Name }))]),
  RoleAccess: roleAccess,
  Users: fc.tuple(administrator, ...numbered('user', USER_COUNT).map(user)),
});
