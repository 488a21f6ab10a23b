import { insert, remove, update } from '../../../support/batch-steps.js';
import { CUSTOMER, ORDER, REGION } from '../../../support/demo.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

const REGIONS = Object.values(REGION);
const inRegion = (regionId: string): unknown => where('RegionId', 'EqualTo', regionId);

let app: TestApp;
let ada: Caller;
let fia: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  [ada, fia] = [app.as('ada.admin'), app.as('fia.clerk')];
  await ada.update('Customer', { RegionId: REGIONS[1] }, byId(CUSTOMER.cafe));
});
afterAll(() => app?.stop());

const of = (role: string, entity: string): unknown => ({
  Filters: [
    { FieldName: 'RoleId.Name', Operator: 'EqualTo', Value: role },
    { FieldName: 'EntityName', Operator: 'EqualTo', Value: entity },
  ],
});
const limit = (members: Row): object => update('RoleAccess', members, of('FinanceClerk', 'Customer'));

async function preview(...Changes: readonly object[]): Promise<Answer['body']['Result']> {
  const { status, body } = await ada.send('POST', '/access/preview', { Changes });
  expect([status, body.Errors]).toEqual([200, []]);
  return body.Result;
}

/** Number of customers that the clerk reads. */
const count = async (): Promise<number> => (await fia.select('Customer', { Pager: { PageSize: 1 } })).body.TotalRecords;

/** Gains and losses of the clerk's reading of customers. */
const ofClerk = ({ Users }: { readonly Users: readonly Row[] }): readonly unknown[] =>
  Users.filter((row) => row.UserName === 'fia.clerk' && row.EntityName === 'Customer' && row.Operation === 'Read').map(
    ({ Gained, Lost }) => [Gained, Lost],
  );

it('counts the records that clauses take and give, as they are read afterwards', async () => {
  const clauses = [
    { ReadWhere: inRegion(REGIONS[0]) },
    { ReadWhere: inRegion(REGIONS[1]) },
    { ReadWhere: { Filters: [{ FieldName: 'OwnerId', Operator: 'EqualTo', ValueType: 4, Value: 'Me' }] } },
    { ReadWhere: null },
  ];
  for (const clause of clauses) {
    const before = new Set((await fia.select('Customer')).body.Result.map(({ Id }: Row) => Id));
    const result = await preview(limit(clause));
    await ada.update('RoleAccess', clause, of('FinanceClerk', 'Customer'));
    const after = new Set((await fia.select('Customer')).body.Result.map(({ Id }: Row) => Id));
    const gained = [...after].filter((id) => !before.has(id)).length;
    const lost = [...before].filter((id) => !after.has(id)).length;
    expect([clause, ofClerk(result)]).toEqual([clause, [[gained, lost]]]);
    expect(gained + lost).toBeGreaterThan(0);
  }
  expect(await count()).toBeGreaterThan(4);
});

it('tells which rights to fields are gained and lost', async () => {
  const named = {
    Filters: [
      { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: 'Customer' },
      { FieldName: 'FieldName', Operator: 'EqualTo', Value: 'Phone' },
    ],
  };
  await ada.update('Field', { Protection: 'Hidden' }, named);
  const [role] = (await ada.select('Role', { WhereClause: where('Name', 'EqualTo', 'FinanceClerk') })).body.Result;
  const right = { RoleId: role.Id, EntityName: 'Customer', FieldName: 'Phone', Read: 'Full' };
  const { Fields } = await preview(insert('FieldAccess', right));
  const clerk = { UserName: 'fia.clerk', EntityName: 'Customer', FieldName: 'Phone' };
  const given = { ...clerk, From: 'None', To: 'Full', WriteFrom: false, WriteTo: false };
  expect(Fields).toContainEqual(expect.objectContaining(given));
  const id = await ada.inserted('FieldAccess', right);
  const lost = await preview(remove('FieldAccess', byId(id)));
  expect(lost.Fields).toContainEqual(expect.objectContaining({ ...clerk, From: 'Full', To: 'None' }));
});

it('answers who may read a record, as they may', async () => {
  const record = (await ada.row('Order', ORDER.o1)).RecordInformationId;
  const ask = (user: string, query: string): Promise<Answer> => app.as(user).get(`/access/readers?${query}`);
  const { status, body } = await ask('ada.admin', `entityName=Order&recordId=${record}`);
  expect([status, body.Truncated]).toEqual([200, false]);
  const names = body.Result.map(({ UserName }: Row) => UserName);
  const users = (await ada.select('User', { SelectedFields: ['UserName'], Pager: { PageSize: 100 } })).body.Result;
  for (const { UserName } of users) {
    const answer = await app.as(UserName).get(`/records/Order/${ORDER.o1}`);
    expect([UserName, names.includes(UserName)]).toEqual([UserName, answer.status === 200]);
  }
  expect(names.length).toBeGreaterThan(2);
  expect(names.length).toBeLessThan(users.length);
  expect(body.Result[0].Reasons.length).toBeGreaterThan(0);
  expect((await ask('mona.manager', `entityName=Order&recordId=${record}`)).status).toBe(403);
  expect((await ask('ada.admin', `entityName=Order&recordId=${ORDER.o9}`)).status).toBe(404);
  const wrong = await ask('ada.admin', 'entityName=Odrer&recordId=x');
  expect([wrong.status, wrong.body.ErrorDetails.length]).toEqual([404, 2]);
});
