import { CUSTOMER, customer, ORDER, PRODUCT } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { byId, TestApp } from '../../../support/test-app.js';

describe('unique rules on insert', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  // Requirement: R98, R99
  it.each([
    ['TaxId', { TaxId: 'DE822222222' }],
    ['Email', { Email: 'BISTRO@Customer.Example' }],
    ['ErpId', { ErpId: '31FAA0B1-A011-4481-B1F6-4ED6A545EE87' }],
  ])('refuse a taken %s, even of a hidden record, naming only the field', async (field, fields) => {
    const [detail] = await refused(
      app,
      () => app.as('sara.south').insert('Customer', customer(fields)),
      409,
      'Conflict',
    );
    expect([detail.FieldName, detail.RecordId]).toEqual([field, undefined]);
    expect(detail.Path).toBe(field === 'TaxId' ? 'Fields[1]' : 'Fields[3]');
  });

  // Requirement: R97
  it('compare a CaseInsensitive field in any letter case', async () => {
    const { status } = await app.as('nina.north').insert('Customer', customer({ Email: 'Some.One@x.example' }));
    expect(status).toBe(200);
    const call = () => app.as('nina.north').insert('Customer', customer({ Email: 'sOME.oNE@X.EXAMPLE' }));
    await refused(app, call, 409, 'Conflict');
  });

  // Requirement: R96
  it('are all named when several are broken', async () => {
    const taken = { TaxId: 'DE822222222', Email: 'bistro@customer.example', Id: CUSTOMER.bistro };
    const details = await refused(app, () => app.as('nina.north').insert('Customer', customer(taken)), 409, 'Conflict');
    expect(new Set(details.map(({ FieldName }) => FieldName))).toEqual(new Set(['Email', 'Id', 'TaxId']));
  });

  // Requirement: R97
  it('hold for a combination of fields', async () => {
    const line = { OrderId: ORDER.o1, LineNumber: 1, ProductId: PRODUCT.water, Quantity: 1, UnitPrice: '1.00' };
    const [detail] = await refused(app, () => app.as('nina.north').insert('OrderLine', line), 409, 'Conflict');
    expect(detail.Message).toBe('Another record already has this value of OrderId + LineNumber.');
    expect((await app.as('nina.north').insert('OrderLine', { ...line, LineNumber: 77 })).status).toBe(200);
  });

  // Requirement: R121, T28
  it('ignore deleted records, whose values are free again', async () => {
    const fields = customer({ Email: 'again@x.example' });
    const { body } = await app.as('ada.admin').insert('Customer', fields);
    await app.as('ada.admin').delete('Customer', byId(body.Result.Id));
    expect((await app.as('ada.admin').insert('Customer', fields)).status).toBe(200);
  });

  // Requirement: T28
  it('allow null any number of times', async () => {
    for (let i = 0; i < 2; i++) {
      expect((await app.as('nina.north').insert('Customer', customer({ Email: null }))).status).toBe(200);
    }
  });

  describe('on the Id', () => {
    const free = 'ABCDEF01-0000-4000-8000-000000000001';

    // Requirement: R30, R31
    it('accept a free one and answer it in lower case', async () => {
      const { status, body } = await app.as('nina.north').insert('Customer', customer({ Id: free }));
      expect([status, body.Result.Id]).toEqual([200, free.toLowerCase()]);
    });

    // Requirement: R31
    it.each([
      ['used', free],
      ['used by a record the caller cannot see', CUSTOMER.fern],
    ])('refuse one that is %s', async (_, Id) => {
      const [detail] = await refused(
        app,
        () => app.as('nina.north').insert('Customer', customer({ Id })),
        409,
        'Conflict',
      );
      expect([detail.FieldName, detail.Path]).toEqual(['Id', 'Fields[3]']);
    });

    // Requirement: R31
    it('refuse one that a deleted record has', async () => {
      const { body } = await app.as('ada.admin').insert('Customer', customer());
      const { Id } = body.Result;
      await app.as('ada.admin').delete('Customer', byId(Id));
      await refused(app, () => app.as('ada.admin').insert('Customer', customer({ Id })), 409, 'Conflict');
    });

    // Requirement: R30
    it.each(['17', null, '', 'ABCDEF01-0000-4000-8000-00000000000g'])('refuse %j', async (Id) => {
      const [detail] = await refused(
        app,
        () => app.as('nina.north').insert('Customer', customer({ Id })),
        400,
        'Validation',
      );
      expect(detail.FieldName).toBe('Id');
    });

    // Requirement: R31
    it('refuse the same one twice in a request', async () => {
      const Id = 'abcdef01-0000-4000-8000-000000000009';
      const ChildCustomers = [customer({ Id }), customer({ Id })];
      await refused(
        app,
        () => app.as('nina.north').insert('Customer', customer({ ChildCustomers })),
        400,
        'Validation',
      );
    });
  });
});
