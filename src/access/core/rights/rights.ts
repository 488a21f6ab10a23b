import { comparedRows } from './compared-rows.js';
import { effectiveAccess } from '#core/rights/access.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import {
  FIELD_READS,
  NO_ACCESS,
  OPERATIONS,
  SCOPES,
  type AccessTable,
  type FieldRead,
  type Operation,
  type Scope,
} from '#core/catalogue/scope.js';

/** A user with roles and teams. */
export interface RightsHolder {
  readonly id: string;
  /** UserName. */
  readonly name: string;
  readonly isActive: boolean;
  readonly isAdministrator: boolean;
  readonly primaryTeamId: string | null;
  readonly roleIds: readonly string[];
  readonly teamIds: readonly string[];
}

/** Rights of a user or a role. */
export interface EffectiveRights {
  readonly isAdministrator: boolean;
  readonly access: AccessTable;
  /** Ids of the teams that Team scope covers. */
  readonly reach: ReadonlySet<string>;
  /** Names of permissions. */
  readonly permissions: ReadonlySet<string>;
  /** Ids and names of roles, lower-case, that definitions refer to (`AllowedRoles`, `ToRole` and the like). */
  readonly askedRoles: ReadonlySet<string>;
  /** The same of the teams of which the user is a member. */
  readonly askedTeams: ReadonlySet<string>;
  /** The Id and the name of the user, as far as definitions refer to them. */
  readonly askedUser: ReadonlySet<string>;
  /** Ids of roles whose holders decide about records of their teams alone. */
  readonly teamRoles: ReadonlySet<string>;
}

/** Describes an excess right in a message. */
export type Beyond =
  | 'the role Administrator'
  | 'a scope'
  | 'a right to a field'
  | 'a permission'
  | 'a team'
  | 'a role that definitions ask for'
  | 'a team that definitions ask for'
  | 'a name that definitions ask for';

/** Definitions from which rights are computed. */
export interface Rulebook {
  readonly catalogue: Catalogue;
  /** Names and Ids of roles, teams and users in definitions, lower-case. */
  readonly asked: AskedNames;
}

/** The people whom definitions name. */
export interface AskedNames {
  readonly names: ReadonlySet<string>;
  /** A token names the role: it may be any. */
  readonly anyRole: boolean;
  /** A token or a field of records names the team. */
  readonly anyTeam: boolean;
  /** Names of roles of `WithinOwnerTeam`, lower-case. */
  readonly teamRoles: ReadonlySet<string>;
}

const NO_RIGHTS: EffectiveRights = {
  isAdministrator: false,
  access: new Map(),
  reach: new Set(),
  permissions: new Set(),
  askedRoles: new Set(),
  askedTeams: new Set(),
  askedUser: new Set(),
  teamRoles: new Set(),
};

/** Computes the rights of a user; missing and inactive users have none. */
export function rightsOf(rulebook: Rulebook, member: RightsHolder | undefined): EffectiveRights {
  if (!member?.isActive) return NO_RIGHTS;
  const { catalogue, asked } = rulebook;
  const teams = member.teamIds.flatMap((id) => [id, catalogue.organisation.teams.get(id)?.name.toLowerCase() ?? id]);
  return {
    ...NO_RIGHTS,
    isAdministrator: member.isAdministrator,
    access: effectiveAccess(catalogue, member.roleIds),
    reach: new Set(catalogue.reach(member.teamIds)),
    ...namedRights(rulebook, member.roleIds),
    askedTeams: new Set(teams.filter((name) => asked.anyTeam || asked.names.has(name))),
    askedUser: new Set([member.id, member.name.toLowerCase()].filter((name) => asked.names.has(name))),
  };
}

/** Computes the rights that a role grants. */
export function rightsOfRole(rulebook: Rulebook, roleId: string): EffectiveRights {
  const access = rulebook.catalogue.access.get(roleId) ?? new Map();
  return { ...NO_RIGHTS, access, ...namedRights(rulebook, [roleId]) };
}

function namedRights(
  { catalogue, asked }: Rulebook,
  roleIds: readonly string[],
): Pick<EffectiveRights, 'permissions' | 'askedRoles' | 'teamRoles'> {
  const roles = roleIds.flatMap((id) => catalogue.organisation.roles.get(id) ?? []);
  const names = roles.flatMap(({ id, name }) => [id, name.toLowerCase()]);
  return {
    permissions: new Set(roles.flatMap(({ permissions }) => [...permissions])),
    askedRoles: new Set(names.filter((name) => asked.anyRole || asked.names.has(name))),
    teamRoles: new Set(roles.filter(({ name }) => asked.teamRoles.has(name.toLowerCase())).map(({ id }) => id)),
  };
}

/** Rights before and after a write, and those of the granter, which bound new rights. */
export interface Grant {
  readonly after: EffectiveRights;
  readonly before: EffectiveRights;
  readonly granter: EffectiveRights;
}

