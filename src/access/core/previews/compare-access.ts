import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import {
  type EntityAccess,
  FULL_ACCESS,
  type LimitedRows,
  NO_ACCESS,
  OPERATIONS,
  type Operation,
  type Scope,
} from '#core/catalogue/scope.js';
import { SHARED_RIGHTS, takesShares } from '#core/relations/shares.sql.js';
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
  /** Rows that roles with clauses give, and those of the roles without. */
  readonly rows: { readonly before: LimitedRows; readonly after: LimitedRows };
  /** The user before and after; undefined for none. */
  readonly holder: { readonly before: RightsHolder | undefined; readonly after: RightsHolder | undefined };
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
  const scopes = [...(access.get(id) ?? [])].map(([name, given]) =>
    [name, ...OPERATIONS.map((each) => textOf(rowsIn(given, each))), ...fieldsIn(given)].join(' '),
  );
  const permissions = [...(organisation.roles.get(id)?.permissions ?? [])];
  return JSON.stringify([scopes.toSorted(), permissions.toSorted()]);
}

const fieldsIn = ({ fields }: EntityAccess): readonly string[] =>
  [...(fields ?? [])].map(([name, { read, write }]) => `${name} ${read} ${write}`).toSorted();

const rowsIn = ({ rows, ...scopes }: EntityAccess, operation: Operation): LimitedRows =>
  rows?.[operation] ?? { open: scopes[operation], grants: [] };

/** Describes rows; equal for equal ones. */
const textOf = ({ open, grants }: LimitedRows): string =>
  JSON.stringify([open, ...grants.map(({ scope, clause }) => [scope, clause.json])]);

/** Compares the access of users to all entities, in the order of their names, then of the entities. */
export function* compareAccess(
  ids: Iterable<string>,
  before: AccessState,
  after: AccessState,
  moved: MovedOwners,
): Steps<ChangedAccess[]> {
  const changed: ChangedAccess[] = [];
  const teams = new Set([...moved].flatMap(([id, team]) => [before.members.get(id)?.primaryTeamId, team]));
  for (const user of usersIn(ids, before, after)) {
    const was = rightsIn(before, user.id);
    const is = rightsIn(after, user.id);
    const mayDiffer = !isEqual(was.reach, is.reach) || [...is.reach].some((team) => teams.has(team));
    const holder = { before: before.members.get(user.id), after: after.members.get(user.id) };
    for (const each of scopesOf(before.catalogue, was, is)) {
      const { rows } = each;
      // Clauses may name the roles and teams of the user, and records may be shared with them.
      const asksHolder = rows.after.grants.length > 0 || isWidened(before.catalogue, each);
      const isSame =
        textOf(rows.before) === textOf(rows.after) &&
        !(each.to === 'Team' && mayDiffer) &&
        (!asksHolder || isSameHolder(holder));
      if (!isSame) changed.push({ ...each, user, holder, reach: { before: [...was.reach], after: [...is.reach] } });
    }
    yield;
  }
  return changed;
}

/** Tells whether shares may give records beyond a scope. */
const isWidened = (
  catalogue: Catalogue,
  { entity, operation, to }: Pick<ChangedAccess, 'entity' | 'operation' | 'to'>,
) => SHARED_RIGHTS[operation] !== undefined && to !== 'All' && to !== 'None' && takesShares(catalogue, entity);

/** Users by their names, as they are after the changes, or were before. */
export function usersIn(ids: Iterable<string>, before: AccessState, after: AccessState): readonly RightsHolder[] {
  const users = [...ids].flatMap((id) => after.members.get(id) ?? before.members.get(id) ?? []);
  return users.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export const rightsIn = ({ catalogue, members }: AccessState, userId: string): EffectiveRights =>
  rightsOf({ catalogue, asked: NO_NAMES }, members.get(userId));

const scopesOf = (
  { entities }: Catalogue,
  was: EffectiveRights,
  is: EffectiveRights,
): readonly Pick<ChangedAccess, 'entity' | 'operation' | 'from' | 'to' | 'rows'>[] =>
  [...entities.values()].flatMap((entity) => {
    const [before, after] = [accessIn(was, entity), accessIn(is, entity)];
    return OPERATIONS.map((operation) => {
      const rows = { before: rowsIn(before, operation), after: rowsIn(after, operation) };
      return { entity, operation, from: before[operation], to: after[operation], rows };
    });
  });

const accessIn = ({ isAdministrator, access }: EffectiveRights, { name }: Entity): EntityAccess =>
  isAdministrator ? FULL_ACCESS : (access.get(name) ?? NO_ACCESS);

const isSameHolder = ({ before, after }: ChangedAccess['holder']): boolean =>
  (['roleIds', 'teamIds'] as const).every((member) => isEqual(new Set(before?.[member]), new Set(after?.[member])));

const isEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each));
