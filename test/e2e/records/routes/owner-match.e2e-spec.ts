import { CUSTOMER, customer, ORDER, PRODUCT, USER } from '../../../support/demo.js';
import { type Answer, byId, match, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

const named = (name: unknown): unknown => match('UserName', name);

// See docs/interface/records.md#owners-and-teams
describe('an owner given by a Match', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const faults = ({ status, body }: Answer): unknown => [
    status,
    body.ErrorDetails.map(({ Code, FieldName, Path }: { Code: string; FieldName: string; Path: string }) => [
      Code,
      FieldName,
      Path,
    ]),
  ];
  const owner = async (entity: string, id: string): Promise<unknown> => {
    const { OwnerId, OwnerTeamId } = await app.as('ada.admin').row(entity, id);
    return { OwnerId, OwnerTeamId };
  };
  const ofSara = async (): Promise<unknown> => {
    const id = await app.as('ada.admin').inserted('Customer', customer({ OwnerId: USER.sara }));
    return owner('Customer', id);
  };

  it('owns the new record, with the team, and children that follow it', async () => {
    const OrderLines = [{ LineNumber: 1, ProductId: PRODUCT.water, Quantity: 1, UnitPrice: '1.00' }];
    const fields = { CustomerId: CUSTOMER.fern, OwnerId: named('SARA.south'), OrderLines };
    const { body } = await app.as('ada.admin').insert('Order', fields);
    expect(body.Errors).toEqual([]);
    expect(await owner('Order', body.Result.Id)).toEqual(await ofSara());
    const { Result: lines } = (
      await app.as('ada.admin').select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', body.Result.Id) })
    ).body;
    expect(await owner('OrderLine', lines[0].Id)).toEqual(await ofSara());
  });

  it('owns one record of several, the others as ever', async () => {
    const Values = [
      ['Bulk A', 'DE931234501', named('sara.south')],
      ['Bulk B', 'DE931234502', USER.nina],
    ].map(([Name, TaxId, OwnerId]) => [Name, TaxId, customer().RegionId, OwnerId]);
    const Fields = ['Name', 'TaxId', 'RegionId', 'OwnerId'];
    const body = { EntityName: 'Customer', Fields, Values, Options: { ReturnIds: true } };
    const { body: answer } = await app.as('ada.admin').send('POST', '/records/bulk-insert', body);
    expect(answer.Errors).toEqual([]);
    const [first, second] = answer.Result.Ids;
    expect(await owner('Customer', first)).toEqual(await ofSara());
    expect(await owner('Customer', second)).toMatchObject({ OwnerId: USER.nina });
  });

  it('takes over a record in an update and an upsert', async () => {
    const id = await app.as('ada.admin').inserted('Customer', customer({ TaxId: 'DE931234509' }));
    expect((await app.as('ada.admin').update('Customer', { OwnerId: named('sara.south') }, byId(id))).status).toBe(200);
    expect(await owner('Customer', id)).toEqual(await ofSara());
    const fields = { TaxId: 'DE931234509', OwnerId: named('nina.north') };
    expect((await app.as('ada.admin').upsert('Customer', ['TaxId'], fields)).status).toBe(200);
    expect(await owner('Customer', id)).toMatchObject({ OwnerId: USER.nina });
  });

  it('is never replaced by the owner of the parent where nobody has the name', async () => {
    const line = { OrderId: ORDER.o1, LineNumber: 77, ProductId: PRODUCT.water, Quantity: 1, UnitPrice: '1.00' };
    const given = (name: string) => app.as('ada.admin').insert('OrderLine', { ...line, OwnerId: named(name) });
    expect(faults(await given('nobody.here'))).toEqual([400, [['Validation', 'OwnerId', 'Fields[5]']]]);
    expect((await given('sara.south')).body.Result).toMatchObject({ OwnerId: USER.sara });
  });

  it.each<[string, unknown]>([
    ['an unknown user', named('nobody.here')],
    ['an inactive user', named('dirk.disabled')],
    ['a user of another tenant', named('bob.bay')],
    ['constructor', named('constructor')],
    ['null', named(null)],
    ['a field that is not unique', match('DisplayName', 'Sara South')],
    ['an unknown field', match('__proto__', 'x')],
    ['a new user', { UserName: 'new.user', DisplayName: 'New' }],
    ['an array', [{ FieldName: 'UserName', Value: 'x' }]],
    ['a misspelt Match', { Mtach: { FieldName: 'UserName', Value: 'sara.south' } }],
  ])('refuses %s in insert and update', async (_, OwnerId) => {
    const caller = app.as('ada.admin');
    const [inserted, updated] = [
      await caller.insert('Customer', customer({ OwnerId })),
      await caller.update('Customer', { OwnerId }, byId(CUSTOMER.bistro)),
    ];
    for (const { status, body } of [inserted, updated]) {
      expect([status, body.ErrorDetails.length]).toEqual([400, 1]);
      expect(body.ErrorDetails[0].Path).toMatch(/^Fields\[\d+\]/);
    }
  });

  it('is one fault where nobody has the name, whatever the scope of the caller', async () => {
    const caller = app.as('nina.north');
    const OwnerId = named('nobody.here');
    const expected = (path: string): unknown => [400, [['Validation', 'OwnerId', path]]];
    const fields = customer({ OwnerId });
    const at = `Fields[${Object.keys(fields).indexOf('OwnerId')}]`;
    expect(faults(await caller.insert('Customer', fields))).toEqual(expected(at));
    expect(faults(await caller.update('Customer', { OwnerId }, byId(CUSTOMER.bistro)))).toEqual(expected('Fields[0]'));
    const upserted = await caller.upsert('Customer', ['TaxId'], customer({ OwnerId }));
    expect(faults(upserted)).toEqual(expected(at));
  });

  it('obeys the scope of the caller', async () => {
    const caller = app.as('nina.north');
    expect((await caller.insert('Customer', customer({ OwnerId: named('nina.north') }))).status).toBe(200);
    expect((await caller.insert('Customer', customer({ OwnerId: named('sara.south') }))).status).toBe(403);
    const update = await caller.update('Customer', { OwnerId: named('sara.south') }, byId(CUSTOMER.bistro));
    expect(update.body.ErrorDetails[0]).toMatchObject({ Code: 'OutOfScope', FieldName: 'OwnerId' });
    expect((await app.as('ada.admin', SOUTHBAY).get('/me')).status).toBe(403);
  });
});