/** Describes a right in `after` that neither `before` nor the granter has; `undefined` if there is none. */
export function beyond(grant: Grant): Beyond | undefined {
  const { after, before, granter } = grant;
  if (before.isAdministrator) return undefined;
  if (after.isAdministrator) return 'the role Administrator';
  const isGained = (of: (rights: EffectiveRights) => ReadonlySet<string>): boolean =>
    [...of(after)].some((right) => !of(before).has(right) && !of(granter).has(right));
  const entityNames = [...after.access.keys()];
  const compared = comparedRows(grant);
  const ofFields = { after, before, granter: compared.granter };
  const gains: readonly (readonly [Beyond, () => boolean])[] = [
    ['a scope', () => entityNames.some((entityName) => isWidened(compared, entityName))],
    ['a right to a field', () => entityNames.some((entityName) => areFieldsWidened(ofFields, entityName))],
    ['a permission', () => isGained(({ permissions }) => permissions)],
    ['a team', () => isGained(({ reach }) => reach) || isGained(teamsOfRoles)],
    ['a role that definitions ask for', () => isGained(({ askedRoles }) => askedRoles)],
    ['a team that definitions ask for', () => isGained(({ askedTeams }) => askedTeams)],
    ['a name that definitions ask for', () => isGained(({ askedUser }) => askedUser)],
  ];
  return gains.find(([, isSo]) => isSo())?.[0];
}

/** Each team about whose records a role lets decide. */
const teamsOfRoles = ({ teamRoles, reach }: EffectiveRights): ReadonlySet<string> =>
  new Set([...teamRoles].flatMap((role) => [...reach].map((team) => `${role} ${team}`)));

/** Placeholder for all fields, used without `WritableFields`. */
const OTHER_FIELDS = '*';

function isWidened({ after, before, granter }: Grant, entityName: string): boolean {
  const fields = new Set([OTHER_FIELDS]);
  for (const { access } of [after, before, granter])
    for (const name of access.get(entityName)?.writable ?? []) fields.add(name);
  const widened = (scopeIn: (rights: EffectiveRights) => Scope): boolean =>
    !isCovered(reachedBy(after, scopeIn), reachedBy(before, scopeIn), reachedBy(granter, scopeIn));
  const others = OPERATIONS.filter((operation) => operation !== 'update');
  if (others.some((operation) => widened((rights) => scopeFor(rights, entityName, operation)))) return true;
  return [...fields].some((field) => widened((rights) => updateScope(rights, entityName, field)));
}

/** Tells whether a protected field is read or written in more records than before, and than the granter may. */
function areFieldsWidened({ after, before, granter }: Grant, entityName: string): boolean {
  const fieldNames = [...(after.access.get(entityName)?.fields?.keys() ?? [])];
  const widened = (scopeIn: (rights: EffectiveRights) => Scope): boolean =>
    !isCovered(reachedBy(after, scopeIn), reachedBy(before, scopeIn), reachedBy(granter, scopeIn));
  return fieldNames.some(
    (name) =>
      READS.some((read) => widened((rights) => readScope(rights, entityName, { name, read }))) ||
      widened((rights) => writeScope(rights, entityName, name)),
  );
}

/** Rights to read a field that show something. */
const READS = ['Masked', 'Full'] as const;

/** Scope in which a protected field is read at least so far. */
function readScope(
  { access }: EffectiveRights,
  entityName: string,
  { name, read }: { readonly name: string; readonly read: FieldRead },
): Scope {
  const { read: scope, fields } = access.get(entityName) ?? NO_ACCESS;
  const given = fields?.get(name)?.read ?? 'None';
  return FIELD_READS.indexOf(given) >= FIELD_READS.indexOf(read) ? scope : 'None';
}

/** Scope in which a protected field is written, by inserts or updates. */
function writeScope({ access }: EffectiveRights, entityName: string, name: string): Scope {
  const { create, update, fields } = access.get(entityName) ?? NO_ACCESS;
  if (fields?.get(name)?.write !== true) return 'None';
  return SCOPES.indexOf(create) >= SCOPES.indexOf(update) ? create : update;
}

const scopeFor = ({ access }: EffectiveRights, entityName: string, operation: Operation): Scope =>
  (access.get(entityName) ?? NO_ACCESS)[operation];

function updateScope({ access }: EffectiveRights, entityName: string, field: string): Scope {
  const { update, writable } = access.get(entityName) ?? NO_ACCESS;
  return writable && !writable.has(field) ? 'None' : update;
}

/** Records covered by a scope: its reach and its teams. */
interface Reached {
  readonly scope: Scope;
  readonly teams: ReadonlySet<string>;
}

const reachedBy = (rights: EffectiveRights, scopeIn: (rights: EffectiveRights) => Scope): Reached => ({
  scope: scopeIn(rights),
  teams: rights.reach,
});

const widthOf = ({ scope }: Reached): number => SCOPES.indexOf(scope);

/** Tells whether the other scopes cover all records of `wanted`; own records count as covered by any Own. */
function isCovered(wanted: Reached, ...others: readonly Reached[]): boolean {
  if (!others.some((other) => widthOf(other) >= widthOf(wanted))) return false;
  if (wanted.scope !== 'Team') return true;
  const covers = (team: string): boolean =>
    others.some(({ scope, teams }) => scope === 'All' || (scope === 'Team' && teams.has(team)));
  return [...wanted.teams].every(covers);
}
