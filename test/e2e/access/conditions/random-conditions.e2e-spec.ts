import { field } from '../../../support/definition-builders.js';
import { loadEnvironment } from '../../../support/load-environment.js';
import { type Caller, type Place, type Row, TestApp, where } from '../../../support/test-app.js';

/**
 * Random clauses of random roles against a model in memory: what a caller gets is what the model says, by each way of
 * reading. The seed stands in the title, so that a failure can be repeated.
 */
const SEED = Number(process.env.SEED ?? '20260228');
const PLACE: Place = { TenantId: 'Rows', AppId: 'Rows', EnvironmentId: 'Main' };
const id = (n: number): string => `40b50000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let state = SEED;
/** A number from 0 up to `below`. */
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const oneOf = <T>(items: readonly T[]): T => items[random(items.length)];

interface Area {
  readonly Id: string;
  readonly Name: string;
}
interface Item {
  readonly Id: string;
  readonly Size: number | null;
  readonly AreaId: string | null;
  readonly OwnerId: string;
}

const USERS = [11, 12, 13].map((n) => ({ id: id(n), name: `user${n}` }));
const ROLES = [31, 32, 33, 34].map((n) => ({ id: id(n), name: `Role${n}` }));
const AREAS: readonly Area[] = [1, 2, 3].map((n) => ({ Id: id(100 + n), Name: `A${n % 2}` }));
const ITEMS: readonly Item[] = Array.from({ length: 40 }, (_, i) => ({
  Id: id(200 + i),
  Size: random(5) === 0 ? null : random(5),
  AreaId: random(4) === 0 ? null : oneOf(AREAS).Id,
  OwnerId: oneOf(USERS).id,
}));

/** A test with its clause, and what SQL makes of it: null is unknown. */
interface Test {
  readonly filter: Row;
  readonly meets: (item: Item, userId: string) => boolean | null;
}

const areaOf = ({ AreaId }: Item): Area | undefined => AREAS.find(({ Id }) => Id === AreaId);

const TESTS: readonly (() => Test)[] = [
  () => {
    const size = random(5);
    return {
      filter: { FieldName: 'Size', Operator: 'EqualTo', Value: size },
      meets: ({ Size }) => (Size === null ? null : Size === size),
    };
  },
  () => {
    const size = random(5);
    return {
      filter: { FieldName: 'Size', Operator: 'LessThan', Value: size },
      meets: ({ Size }) => (Size === null ? null : Size < size),
    };
  },
  () => {
    const sizes = [random(5), random(5)];
    return {
      filter: { FieldName: 'Size', Operator: 'NOTIN', Value: sizes },
      meets: ({ Size }) => (Size === null ? null : !sizes.includes(Size)),
    };
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
    meets: ({ OwnerId }, me) => OwnerId === me,
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

/** Rows that a role gives: those of a scope that meet a clause. */
interface Given {
  readonly scope: 'None' | 'Own' | 'All';
  readonly clause?: unknown;
  readonly covers: (item: Item, userId: string) => boolean;
}

function randomGiven(): Given {
  const scope = oneOf(['None', 'Own', 'All', 'All'] as const);
  const inScope = ({ OwnerId }: Item, me: string): boolean => scope === 'All' || (scope === 'Own' && OwnerId === me);
  if (random(4) === 0) return { scope, covers: inScope };
  const [a, b] = [oneOf(TESTS)(), oneOf(TESTS)()];
  const [FilterLogic, join] = oneOf(LOGICS);
  const covers: Given['covers'] = (item, me) =>
    inScope(item, me) && join(a.meets(item, me), b.meets(item, me)) === true;
  return { scope, clause: { Filters: [a.filter, b.filter], FilterLogic }, covers };
}

let app: TestApp;
let root: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  const user = (n: number, UserName: string, Roles: readonly string[]): Row => ({
    Id: id(n),
    Tenant: PLACE.TenantId,
    UserName,
    DisplayName: UserName,
    Roles,
  });
  const Environments = [{ Id: id(3), Name: PLACE.EnvironmentId, Users: '*' }];
  await loadEnvironment(app, {
    Tenants: [{ Id: id(1), Name: PLACE.TenantId, Apps: [{ Id: id(2), Name: PLACE.AppId, Environments }] }],
    Roles: [
      { Id: id(30), Name: 'Administrator', IsSystem: true },
      ...ROLES.map((role) => ({ Id: role.id, Name: role.name })),
    ],
    RoleAccess: ROLES.flatMap((role) =>
      ['Item', 'Part', 'Area'].map((EntityName) => ({
        Role: role.name,
        EntityName,
        Read: EntityName === 'Area' ? 'None' : 'All',
      })),
    ),
    Users: [
      user(10, 'root', ['Administrator']),
      ...USERS.map(({ name }, i) => user(11 + i, name, [ROLES[i].name, ROLES[3].name])),
    ],
    Entities: [
      { EntityName: 'Area', Fields: [field('Name', 'Text')] },
      { EntityName: 'Item', Fields: [field('Size', 'Int'), field('AreaId', 'Lookup', { Target: 'Area' })] },
      { EntityName: 'Part', Fields: [field('ItemId', 'Lookup', { Target: 'Item' })] },
    ],
  });
  root = app.as('root', PLACE);
  const load = (EntityName: string, rows: readonly Row[]): Promise<unknown> =>
    root.send('POST', '/records/bulk-insert', {
      EntityName,
      Fields: Object.keys(rows[0]),
      Values: rows.map((row) => Object.values(row)),
    });
  await load('Area', AREAS as unknown as Row[]);
  await load('Item', ITEMS as unknown as Row[]);
  await load(
    'Part',
    ITEMS.map(({ Id, OwnerId }, i) => ({ Id: id(300 + i), ItemId: Id, OwnerId })),
  );
});
afterAll(() => app?.stop());

/** Reads as a caller by each way of reading. */
async function readBy(caller: Caller): Promise<Row> {
  const result = async (entity: string, query: Row): Promise<Row[]> => (await caller.select(entity, query)).body.Result;
  const sorted = (values: readonly unknown[]): readonly string[] =>
    values.filter((value) => typeof value === 'string').toSorted();
  const pages = await caller.select('Item', { Pager: { PageSize: 2 }, Sort: [{ FieldName: 'Id', Direction: 2 }] });
  const groups = await result('Item', { GroupBy: ['Size'], Aggregates: [{ Function: 'Count', Alias: 'N' }] });
  const parts = await result('Part', {
    SelectedFields: ['Id', 'ItemId.Id'],
    Includes: [{ Name: 'ItemId', SelectedFields: ['Id'] }],
  });
  const inner = { EntityName: 'Item', FieldName: 'Id' };
  const sub = await result('Part', {
    WhereClause: { Filters: [{ FieldName: 'ItemId', Operator: 'ExistsIn', Value: inner }] },
  });
  const ones = await Promise.all(
    ITEMS.slice(0, 4).map(async ({ Id }) => (await caller.get(`/records/Item/${Id}`)).status),
  );
  return {
    rows: sorted((await result('Item', {})).map(({ Id }) => Id)),
    total: pages.body.TotalRecords,
    page: (pages.body.Result as Row[]).map(({ Id }) => Id),
    groups: Object.fromEntries(groups.map(({ Size, N }) => [String(Size), N])),
    dotted: sorted(parts.map((row) => row['ItemId.Id'])),
    included: sorted(parts.map(({ ItemId }) => (ItemId as Row | null)?.Id)),
    sub: sub.length,
    ones,
  };
}

/** The same by the model. */
function modelled(given: readonly Given[], userId: string): Row {
  const rows = ITEMS.filter((item) => given.some(({ covers }) => covers(item, userId)));
  const ids = rows.map(({ Id }) => Id);
  const groups: Record<string, number> = {};
  for (const { Size } of rows) groups[String(Size)] = (groups[String(Size)] ?? 0) + 1;
  const ones = ITEMS.slice(0, 4).map(({ Id }) => (ids.includes(Id) ? 200 : 404));
  return {
    rows: ids,
    total: ids.length,
    page: ids.toReversed().slice(0, 2),
    groups,
    dotted: ids,
    included: ids,
    sub: ids.length,
    ones,
  };
}

it(`reads what the model says, with the seed ${SEED}`, async () => {
  const seen = new Set<number>();
  for (let round = 0; round < 12; round++) {
    const given = ROLES.map(randomGiven);
    for (const [i, { scope, clause }] of given.entries()) {
      const about = {
        Filters: [
          { FieldName: 'RoleId', Operator: 'EqualTo', Value: ROLES[i].id },
          { FieldName: 'EntityName', Operator: 'EqualTo', Value: 'Item' },
        ],
      };
      const { status, text } = await root.update('RoleAccess', { Read: scope, ReadWhere: clause ?? null }, about);
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    }
    for (const [i, user] of USERS.entries()) {
      const roles = [given[i], given[3]];
      if (roles.every(({ scope }) => scope === 'None')) continue;
      const model = modelled(roles, user.id);
      seen.add(model.total as number);
      expect({ round, roles, ...(await readBy(app.as(user.name, PLACE))) }).toEqual({ round, roles, ...model });
    }
  }
  expect(seen.size).toBeGreaterThan(5);
});
