import { CUSTOMER, customer, ORDER, REGION, USER } from '../../../support/demo.js';
import { told } from '../../../support/keys.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
let ada: Caller;
/** Finance clerk: reads all customers and orders, and updates orders. */
let fia: Caller;
/** Machine of the ERP: creates and updates all customers. */
let erp: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  [ada, fia, erp] = ['ada.admin', 'fia.clerk', 'erp.bot'].map((name) => app.as(name));
});
afterAll(() => app?.stop());

const of = (role: string, entity: string): unknown => ({
  Filters: [
    { FieldName: 'RoleId.Name', Operator: 'EqualTo', Value: role },
    { FieldName: 'EntityName', Operator: 'EqualTo', Value: entity },
  ],
});

const limit = (role: string, entity: string, members: Row): Promise<Answer> =>
  ada.update('RoleAccess', members, of(role, entity));

async function limited(role: string, entity: string, members: Row): Promise<void> {
  const answer = await limit(role, entity, members);
  if (answer.status !== 200) throw new Error(told(answer));
}

const NORTH = where('RegionId', 'EqualTo', REGION.north);
const NORTHERN_ORDER = where('CustomerId.RegionId', 'EqualTo', REGION.north);

const ids = ({ body }: Answer): readonly string[] => (body.Result as { Id: string }[]).map(({ Id }) => Id).toSorted();

const fault = ({ status, body }: Answer): readonly unknown[] => [status, body.ErrorDetails?.[0]?.Code];
const OUT_OF_SCOPE = [403, 'OutOfScope'];

describe('conditions of reading', () => {
  beforeAll(async () => {
    await limited('FinanceClerk', 'Customer', { ReadWhere: NORTH });
    await limited('FinanceClerk', 'Order', { ReadWhere: NORTHERN_ORDER });
  });

  it('limit rows, counts, groups and single records', async () => {
    const northern = ids(await ada.select('Customer', { WhereClause: NORTH }));
    expect(northern.length).toBeLessThan(ids(await ada.select('Customer')).length);
    expect(ids(await fia.select('Customer'))).toEqual(northern);
    expect((await fia.select('Customer', { Pager: { PageSize: 1 } })).body.TotalRecords).toBe(northern.length);
    const counted = await fia.select('Customer', { GroupBy: ['RegionId'], Aggregates: [{ Function: 'Count' }] });
    expect(counted.body.Result).toEqual([{ RegionId: REGION.north, Count: northern.length }]);
    const one = await Promise.all([CUSTOMER.fern, CUSTOMER.bistro].map((id) => fia.get(`/records/Customer/${id}`)));
    expect(one.map(({ status }) => status)).toEqual([404, 200]);
  });

  it('follow lookups, and hide targets, includes, lists, searches and sub-queries alike', async () => {
    const orders = await ada.select('Order', { WhereClause: NORTHERN_ORDER });
    expect(ids(await fia.select('Order'))).toEqual(ids(orders));
    const contacts = await fia.select('Contact', {
      SelectedFields: ['CustomerId', 'CustomerId.RegionId'],
      Includes: [{ Name: 'CustomerId', SelectedFields: ['RegionId'] }],
    });
    const seen = new Set(contacts.body.Result.map((row: Row) => row['CustomerId.RegionId']));
    expect(seen).toEqual(new Set([null, REGION.north]));
    const list = await fia.get('/lists/get?entityName=Customer&search=Fern');
    expect(list.body.Result).toEqual([]);
    expect((await fia.select('Customer', { GlobalSearch: 'Fern' })).body.Result).toEqual([]);
    const southern = {
      EntityName: 'Customer',
      FieldName: 'Id',
      WhereClause: where('RegionId', 'EqualTo', REGION.south),
    };
    const exists = { Filters: [{ FieldName: 'CustomerId', Operator: 'ExistsIn', Value: southern }] };
    expect((await fia.select('Contact', { WhereClause: exists })).body.Result).toEqual([]);
    expect((await ada.select('Contact', { WhereClause: exists })).body.Result).not.toEqual([]);
  });

  it('show the log of a record that meets them now', async () => {
    await limited('Auditor', 'Customer', { ReadWhere: NORTH });
    const otto = app.as('otto.audit');
    const about = (id: string): unknown => where('RecordId', 'EqualTo', id);
    const entries = async (id: string): Promise<number> =>
      (await otto.select('AuditEntry', { WhereClause: about(id) })).body.Result.length;
    const gone = await ada.inserted('Customer', customer());
    expect([await entries(CUSTOMER.bistro), await entries(CUSTOMER.fern), await entries(gone)]).toEqual([1, 0, 1]);
    await ada.delete('Customer', byId(gone));
    expect(await entries(gone)).toBe(0);
    const history = async (id: string) => (await fia.get(`/records/Customer/${id}/history`)).status;
    expect([await history(CUSTOMER.bistro), await history(CUSTOMER.fern)]).toEqual([200, 404]);
  });

  it('are named by GET /access and explained, the clause to Administrators alone', async () => {
    const mine = (await fia.get('/access?entityName=Customer')).body.Result[0];
    expect([mine.Read, mine.Conditions]).toEqual(['All', ['Read']]);
    expect((await app.as('mona.manager').get('/access?entityName=Customer')).body.Result[0].Conditions).toBeUndefined();
    const { RecordInformationId } = await ada.row('Customer', CUSTOMER.fern);
    const question = `/access/explain?entityName=Customer&operation=Read&recordId=${RecordInformationId}`;
    const asked = (await ada.get(`${question}&userId=${USER.fia}`)).body.Result;
    const conditions = asked.Reasons.filter(({ Kind }: Row) => Kind === 'Condition');
    expect(asked.Allowed).toBe(false);
    expect(conditions).toEqual([
      expect.objectContaining({ Name: 'FinanceClerk', Code: 'RowCondition', WhereClause: NORTH }),
      expect.objectContaining({ Name: 'FinanceClerk', Code: 'ConditionNotMet', Refuses: true }),
    ]);
    const own = (await fia.get('/access/explain?entityName=Customer&operation=Read')).body.Result;
    const reason = own.Reasons.find(({ Kind }: Row) => Kind === 'Condition');
    expect([reason.Name, reason.WhereClause]).toEqual(['FinanceClerk', undefined]);
  });

  it('unite with the scopes of other roles', async () => {
    const dora = app.as('dora.dual');
    const own = await ada.inserted(
      'Customer',
      customer({ RegionId: REGION.south, OwnerId: (await dora.get('/me')).body.Result.Id }),
    );
    const seen = ids(await dora.select('Customer'));
    const northern = ids(await ada.select('Customer', { WhereClause: NORTH }));
    expect(seen).toEqual([...northern, own].toSorted());
    await ada.delete('Customer', byId(own));
  });
});

