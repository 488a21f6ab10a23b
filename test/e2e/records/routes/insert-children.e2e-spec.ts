import { CUSTOMER, customer, ORDER, PRODUCT, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { TestApp, where } from '../../../support/test-app.js';

type Fields = Readonly<Record<string, unknown>>;

const line = (LineNumber: number, more: Fields = {}): Fields => ({
  LineNumber,
  ProductId: PRODUCT.water,
  Quantity: 1,
  UnitPrice: '1.00',
  ...more,
});

const asAssignments = (fields: Fields): readonly unknown[] =>
  Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));

/** A customer with this number of levels of branches below it. */
const nested = (levels: number): Fields => customer(levels === 0 ? {} : { ChildCustomers: [nested(levels - 1)] });

// Requirement: R100
describe('nested children of an insert', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  it.each(['OrderLines', 'OrderLine', 'orderlines'])('are created with their parent under %s', async (name) => {
    const mark = await app.mark();
    const lines = [line(1), { Fields: asAssignments(line(2)) }, asAssignments(line(3))];
    const { status, body } = await app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro, [name]: lines });
    expect(status).toBe(200);
    expect(body).toMatchObject({ RecordAffected: 1, Result: { CustomerId: CUSTOMER.bistro } });
    expect(body.Result).not.toHaveProperty(name);
    const WhereClause = where('OrderId', 'EqualTo', body.Result.Id);
    const stored = await app.as('nina.north').select('OrderLine', { WhereClause, Sort: [{ FieldName: 'LineNumber' }] });
    expect(stored.body.Result.map((row: Fields) => [row.LineNumber, row.OwnerId, row.CreatedBy])).toEqual(
      [1, 2, 3].map((n) => [n, USER.nina, USER.nina]),
    );
    const changes = await app.changes(mark);
    expect(changes.filter((change) => change !== 'Create StatusHistory')).toEqual([
      'Create Order',
      ...Array(3).fill('Create OrderLine'),
    ]);
  });

  it('take the owner of their parent, even if it is not the caller (OwnerFrom)', async () => {
    const fields = { CustomerId: CUSTOMER.cafe, OwnerId: USER.nils, OrderLines: [line(1)] };
    const { body } = await app.as('mona.manager').insert('Order', fields);
    const { body: lines } = await app
      .as('nils.north')
      .select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', body.Result.Id) });
    expect(lines.Result).toEqual([expect.objectContaining({ OwnerId: USER.nils, CreatedBy: USER.mona })]);
  });

  it('carry an Id given to their parent, wherever it stands', async () => {
    const Id = 'abcdef01-0000-4000-8000-000000000001';
    const fields = { CustomerContacts: [{ FirstName: 'A', LastName: 'B' }], ...customer(), Id };
    expect((await app.as('nina.north').insert('Customer', fields)).body.Result.Id).toBe(Id);
    const { body } = await app.as('nina.north').select('Contact', { WhereClause: where('CustomerId', 'EqualTo', Id) });
    expect(body.Result).toHaveLength(1);
  });

  it('nest five levels, not six', async () => {
    const { status, body } = await app.as('nina.north').insert('Customer', nested(5));
    expect(status).toBe(200);
    const path = 'ParentCustomerId.ParentCustomerId.ParentCustomerId.ParentCustomerId.ParentCustomerId';
    const deepest = await app
      .as('nina.north')
      .select('Customer', { WhereClause: where(path, 'EqualTo', body.Result.Id) });
    expect(deepest.body.Result).toHaveLength(1);
    const [detail] = await refused(app, () => app.as('nina.north').insert('Customer', nested(6)), 400, 'Validation');
    expect(detail.Path).toBe(
      'Fields[3].Value[0].ChildCustomers.Value[0].ChildCustomers.Value[0].ChildCustomers.Value[0].ChildCustomers.Value[0].ChildCustomers',
    );
  });

  it('may be 1,000 records on all levels, not more', async () => {
    const contacts = (count: number): Fields =>
      customer({ CustomerContacts: Array.from({ length: count }, () => ({ FirstName: 'A', LastName: 'B' })) });
    expect((await app.as('nina.north').insert('Customer', contacts(1_000))).status).toBe(200);
    await refused(app, () => app.as('nina.north').insert('Customer', contacts(1_001)), 400, 'TooManyRows');
  });

  // Requirement: R100, T22
  it('roll back everything when one fails, with its path', async () => {
    const OrderLines = [line(1), asAssignments(line(2, { Quantity: 0 })), line(3, { ProductId: CUSTOMER.bistro })];
    const call = () => app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro, OrderLines });
    const details = await refused(app, call, 400, 'Validation');
    expect(details.map(({ FieldName, Path }) => [FieldName, Path])).toEqual([
      ['ProductId', 'Fields[1].Value[2].ProductId'],
      ['Quantity', 'Fields[1].Value[1].Fields[2]'],
    ]);
  });

  it('report the path of a missing and of an unknown field', async () => {
    const OrderLines = [{ Fields: asAssignments({ ...line(1), Quantity: null, Qantity: 1 }) }];
    const call = () => app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro, OrderLines });
    const details = await refused(app, call, 400, 'UnknownField');
    expect(details.map(({ FieldName, Path }) => [FieldName, Path])).toEqual([
      ['Qantity', 'Fields[1].Value[0].Fields[4]'],
      ['Quantity', 'Fields[1].Value[0].Fields[2]'],
    ]);
  });

  // Requirement: R100
  it('need create scope of their own', async () => {
    const call = () => app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro, OrderInvoices: [{}] });
    const [detail] = await refused(app, call, 403, 'ScopeNone');
    expect(detail.Message).toBe('You have no create access to Invoice.');
  });

  it('must not name their parent themselves', async () => {
    const OrderLines = [line(1, { OrderId: ORDER.o1 })];
    const call = () => app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro, OrderLines });
    const [detail] = await refused(app, call, 400, 'Validation');
    expect(detail.Path).toBe('Fields[1].Value[0].OrderId');
  });

  it.each([
    ['an object', line(1)],
    ['text', 'x'],
    ['an array of other things', ['x']],
  ])('must be an array of records, not %s', async (_, OrderLines) => {
    const call = () => app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro, OrderLines });
    await refused(app, call, 400, 'Validation');
  });

  // See docs/interface/records.md#names-of-relations
  it('may be named by their entity where only one relation leads to it', async () => {
    const fields = { UserName: 'a.b', DisplayName: 'AB', Customer: [customer()] };
    const { status, body } = await app.as('ada.admin').insert('User', fields);
    expect(status).toBe(200);
    const managed = await app
      .as('ada.admin')
      .select('Customer', { WhereClause: where('AccountManagerId', 'EqualTo', body.Result.Id) });
    expect(managed.body.Result).toHaveLength(1);
  });

  // Requirement: T22, R99
  it('leave nothing of the parent when a child clashes in the database', async () => {
    const branch = customer({ TaxId: 'DE811111111' });
    const call = () => app.as('nina.north').insert('Customer', customer({ ChildCustomers: [customer(), branch] }));
    const [detail] = await refused(app, call, 409, 'Conflict');
    expect(detail).toMatchObject({ FieldName: 'TaxId', Path: 'Fields[3].Value[1].TaxId' });
  });
});
