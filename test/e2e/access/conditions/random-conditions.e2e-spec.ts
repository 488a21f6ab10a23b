import {
  type Given,
  id,
  isShared,
  type Item,
  PLACE,
  randomGiven,
  randomItem,
  ROLES,
  rolesOf,
  SEED,
  type Share,
  type User,
  USERS,
} from '../../../support/random-rows.js';
import { give, load, randomShares, startRows } from '../../../support/rows-app.js';
import type { Caller, Row, TestApp } from '../../../support/test-app.js';

/** Compares what a caller reads with a model, by each way of reading. */
const ITEMS = Array.from({ length: 40 }, (_, i) => randomItem(200 + i));

let app: TestApp;
let root: Caller;
beforeAll(async () => {
  [app, root] = await startRows(ITEMS, 'None');
  await load(
    root,
    'Part',
    ITEMS.map(({ Id, OwnerId }, i) => ({ Id: id(300 + i), ItemId: Id, OwnerId })),
  );
});
afterAll(() => app?.stop());

const sorted = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string').toSorted();

/** Reads as a caller by each way of reading. */
async function readBy(caller: Caller): Promise<Row> {
  const result = async (entity: string, query: Row): Promise<Row[]> => (await caller.select(entity, query)).body.Result;
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
  const histories = await Promise.all(
    ITEMS.slice(0, 4).map(async ({ Id }) => {
      const { status, body } = await caller.get(`/records/Item/${Id}/history`);
      return status === 200 ? body.Result.length : status;
    }),
  );
  const list = (await caller.get('/lists/get?entityName=Item&pageSize=100')).body.Result as Row[];
  const log = { Filters: [{ FieldName: 'EntityName', Operator: 'EqualTo', Value: 'Item' }] };
  return {
    rows: sorted((await result('Item', {})).map(({ Id }) => Id)),
    total: pages.body.TotalRecords,
    page: (pages.body.Result as Row[]).map(({ Id }) => Id),
    groups: Object.fromEntries(groups.map(({ Size, N }) => [String(Size), N])),
    dotted: sorted(parts.map((row) => row['ItemId.Id'])),
    included: sorted(parts.map(({ ItemId }) => (ItemId as Row | null)?.Id)),
    sub: sub.length,
    found: sorted((await result('Item', { GlobalSearch: 'ITEM-22' })).map(({ Code }) => Code)),
    listed: sorted(list.map(({ Value }) => Value)),
    logged: sorted((await result('AuditEntry', { WhereClause: log })).map(({ RecordId }) => RecordId)),
    ones,
    histories,
  };
}

/** The same by the model. */
function modelled(given: readonly Given[], shares: readonly Share[], user: User): Row {
  const isRead = (item: Item): boolean =>
    given.some(({ covers }) => covers(item, user)) || isShared(shares, item, user, 'Read');
  const rows = ITEMS.filter(isRead);
  const ids = rows.map(({ Id }) => Id);
  const groups: Record<string, number> = {};
  for (const { Size } of rows) groups[String(Size)] = (groups[String(Size)] ?? 0) + 1;
  return {
    rows: ids,
    total: ids.length,
    page: ids.toReversed().slice(0, 2),
    groups,
    dotted: ids,
    included: ids,
    sub: ids.length,
    found: rows.map(({ Code }) => Code).filter((code) => code.startsWith('item-22')),
    listed: ids,
    logged: ids,
    ones: ITEMS.slice(0, 4).map((item) => (rows.includes(item) ? 200 : 404)),
    histories: ITEMS.slice(0, 4).map((item) => (rows.includes(item) ? 1 : 404)),
  };
}

it(`reads what the model says, with the seed ${SEED}`, async () => {
  const seen = new Set<number>();
  for (let round = 0; round < 8; round++) {
    const given = ROLES.map(randomGiven);
    for (const [i, { scope, clause }] of given.entries())
      await give(root, i, { Read: scope, ReadWhere: clause ?? null });
    const shares = await randomShares(root, ITEMS);
    for (const user of USERS) {
      const roles = rolesOf(user).map((role) => given[role]);
      if (roles.every(({ scope }) => scope === 'None')) continue;
      const model = modelled(roles, shares, user);
      seen.add(model.total as number);
      expect({ round, roles, ...(await readBy(app.as(user.name, PLACE))) }).toEqual({ round, roles, ...model });
    }
  }
  expect(seen.size).toBeGreaterThan(5);
});