describe('conditions of writing', () => {
  beforeAll(() => limited('IntegrationBot', 'Customer', { CreateWhere: NORTH, UpdateWhere: NORTH }));

  it('judge a new record as it is stored', async () => {
    expect(told(await erp.insert('Customer', customer()))).toBe('200');
    expect(fault(await erp.insert('Customer', customer({ RegionId: REGION.south })))).toEqual(OUT_OF_SCOPE);
    const rows = [customer(), customer({ RegionId: REGION.south })];
    const Fields = Object.keys(rows[0]);
    const bulk = (OnError: string): Promise<Answer> => {
      const Values = rows.map((row) =>
        Fields.map((name) => (name === 'TaxId' ? `DE8${Math.random()}`.slice(0, 11).replace('0.', '12') : row[name])),
      );
      return erp.send('POST', '/records/bulk-insert', { EntityName: 'Customer', Fields, Values, Options: { OnError } });
    };
    const skipped = await bulk('SkipRow');
    expect([skipped.status, skipped.body.Result.Inserted]).toEqual([200, 1]);
    expect(skipped.body.Result.RowErrors).toEqual([expect.objectContaining({ RowIndex: 1, Code: 'OutOfScope' })]);
    expect(fault(await bulk('Rollback'))).toEqual(OUT_OF_SCOPE);
  });

  it('judge an updated record before and after', async () => {
    expect(fault(await erp.update('Customer', { Name: 'x' }, byId(CUSTOMER.fern)))).toEqual(OUT_OF_SCOPE);
    expect(fault(await erp.update('Customer', { RegionId: REGION.south }, byId(CUSTOMER.bistro)))).toEqual(
      OUT_OF_SCOPE,
    );
    expect(told(await erp.update('Customer', { Name: 'Bistro Blau 2' }, byId(CUSTOMER.bistro)))).toBe('200');
    expect((await ada.row('Customer', CUSTOMER.bistro)).RegionId).toBe(REGION.north);
    const upserted = await erp.upsert('Customer', ['Id'], { Id: CUSTOMER.bistro, RegionId: REGION.south });
    expect(fault(upserted)).toEqual(OUT_OF_SCOPE);
  });

  it('judge a deleted record', async () => {
    await limited('SalesRep', 'Order', { DeleteWhere: where('Notes', 'EqualTo', 'mine') });
    const nina = app.as('nina.north');
    const order = { CustomerId: CUSTOMER.bistro, OrderDate: '2026-01-01' };
    const [kept, gone] = [
      await nina.inserted('Order', order),
      await nina.inserted('Order', { ...order, Notes: 'mine' }),
    ];
    expect(fault(await nina.delete('Order', byId(kept)))).toEqual(OUT_OF_SCOPE);
    expect(told(await nina.delete('Order', byId(gone)))).toBe('200');
  });

  it('judge moves as updates', async () => {
    const about = `recordId=${(await ada.row('Order', ORDER.o1)).RecordInformationId}`;
    const moves = async (): Promise<number> =>
      (await app.as('mona.manager').get(`/status/available?${about}`)).body.Result.ToStatusList.length;
    expect(await moves()).toBeGreaterThan(0);
    await limited('SalesManager', 'Order', { UpdateWhere: where('Notes', 'EqualTo', 'movable') });
    expect(await moves()).toBe(0);
  });
});

