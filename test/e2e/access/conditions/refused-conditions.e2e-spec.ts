import { CUSTOMER, customer, ORDER, REGION, USER } from '../../../support/demo.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

/** Tests what a refusal says has decided: the scope, or the clause of a role where the scope alone would have allowed. */
let app: TestApp;
let ada: Caller;
/** Machine of the ERP: creates and updates all customers. */
let erp: Caller;
/** Sales representative: scope Own. */
let nina: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  [ada, erp, nina] = ['ada.admin', 'erp.bot', 'nina.north'].map((name) => app.as(name));
  await ada.update('Entity', { AllowShares: true }, where('EntityName', 'EqualTo', 'Order'));
  await limit('IntegrationBot', 'Customer', { ReadWhere: CREDITED, CreateWhere: NORTH, UpdateWhere: NORTH });
  await limit('SalesRep', 'Order', { CreateWhere: MINE, UpdateWhere: MINE, DeleteWhere: NOTED });
});
afterAll(() => app?.stop());

const NORTH = where('RegionId', 'EqualTo', REGION.north);
const CREDITED = where('CreditLimit', 'GreaterThan', 0);
const MINE = where('Notes', 'EqualTo', 'mine');
const NOTED = where('Notes', 'IsNotNULL');

async function limit(role: string, entity: string, members: Row): Promise<void> {
  const about = {
    Filters: [
      { FieldName: 'RoleId.Name', Operator: 'EqualTo', Value: role },
      { FieldName: 'EntityName', Operator: 'EqualTo', Value: entity },
    ],
  };
  const { status, text } = await ada.update('RoleAccess', members, about);
  if (status !== 200) throw new Error(text);
}

/** Lists what decided about the faults, each once: a record may be outside before and after an update. */
function decided({ status, body, text }: Answer): readonly unknown[] {
  const faults = (body.ErrorDetails ?? []) as { readonly Code: string; readonly Params?: Row }[];
  // The clause itself is for Administrators.
  expect(text).not.toMatch(/Filters|"mine"|CreditLimit/);
  return [status, ...new Set(faults.map(({ Code, Params }) => [Code, Params?.Kind, Params?.Name].join(' ').trim()))];
}
const byCondition = (role: string): readonly unknown[] => [403, `OutOfScope Condition ${role}`];
const BY_SCOPE = [403, 'OutOfScope Scope'];

it('is the clause for records of every owner', async () => {
  const bot = byCondition('IntegrationBot');
  expect(decided(await erp.insert('Customer', customer({ RegionId: REGION.south })))).toEqual(bot);
  const southern = await ada.inserted('Customer', customer({ RegionId: REGION.south, CreditLimit: 1 }));
  expect(decided(await erp.update('Customer', { Name: 'Contoso 2' }, byId(southern)))).toEqual(bot);
  expect(decided(await erp.update('Customer', { RegionId: REGION.south }, byId(CUSTOMER.bistro)))).toEqual(bot);
  const upserted = await erp.upsert('Customer', ['Id'], { Id: CUSTOMER.bistro, RegionId: REGION.south });
  expect(decided(upserted)).toEqual(bot);
  const poor = await ada.inserted('Customer', customer({ CreditLimit: 0 }));
  expect(decided(await erp.update('Customer', { Name: 'Contoso 2' }, byId(poor)))).toEqual(bot);
});

it('does not keep a writer from creating what they may not read', async () => {
  const [shown, hidden] = [customer({ CreditLimit: 1 }), customer({ CreditLimit: 0 })];
  const created = async (fields: Row): Promise<readonly unknown[]> => {
    const { status, body } = await erp.insert('Customer', fields);
    return [status, body.Result.Name];
  };
  expect([await created(shown), await created(hidden)]).toEqual([
    [200, 'Contoso'],
    [200, undefined],
  ]);
});

it('is the clause for rows of a bulk insert that are rolled back', async () => {
  const row = customer({ RegionId: REGION.south, TaxId: 'DE812345678' });
  const body = { EntityName: 'Customer', Fields: Object.keys(row), Values: [Object.values(row)] };
  const refused = await erp.send('POST', '/records/bulk-insert', { ...body, Options: { OnError: 'Rollback' } });
  expect(decided(refused)).toEqual(byCondition('IntegrationBot'));
});

