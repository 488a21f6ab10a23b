import { CUSTOMER, ORDER, ROLE, TEAM, USER } from '../../../support/demo.js';
import { told } from '../../../support/keys.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
let ada: Caller;
/** Owner of the order o1. */
let nina: Caller;
/** A colleague with scope Own. */
let sara: Caller;
let recordId: string;
beforeAll(async () => {
  app = await TestApp.start();
  [ada, nina, sara] = ['ada.admin', 'nina.north', 'sara.south'].map((name) => app.as(name));
  await ada.update('Entity', { AllowShares: true }, where('EntityName', 'EqualTo', 'Order'));
  await ada.update('Relation', { InheritsAccess: true }, where('ChildEntityId.EntityName', 'EqualTo', 'OrderLine'));
  recordId = (await ada.row('Order', ORDER.o1)).RecordInformationId;
});
afterAll(() => app?.stop());

const share = (by: Caller, members: Row): Promise<Answer> =>
  by.insert('RecordShare', { RecordId: recordId, ...members });
const sees = async (caller: Caller): Promise<boolean> => (await caller.row('Order', ORDER.o1)) !== undefined;
const fault = ({ status, body }: Answer): readonly unknown[] => [status, body.ErrorDetails?.[0]?.Code];
const update = (caller: Caller): Promise<Answer> => caller.update('Order', { Notes: 'shared' }, byId(ORDER.o1));

it('let a user read a record and what belongs to it, until the share ends', async () => {
  expect(await sees(sara)).toBe(false);
  const lines = (caller: Caller): Promise<Answer> =>
    caller.select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', ORDER.o1) });
  expect((await lines(sara)).body.Result).toEqual([]);
  const before = (await sara.select('Order', { Pager: { PageSize: 1 } })).body.TotalRecords;
  const given = await share(nina, { UserId: USER.sara });
  expect(told(given)).toBe('200');
  expect(await sees(sara)).toBe(true);
  expect((await lines(sara)).body.Result).toEqual((await lines(ada)).body.Result.map(() => expect.anything()));
  expect((await sara.select('Order', { Pager: { PageSize: 1 } })).body.TotalRecords).toBe(before + 1);
  const page = await sara.select('Order', { Pager: { PageSize: 50 }, Sort: [{ FieldName: 'Id', Direction: 2 }] });
  expect(page.body.Result.map(({ Id }: Row) => Id)).toContain(ORDER.o1);
  expect(fault(await update(sara))).toEqual([403, 'OutOfScope']);
  await nina.update('RecordShare', { Until: new Date(Date.now() - 1000).toISOString() }, byId(given.body.Result.Id));
  expect(await sees(sara)).toBe(false);
});

it('let a user update a record, and are explained by the giver', async () => {
  const { body } = await share(nina, { UserId: USER.sara, Update: true });
  expect(told(await update(sara))).toBe('200');
  const question = `/access/explain?entityName=Order&operation=Update&recordId=${recordId}`;
  const { Allowed, Reasons } = (await sara.get(question)).body.Result;
  expect([Allowed, Reasons.filter(({ Kind }: Row) => Kind === 'Share').map(({ Name }: Row) => Name)]).toEqual([
    true,
    ['nina.north'],
  ]);
  expect(fault(await share(sara, { UserId: USER.nils }))).toEqual([403, 'OutOfScope']);
  expect(fault(await sara.delete('Order', byId(ORDER.o1)))).toEqual([403, 'OutOfScope']);
  await nina.delete('RecordShare', byId(body.Result.Id));
  expect(fault(await update(sara))).toEqual([403, 'OutOfScope']);
});

it.each([
  ['a team', { TeamId: TEAM.salesSouth }],
  ['a role', { RoleId: ROLE.salesRep }],
])('are given to %s', async (_, members) => {
  const { body, status } = await share(nina, members);
  expect([status, await sees(sara), await sees(app.as('mona.manager'))]).toEqual([200, true, true]);
  await nina.delete('RecordShare', byId(body.Result.Id));
  expect(await sees(sara)).toBe(false);
});

it.each<[string, Row, unknown]>([
  ['nobody', {}, [400, 'Validation']],
  ['two at once', { UserId: USER.sara, TeamId: TEAM.salesSouth }, [400, 'Validation']],
  ['a role that does not exist', { RoleId: USER.sara }, [400, 'Validation']],
  ['updating alone', { UserId: USER.sara, Read: false, Update: true }, [400, 'Validation']],
])('are refused for %s', async (_, members, expected) => {
  expect(fault(await share(nina, members))).toEqual(expected);
});

it('are refused for records that the giver does not see, or that cannot be shared', async () => {
  expect(fault(await share(sara, { UserId: USER.nils }))).toEqual([400, 'Validation']);
  const { RecordInformationId } = await ada.row('Customer', CUSTOMER.bistro);
  expect(fault(await share(nina, { RecordId: RecordInformationId, UserId: USER.sara }))).toEqual([400, 'Validation']);
});

it('leave a line where no index serves a clause on many records', async () => {
  const notes = `"${await app.schema()}"."Note"`;
  const ids = `jsonb_build_object('Id', gen_random_uuid(), 'RecordInformationId', gen_random_uuid(), 'Body', i)`;
  await app.query(`
    INSERT INTO ${notes}
    SELECT r.*
    FROM (SELECT * FROM ${notes} LIMIT 1) n, generate_series(1, 100001) i,
      LATERAL jsonb_populate_record(NULL::${notes}, to_jsonb(n) || ${ids}) r`);
  await app.query(`ANALYZE ${notes}`);
  const RoleId = await ada.inserted('Role', { Name: 'Reader of notes' });
  const access = { RoleId, EntityName: 'Note', Read: 'All' };
  const { body } = await ada.insert('RoleAccess', { ...access, ReadWhere: where('Subject', 'EqualTo', 'x') });
  expect(body.Log).toEqual([expect.stringContaining('"Fields":[{"FieldName":"Subject"}]')]);
  const served = { ReadWhere: where('CustomerId.Name', 'EqualTo', 'x') };
  expect((await ada.update('RoleAccess', served, byId(body.Result.Id))).body.Log).toEqual([]);
});
