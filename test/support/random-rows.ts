import { type Place, type Row, where } from './test-app.js';

/** Random clauses of random roles, and what they mean by a model in memory. The seed is fixed, so that failures repeat. */
export const SEED = Number(process.env.SEED ?? '20260228');
export const PLACE: Place = { TenantId: 'Rows', AppId: 'Rows', EnvironmentId: 'Main' };
export const id = (n: number): string => `40b50000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let state = SEED;
/** A number from 0 up to `below`. */
export const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
export const oneOf = <T>(items: readonly T[]): T => items[random(items.length)];

export interface Item {
  readonly Id: string;
  readonly Code: string;
  readonly Size: number | null;
  readonly AreaId: string | null;
  readonly OwnerId: string;
}
export interface Area {
  readonly Id: string;
  readonly Name: string;
}
export interface User {
  readonly id: string;
  readonly name: string;
  readonly team: string;
}

export const TEAMS = [id(21), id(22)];
export const USERS: readonly User[] = [11, 12, 13].map((n) => ({
  id: id(n),
  name: `user${n}`,
  team: TEAMS[n === 13 ? 1 : 0],
}));
export const ROLES = [31, 32, 33, 34].map((n) => ({ id: id(n), name: `Role${n}` }));
/** Positions of a user's roles: one of their own, and one that all have. */
export const rolesOf = (user: User): readonly number[] => [USERS.indexOf(user), 3];
export const AREAS: readonly Area[] = [1, 2, 3].map((n) => ({ Id: id(100 + n), Name: `A${n % 2}` }));
export const randomItem = (n: number): Item => ({
  Id: id(n),
  Code: `item-${n}`,
  Size: random(5) === 0 ? null : random(5),
  AreaId: random(4) === 0 ? null : oneOf(AREAS).Id,
  OwnerId: oneOf(USERS).id,
});

/** A test with its clause, and what SQL makes of it: null is unknown. */
interface Test {
  readonly filter: Row;
  readonly meets: (item: Item, user: User) => boolean | null;
}

const areaOf = ({ AreaId }: Item): Area | undefined => AREAS.find(({ Id }) => Id === AreaId);
const teamOf = (userId: string): string => USERS.find((user) => user.id === userId)!.team;

const TESTS: readonly (() => Test)[] = [
  () => {
    const size = random(5);
    const meets: Test['meets'] = ({ Size }) => (Size === null ? null : Size === size);
    return { filter: { FieldName: 'Size', Operator: 'EqualTo', Value: size }, meets };
  },
  () => {
    const size = random(5);
    const meets: Test['meets'] = ({ Size }) => (Size === null ? null : Size < size);
    return { filter: { FieldName: 'Size', Operator: 'LessThan', Value: size }, meets };
  },
  () => {
    const sizes = [random(5), random(5)];
    const meets: Test['meets'] = ({ Size }) => (Size === null ? null : !sizes.includes(Size));
    return { filter: { FieldName: 'Size', Operator: 'NOTIN', Value: sizes }, meets };
  },
  () => {
    const name = oneOf(['A0', 'A1']);
    const meets: Test['meets'] = (item) => {
      const area = areaOf(item);
      return area ? area.Name === name : null;
    };
    return { filter: { FieldName: 'AreaId.Name', Operator: 'EqualTo', Value: name }, meets };
  },
  () => ({ filter: { FieldName: 'AreaId.Name', Operator: 'IsNULL' }, meets: (item) => areaOf(item) === undefined }),
  () => ({
    filter: { FieldName: 'OwnerId', Operator: 'EqualTo', ValueType: 4, Value: 'Me' },
    meets: ({ OwnerId }, { id: me }) => OwnerId === me,
  }),
  () => ({
    filter: { FieldName: 'OwnerTeamId', Operator: 'IN', ValueType: 4, Value: 'MyTeams' },
    meets: ({ OwnerId }, { team }) => teamOf(OwnerId) === team,
  }),
  () => {
    const name = oneOf(['A0', 'A1']);
    const Value = { EntityName: 'Area', FieldName: 'Id', WhereClause: where('Name', 'EqualTo', name) };
    const meets: Test['meets'] = (item) => (item.AreaId === null ? null : areaOf(item)!.Name === name);
    return { filter: { FieldName: 'AreaId', Operator: 'ExistsIn', Value }, meets };
  },
];

const and = (a: boolean | null, b: boolean | null): boolean | null =>
  a === false || b === false ? false : a === null || b === null ? null : true;
const not = (a: boolean | null): boolean | null => (a === null ? null : !a);
const LOGICS: readonly (readonly [string, (a: boolean | null, b: boolean | null) => boolean | null])[] = [
  ['1 AND 2', and],
  ['1 OR 2', (a, b) => not(and(not(a), not(b)))],
  ['1 AND NOT 2', (a, b) => and(a, not(b))],
  ['NOT (1 OR 2)', (a, b) => and(not(a), not(b))],
];

export const SCOPES = ['None', 'Own', 'Team', 'All'] as const;
export type Scope = (typeof SCOPES)[number];

export function inScope(scope: Scope, { OwnerId }: Item, user: User): boolean {
  if (scope === 'None') return false;
  return scope === 'All' || OwnerId === user.id || (scope === 'Team' && teamOf(OwnerId) === user.team);
}
export const widest = (scopes: readonly Scope[]): Scope =>
  SCOPES[Math.max(...scopes.map((scope) => SCOPES.indexOf(scope)))];

/** Rows that a role gives: those of a scope that meet a clause. */
export interface Given {
  readonly scope: Scope;
  readonly clause?: unknown;
  readonly covers: (item: Item, user: User) => boolean;
}

export function randomGiven(): Given {
  const scope = oneOf([...SCOPES, 'All', 'All'] as const);
  if (random(4) === 0) return { scope, covers: (item, user) => inScope(scope, item, user) };
  const [a, b] = [oneOf(TESTS)(), oneOf(TESTS)()];
  const [FilterLogic, join] = oneOf(LOGICS);
  const covers: Given['covers'] = (item, user) =>
    inScope(scope, item, user) && join(a.meets(item, user), b.meets(item, user)) === true;
  return { scope, clause: { Filters: [a.filter, b.filter], FilterLogic }, covers };
}

/** A share of an item, with what it gives now. */
export interface Share {
  readonly item: Item;
  readonly to: Row;
  readonly update: boolean;
  readonly ended: boolean;
  readonly reaches: (user: User) => boolean;
}

export function randomShare(items: readonly Item[]): Share {
  const [user, team, role] = [oneOf(USERS), oneOf(TEAMS), random(ROLES.length)];
  const [to, reaches] = oneOf<readonly [Row, Share['reaches']]>([
    [{ UserId: user.id }, ({ id: me }) => me === user.id],
    [{ TeamId: team }, (of) => of.team === team],
    [{ RoleId: ROLES[role].id }, (of) => rolesOf(of).includes(role)],
  ]);
  return { item: oneOf(items), to, update: random(2) === 0, ended: random(4) === 0, reaches };
}

export const isShared = (shares: readonly Share[], { Id }: Item, user: User, right: 'Read' | 'Update'): boolean =>
  shares.some(
    ({ item, update, ended, reaches }) => item.Id === Id && !ended && reaches(user) && (right === 'Read' || update),
  );