describe('with scope Own', () => {
  const order = { CustomerId: CUSTOMER.bistro, OrderDate: '2026-01-01' };
  let theirs: string;
  let noted: string;
  let mine: string;
  beforeAll(async () => {
    theirs = await ada.inserted('Order', { ...order, OwnerId: USER.sara, Notes: 'mine' });
    noted = await ada.inserted('Order', { ...order, OwnerId: USER.nina, Notes: 'ours' });
    mine = await nina.inserted('Order', { ...order, Notes: 'mine' });
    await ada.insert('RecordShare', { RecordId: await informationId(theirs), UserId: USER.nina });
  });
  const informationId = async (id: string): Promise<string> =>
    (await ada.row('Order', id)).RecordInformationId as string;

  it('is the clause for own records, and the scope for those of others', async () => {
    const rep = byCondition('SalesRep');
    expect(decided(await nina.insert('Order', { ...order, Notes: 'ours' }))).toEqual(rep);
    expect(decided(await nina.insert('Order', { ...order, Notes: 'ours', OwnerId: USER.sara }))).toEqual(BY_SCOPE);
    expect(decided(await nina.update('Order', { Notes: 'x' }, byId(noted)))).toEqual(rep);
    expect(decided(await nina.update('Order', { Notes: 'x' }, byId(mine)))).toEqual(rep);
    expect(decided(await nina.update('Order', { OwnerId: USER.sara }, byId(mine)))).toEqual(BY_SCOPE);
    expect(decided(await nina.update('Order', { Notes: 'x' }, byId(theirs)))).toEqual(BY_SCOPE);
    await ada.update('Order', { Notes: null }, byId(noted));
    expect(decided(await nina.delete('Order', byId(noted)))).toEqual(rep);
    expect(decided(await nina.delete('Order', byId(theirs)))).toEqual(BY_SCOPE);
  });

  it('is the clause for a share of an own record', async () => {
    const share = async (id: string): Promise<readonly unknown[]> =>
      decided(await nina.insert('RecordShare', { RecordId: await informationId(id), UserId: USER.nils }));
    expect([await share(noted), await share(theirs)]).toEqual([byCondition('SalesRep'), BY_SCOPE]);
  });

  it('is the same in an explanation', async () => {
    const explained = async (operation: string, id: string): Promise<readonly unknown[]> => {
      const asked = `/access/explain?entityName=Order&operation=${operation}&recordId=${await informationId(id)}`;
      const { Reasons } = (await nina.get(asked)).body.Result as { Reasons: Row[] };
      return Reasons.filter(({ Refuses }) => Refuses).map(({ Kind, Code, Name }) => [Kind, Code, Name].join(' '));
    };
    expect(await explained('Update', noted)).toEqual(['Condition ConditionNotMet SalesRep']);
    expect(await explained('Update', theirs)).toEqual(['Owner OtherOwner Order']);
    expect(await explained('Delete', theirs)).toEqual(['Owner OtherOwner Order']);
  });

  it('is the same for moves', async () => {
    await ada.update('Order', { Notes: 'x', OwnerId: USER.nina }, byId(ORDER.o1));
    const available = await nina.get(`/status/available?recordId=${await informationId(ORDER.o1)}&includeBlocked=true`);
    const blocked = (available.body.Result.Blocked ?? []) as { ErrorDetails: { Params?: Row }[] }[];
    expect(blocked[0].ErrorDetails[0].Params).toEqual({ Kind: 'Condition', Name: 'SalesRep' });
    const update = `/status/update?recordId=${await informationId(ORDER.o1)}&nextStatusId=Submitted&entityName=Order`;
    expect(decided(await nina.send('PUT', update, {}))).toEqual(byCondition('SalesRep'));
  });
});

it('is the clause for a record that a restore would change', async () => {
  await ada.update('Entity', { MembersRestore: true }, where('EntityName', 'EqualTo', 'Order'));
  await limit('SalesRep', 'Order', { UpdateWhere: where('ContactId', 'IsNotNULL'), DeleteWhere: null });
  const contact = await nina.inserted('Contact', { CustomerId: CUSTOMER.bistro, FirstName: 'Ina', LastName: 'Gone' });
  const order = await nina.inserted('Order', { CustomerId: CUSTOMER.bistro, ContactId: contact, Notes: 'mine' });
  await nina.delete('Order', byId(order));
  await ada.delete('Contact', byId(contact));
  expect(decided(await nina.restore('Order', byId(order)))).toEqual(byCondition('SalesRep'));
  await ada.restore('Contact', byId(contact));
  expect((await nina.restore('Order', byId(order))).status).toBe(200);
});
