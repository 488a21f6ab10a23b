import { CUSTOMER, customer, PRODUCT, REGION } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, TestApp } from '../../../support/test-app.js';

describe('faults of an insert', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const insert = (EntityName: string, Fields: readonly unknown[]): (() => Promise<Answer>) => {
    return () => app.as('nina.north').send('POST', '/records/insert', { EntityName, Fields });
  };

  // Requirement: R96
  it('are reported together, each with field and path', async () => {
    const details = await refused(
      app,
      insert('Customer', [
        { FieldName: 'Name', Value: 'x' },
        { FieldName: 'TaxId', Value: 'de1' },
        { FieldName: 'Email', Value: 'nobody' },
        { FieldName: 'Nmae', Value: 'y' },
        { FieldName: 'Email', Value: 'a@b.example' },
        { FieldName: 'CustomerContacts', Value: [{ FirstName: 'A' }, [{ FieldName: 'LastName', Value: 5 }]] },
      ]),
      400,
      'Validation',
    );
    const found = details.map(({ Code, FieldName, Path }) => `${Code} ${FieldName ?? ''} ${Path}`);
    expect(found.toSorted()).toEqual([
      'FieldRule Email Fields[2]',
      'FieldRule FirstName Fields[5].Value[1]',
      'FieldRule LastName Fields[5].Value[0]',
      'FieldRule Name Fields[0]',
      'FieldRule RegionId Fields',
      'FieldRule TaxId Fields[1]',
      'UnknownField Nmae Fields[3]',
      'Validation Email Fields[4]',
      'Validation LastName Fields[5].Value[1].Fields[0]',
    ]);
  });

  // Requirement: R96
  // See docs/interface/conventions.md#errors
  it('combine those found by the service with those found by the database', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const details = await refused(
      app,
      insert('Customer', [
        { FieldName: 'Name', Value: 'x' },
        { FieldName: 'TaxId', Value: 'DE822222222' },
        { FieldName: 'RegionId', Value: unknown },
        { FieldName: 'Segment', Value: 'KeyAccount' },
      ]),
      400,
      'Validation',
    );
    expect(details.map(({ Code, FieldName, Path }) => [Code, FieldName, Path])).toEqual([
      ['Validation', 'RegionId', 'Fields[2]'],
      ['FieldRule', 'Name', 'Fields[0]'],
      ['FieldRule', 'AccountManagerId', 'Fields'],
      ['Conflict', 'TaxId', 'Fields[1]'],
    ]);
  });

  // Requirement: R33
  it.each([
    ['Nmae', "Customer has no field or relation 'Nmae'. Did you mean 'Name'?"],
    ['Xyzzy', "Customer has no field or relation 'Xyzzy'."],
  ])('suggest the known name for %s', async (name, message) => {
    const details = await refused(
      app,
      () => app.as('nina.north').insert('Customer', customer({ [name]: 1 })),
      400,
      'UnknownField',
    );
    expect(details).toEqual([expect.objectContaining({ FieldName: name, Path: 'Fields[3]' })]);
    expect(details[0].Message.toLowerCase()).toBe(message.toLowerCase());
  });

  // Requirement: R33
  it.each([
    ['Name', 'name'],
    ['CustomerContacts', 'Contact'],
  ])('report %s and %s as the same field', async (first, second) => {
    const value = first === 'Name' ? 'Contoso' : [];
    const Fields = Object.entries({ ...customer(), [first]: value, [second]: value });
    const call = insert(
      'Customer',
      Fields.map(([FieldName, Value]) => ({ FieldName, Value })),
    );
    const details = await refused(app, call, 400, 'Validation');
    expect(details.map(({ Path }) => Path)).toEqual([`Fields[${Fields.findIndex(([name]) => name === second)}]`]);
  });

  // Requirement: R33, R71, T24, S8
  it.each([
    'RecordInformationId',
    'TenantId',
    'AppId',
    'EnvironmentId',
    'OwnerTeamId',
    'CreatedBy',
    'CreatedOn',
    'UpdatedBy',
    'UpdatedOn',
    'RowVersion',
    'IsDeleted',
    'CustomerNumber',
    'OpenBalance',
    'AvailableCredit',
  ])('report a value for %s, which only the service sets', async (name) => {
    const call = () => app.as('ada.admin').insert('Customer', customer({ [name]: CUSTOMER.bistro }));
    const [detail] = await refused(app, call, 400, 'Validation');
    expect(detail.Path).toBe('Fields[3]');
  });

  // Requirement: R97
  it('name the composite rule when two lines of an order have one number', async () => {
    const line = { LineNumber: 1, ProductId: PRODUCT.water, Quantity: 1, UnitPrice: 1 };
    const call = () => app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro, OrderLines: [line, line] });
    const [detail] = await refused(app, call, 409, 'Conflict');
    expect(detail.Message).toBe('Another record already has this value of OrderId + LineNumber.');
  });

  // See docs/interface/conventions.md#errors
  // Requirement: R212
  it('contain no SQL and no table name for any input', async () => {
    const nasty = ["'; DROP TABLE x; --", '\u0000', { a: [] }, ['x'], '\ud800', 1e300];
    for (const value of nasty) {
      const { status, text } = await app
        .as('nina.north')
        .insert('Customer', customer({ Name: value, RegionId: REGION.north }));
      expect([200, 400]).toContain(status);
      expect(text).not.toMatch(/env_|SELECT|syntax|constraint|stack/i);
    }
  });
});