describe('clauses', () => {
  it.each([
    ['an unknown field', where('Nope', 'EqualTo', 1)],
    ['a parameter', { Filters: [{ FieldName: 'Name', Operator: 'EqualTo', ValueType: 2, Value: '@P' }] }],
    ['no filters', {}],
    [
      'too many filters',
      { Filters: Array.from({ length: 21 }, () => ({ FieldName: 'Name', Operator: 'EqualTo', Value: 'x' })) },
    ],
    [
      'too many lookups',
      where('ParentCustomerId.ParentCustomerId.ParentCustomerId.ParentCustomerId.Name', 'EqualTo', 'x'),
    ],
  ])('are refused with %s', async (_, ReadWhere) => {
    const { status, body } = await limit('Auditor', 'Customer', { ReadWhere });
    expect([status, body.ErrorDetails[0].FieldName]).toEqual([400, 'ReadWhere']);
  });

  it('compare with roles, teams and the caller', async () => {
    const own = { Filters: [{ FieldName: 'OwnerId', Operator: 'EqualTo', ValueType: 4, Value: 'Me' }] };
    const frank = app.as('frank.finance');
    await limited('FinanceManager', 'Customer', { ReadWhere: own });
    expect((await frank.select('Customer')).body.Result).toEqual([]);
    const teams = { Filters: [{ FieldName: 'OwnerTeamId', Operator: 'NOTIN', ValueType: 4, Value: 'MyTeams' }] };
    await limited('FinanceManager', 'Customer', { ReadWhere: teams });
    expect((await frank.select('Customer')).body.Result).not.toEqual([]);
    const roles = { Filters: [{ FieldName: 'ErpId', Operator: 'IN', ValueType: 4, Value: 'MyRoles' }] };
    await limited('FinanceManager', 'Customer', { ReadWhere: roles });
    expect((await frank.select('Customer')).body.Result).toEqual([]);
  });

  it('are united for at most 16 roles of a user', async () => {
    const roles: string[] = [];
    for (let i = 0; i < 17; i++) {
      const access = { RoleId: await ada.inserted('Role', { Name: `Limited ${i}` }), EntityName: 'Note', Read: 'All' };
      await ada.inserted('RoleAccess', { ...access, ReadWhere: where('Subject', 'EqualTo', `x${i}`) });
      roles.push(access.RoleId);
    }
    const give = (RoleId: string): Promise<Answer> => ada.insert('UserRole', { UserId: USER.omar, RoleId });
    for (const role of roles.slice(1)) expect((await give(role)).status).toBe(200);
    const { status, body } = await give(roles[0]);
    expect([status, body.Errors[0]]).toEqual([400, expect.stringContaining('at most 16')]);
    expect((await app.as('omar.outside').select('Note')).status).toBe(200);
  });

  it('are written by Administrators alone, who also end them', async () => {
    const frank = app.as('frank.finance');
    const RoleId = (await ada.select('Role', { WhereClause: where('Name', 'EqualTo', 'FinanceManager') })).body
      .Result[0].Id;
    for (const EntityName of ['RoleAccess', 'Role'])
      await ada.inserted('RoleAccess', { RoleId, EntityName, Read: 'All', Update: 'All', Create: 'All' });
    const change = (members: Row): Promise<Answer> =>
      frank.update('RoleAccess', members, of('FinanceManager', 'Customer'));
    expect(fault(await change({ ReadWhere: null }))).toEqual([403, 'AdministratorRequired']);
    expect(fault(await change({ UpdateWhere: NORTH }))).toEqual([403, 'AdministratorRequired']);
    expect((await frank.select('Customer')).body.Result).toEqual([]);
    const given = { RoleId: await ada.inserted('Role', { Name: 'Readers' }), EntityName: 'Customer', Read: 'Own' };
    expect((await frank.insert('RoleAccess', given)).status).toBe(403);
    await limited('FinanceManager', 'Customer', { ReadWhere: null });
    expect((await frank.select('Customer')).body.Result).not.toEqual([]);
    expect((await frank.insert('RoleAccess', given)).status).toBe(200);
  });
});
