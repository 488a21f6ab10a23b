import { CUSTOMER, customer, ORDER, PRODUCT, product, REGION, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp, where } from '../../../support/test-app.js';

describe('PUT /api/v1/records/update', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  // Requirement: R103, R111
  it('changes the listed fields of every match and answers ids and versions', async () => {
    const mine = { Filters: [{ FieldName: 'OwnerId', Operator: 3, Value: USER.nina }] };
    const { status, body } = await app.as('nina.north').update('Customer', { Phone: '+49 30 12345' }, mine);
    expect([status, body.RecordAffected, body.RecordAffectted]).toEqual([200, 3, 3]);
    expect(body.Result.map((row: { RowVersion: number }) => row.RowVersion)).toEqual([2, 2, 2]);
    const row = await app.as('ada.admin').row('Customer', CUSTOMER.bistro);
    expect(row).toMatchObject({
      Phone: '+49 30 12345',
      Name: 'Bistro Blau',
      RowVersion: 2,
      UpdatedBy: USER.nina,
      OwnerId: USER.nina,
    });
    expect(body.Result.map(({ Id }: { Id: string }) => Id)).toContain(row.Id);
    expect(Date.parse(String(row.UpdatedOn))).toBeGreaterThan(Date.parse(String(row.CreatedOn)));
  });

  // Requirement: R110
  it('answers 200 and 0 for no match', async () => {
    const mark = await app.mark();
    const { status, body } = await app
      .as('nina.north')
      .update('Customer', { Phone: null }, where('Name', 'EqualTo', 'Nobody'));
    expect([status, body.RecordAffected, body.Result]).toEqual([200, 0, []]);
    expect(await app.changes(mark)).toEqual([]);
  });

  // Requirement: T65
  it('keeps version and audit columns of a record whose values stay the same', async () => {
    const before = await app.as('ada.admin').row('Customer', CUSTOMER.cafe);
    const same = { Name: before.Name, CreditLimit: '8000', TaxId: before.TaxId, RegionId: REGION.north.toUpperCase() };
    const { body } = await app.as('nils.north').update('Customer', same, byId(CUSTOMER.cafe));
    expect([body.RecordAffected, body.Result]).toEqual([1, [{ Id: CUSTOMER.cafe, RowVersion: before.RowVersion }]]);
    expect(await app.as('ada.admin').row('Customer', CUSTOMER.cafe)).toEqual(before);
  });

  // Requirement: T65
  it('counts unchanged records as matched, but gives a version only to changed ones', async () => {
    const both = byId([PRODUCT.water, PRODUCT.juice]);
    await app.as('wim.ware').update('Product', { StockQuantity: 3 }, byId(PRODUCT.water));
    const mark = await app.mark();
    const { body } = await app.as('wim.ware').update('Product', { StockQuantity: 3 }, both);
    expect(body.RecordAffected).toBe(2);
    const versions = Object.fromEntries(
      body.Result.map(({ Id, RowVersion }: { Id: string; RowVersion: number }) => [Id, RowVersion]),
    );
    expect(versions).toEqual({ [PRODUCT.water]: 2, [PRODUCT.juice]: 2 });
    expect(await app.changes(mark)).toEqual(['Update Product']);
  });

  // Requirement: R34, T62
  it('keeps all digits', async () => {
    const body = `{"EntityName":"Product","Fields":[{"FieldName":"StockQuantity","Value":9007199254740993}],"WhereClause":{"Filters":[{"FieldName":"Id","Operator":3,"Value":"${PRODUCT.juice}"}]}}`;
    await app.as('wim.ware').send('PUT', '/records/update', body);
    expect((await app.as('wim.ware').select('Product', { WhereClause: byId(PRODUCT.juice) })).text).toContain(
      '"StockQuantity":9007199254740993',
    );
  });

  describe('refuses', () => {
    const update = (fields: Readonly<Record<string, unknown>>, entity = 'Customer', id: string = CUSTOMER.bistro) => {
      return (): Promise<Answer> => app.as('ada.admin').update(entity, fields, byId(id));
    };

    // Requirement: R33, R71, R113, T24, T35
    it.each([
      'StatusId',
      'Id',
      'RowVersion',
      'TenantId',
      'CreatedOn',
      'OwnerTeamId',
      'IsDeleted',
      'CustomerNumber',
      'OpenBalance',
    ])('a value for %s', async (name) => {
      const [detail] = await refused(app, update({ [name]: USER.nina }), 400, 'Validation');
      expect(detail.Path).toBe('Fields[0]');
    });

    // Requirement: R96
    it('all faulty fields at once', async () => {
      const details = await refused(
        app,
        update({ Name: 'x', Email: 'x', Nmae: 1, RegionId: null }),
        400,
        'UnknownField',
      );
      expect(details.map(({ FieldName, Path }) => `${FieldName} ${Path}`).toSorted()).toEqual([
        'Email Fields[1]',
        'Name Fields[0]',
        'Nmae Fields[2]',
        'RegionId Fields[3]',
      ]);
    });

    it.each([
      ['no Fields', undefined],
      ['empty Fields', []],
    ])('%s', async (_, Fields) => {
      const body = { EntityName: 'Customer', Fields, WhereClause: byId(CUSTOMER.bistro) };
      await refused(app, () => app.as('ada.admin').send('PUT', '/records/update', body), 400, 'Validation');
    });

    // Requirement: R97
    it('a change of an immutable field, but not its present value', async () => {
      const { OnboardedOn } = await app.as('ada.admin').row('Customer', CUSTOMER.bistro);
      expect((await update({ OnboardedOn })()).status).toBe(200);
      const [detail] = await refused(app, update({ OnboardedOn: '2020-01-01' }), 400, 'FieldRule');
      expect(detail).toMatchObject({ FieldName: 'OnboardedOn', Path: 'Fields[0]' });
      await refused(app, update({ OnboardedOn: null }), 400, 'FieldRule');
    });

    // Requirement: R97
    it('a broken cross-field rule, checked on the changed row', async () => {
      const rule = { FieldName: 'AccountManagerId', Message: 'A key account needs an account manager.' };
      expect(await refused(app, update({ Segment: 'KeyAccount' }), 400, 'FieldRule')).toEqual([
        expect.objectContaining(rule),
      ]);
      expect((await update({ Segment: 'KeyAccount', AccountManagerId: USER.mona })()).status).toBe(200);
      await refused(app, update({ AccountManagerId: null }), 400, 'FieldRule');
      const early = update({ RequestedDeliveryAt: '2026-01-11T00:00:00Z' }, 'Order', ORDER.o1);
      await refused(app, early, 400, 'FieldRule');
    });

    // Requirement: R107, R111
    it('all rows when one breaks a rule', async () => {
      const both = byId([CUSTOMER.alpenmarkt, CUSTOMER.fern]);
      await refused(
        app,
        () => app.as('ada.admin').update('Customer', { AccountManagerId: null, Segment: 'KeyAccount' }, both),
        400,
        'FieldRule',
      );
    });

    // Requirement: R99
    it('a taken unique value', async () => {
      const [detail] = await refused(app, update({ Phone: null, Email: 'CAFE@customer.example' }), 409, 'Conflict');
      expect(detail).toMatchObject({ FieldName: 'Email', Path: 'Fields[1]' });
      expect(detail).not.toHaveProperty('RecordId');
    });

    // Requirement: R99
    it('all taken unique values at once, each at its path', async () => {
      const taken = { TaxId: 'DE811111111', Phone: null, Email: 'CAFE@customer.example' };
      const details = await refused(app, update(taken), 409, 'Conflict');
      expect(details.map(({ FieldName, Path }) => `${FieldName} ${Path}`)).toEqual([
        'TaxId Fields[0]',
        'Email Fields[2]',
      ]);
    });

    // Requirement: T66
    it('one unique value for several rows', async () => {
      const both = byId([CUSTOMER.cafe, CUSTOMER.fern]);
      await refused(app, () => app.as('ada.admin').update('Customer', { TaxId: 'DE700000002' }, both), 409, 'Conflict');
    });

    // Requirement: R95
    it('a change that a registered hook refuses', async () => {
      const { body } = await app.as('nina.north').insert('Note', { Subject: 'x' });
      const call = () => app.as('nina.north').update('Note', { Subject: 'SLOWFAIL:1' }, byId(body.Result.Id));
      const [detail] = await refused(app, call, 400, 'HookRejected');
      expect(detail.Message).toBe('Rejected after wait.');
    });
  });

  // Requirement: R98
  it('allows a unique value that its holder gives up in the same update', async () => {
    const { body } = await app.as('ada.admin').insert('Product', product({ Sku: 'AAA-0001' }));
    expect(
      (await app.as('ada.admin').update('Product', { Name: 'New' }, where('Sku', 'EqualTo', 'AAA-0001'))).body.Result[0]
        .Id,
    ).toBe(body.Result.Id);
    const first = await app.as('ada.admin').insert('Customer', customer({ Email: 'moving@x.example' }));
    await app.as('ada.admin').update('Customer', { Email: null }, byId(first.body.Result.Id));
    expect((await app.as('ada.admin').insert('Customer', customer({ Email: 'MOVING@x.example' }))).status).toBe(200);
  });

  it('with DryRun answers the result and leaves nothing', async () => {
    const before = await app.as('ada.admin').row('Customer', CUSTOMER.fern);
    const mark = await app.mark();
    const call = (fields: Readonly<Record<string, unknown>>) =>
      app.as('ada.admin').update('Customer', fields, byId(CUSTOMER.fern), { DryRun: true });
    const { status, body } = await call({ Phone: '+49 30 99999', OwnerId: USER.nina });
    expect([status, body.Result]).toEqual([200, [{ Id: CUSTOMER.fern, RowVersion: Number(before.RowVersion) + 1 }]]);
    expect([await app.as('ada.admin').row('Customer', CUSTOMER.fern), await app.changes(mark)]).toEqual([before, []]);
    await refused(app, () => call({ TaxId: 'DE811111111' }), 409, 'Conflict');
  });
});
