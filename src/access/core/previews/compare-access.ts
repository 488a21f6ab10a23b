import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { NO_ACCESS, OPERATIONS, type Operation, type Scope } from '#core/catalogue/scope.js';
import type { Steps } from '#core/steps.js';
import type { HoldersById } from '#access/core/rights/people.js';
import { type AskedNames, type EffectiveRights, rightsOf, type RightsHolder } from '#access/core/rights/rights.js';

/** Roles, teams and users before or after changes. */
export interface AccessState {
  readonly catalogue: Catalogue;
  readonly members: HoldersById;
}

/** Primary teams of the users who get another one, which their records follow. */
export type MovedOwners = ReadonlyMap<string, string | null>;

/** Access of a user to an entity that differs, or whose records may. */
export interface ChangedAccess {
  readonly user: RightsHolder;
  readonly entity: Entity;
  readonly operation: Operation;
  readonly from: Scope;
  readonly to: Scope;
  /** Teams that scope Team covers. */
  readonly reach: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** Definitions may name roles and teams as they like: that gives no scope. */
const NO_NAMES: AskedNames = { names: new Set(), anyRole: false, anyTeam: false, teamRoles: new Set() };

/** Finds the roles whose scopes or permissions differ. */
export function changedRoles(before: Catalogue, after: Catalogue): readonly string[] {
  const ids = new Set([before, after].flatMap(({ organisation }) => [...organisation.roles.keys()]));
  return [...ids].filter((id) => keyOfRole(before, id) !== keyOfRole(after, id));
}

function keyOfRole({ access, organisation }: Catalogue, id: string): string {
  const scopes = [...(access.get(id) ?? [])].map(([name, given]) => [name, ...OPERATIONS.map((each) => given[each])]);
  const permissions = [...(organisation.roles.get(id)?.permissions ?? [])];
  return JSON.stringify([scopes.map((each) => each.join(' ')).toSorted(), permissions.toSorted()]);
}

/** Compares the access of users to all entities, in the order of their names, then of the entities. */
export function* compareAccess(
  ids: Iterable<string>,
  before: AccessState,
  after: AccessState,
  moved: MovedOwners,
): Steps<ChangedAccess[]> {
  const changed: ChangedAccess[] = [];
  const teams = new Set([...moved].flatMap(([id, team]) => [before.members.get(id)?.primaryTeamId, team]));
  const users = [...ids].flatMap((id) => after.members.get(id) ?? before.members.get(id) ?? []);
  for (const user of users.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const was = rightsIn(before, user.id);
    const is = rightsIn(after, user.id);
    const mayDiffer = !isEqual(was.reach, is.reach) || [...is.reach].some((team) => teams.has(team));
    for (const each of scopesOf(before.catalogue, was, is)) {
      const isSame = each.from === each.to && !(each.to === 'Team' && mayDiffer);
      if (!isSame) changed.push({ ...each, user, reach: { before: [...was.reach], after: [...is.reach] } });
    }
    yield;
  }
  return changed;
}

const rightsIn = ({ catalogue, members }: AccessState, userId: string): EffectiveRights =>
  rightsOf({ catalogue, asked: NO_NAMES }, members.get(userId));

const scopesOf = (
  { entities }: Catalogue,
  was: EffectiveRights,
  is: EffectiveRights,
): readonly Pick<ChangedAccess, 'entity' | 'operation' | 'from' | 'to'>[] =>
  [...entities.values()].flatMap((entity) =>
    OPERATIONS.map((operation) => {
      return { entity, operation, from: scopeIn(was, entity, operation), to: scopeIn(is, entity, operation) };
    }),
  );

function scopeIn({ isAdministrator, access }: EffectiveRights, { name }: Entity, operation: Operation): Scope {
  return isAdministrator ? 'All' : (access.get(name) ?? NO_ACCESS)[operation];
}

const isEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each));
