import { CONTACT, CUSTOMER, customer, PRODUCT } from '../../support/demo.js';
import { refused } from '../../support/refusal.js';
import { byId, DEVELOPMENT, TestApp, where } from '../../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

it('an insert answers the values and logs them with the record (§11, R75)', async () => {
  const answer = await app.as('ada.admin').insert('Contact', {
    CustomerId: CUSTOMER.bistro,
    FirstName: 'Ann',
    LastName: "O'Neill",
  });
  expect(answer.body.Result).toMatchObject({ FullName: "Ann O'Neill" });
  const [logged] = await app.query<{ new: object }>('SELECT new FROM platform.change WHERE record_id = $1', [
    answer.body.Result.Id,
  ]);
  expect(logged.new).toMatchObject({ FullName: "Ann O'Neill" });
});

it('an update changes them along and logs that; one of other fields does not (T68)', async () => {
  const ada = app.as('ada.admin');
  const { body } = await ada.insert('Customer', customer({ CreditLimit: '100.00' }));
  const id = body.Result.Id as string;
  expect(body.Result).toMatchObject({ AvailableCredit: 100, OpenBalance: 0 });
  await ada.update('Customer', { CreditLimit: '250.50' }, byId(id));
  await ada.update('Customer', { Name: 'Other' }, byId(id));
  const changes = await app.query<{ old: object; new: object }>(
    `SELECT old, new FROM platform.change WHERE record_id = $1 AND operation = 'Update' ORDER BY position`,
    [id],
  );
  expect(changes).toEqual([
    { old: { CreditLimit: 100, AvailableCredit: 100 }, new: { CreditLimit: 250.5, AvailableCredit: 250.5 } },
    { old: { Name: 'Contoso' }, new: { Name: 'Other' } },
  ]);
  const read = await ada.select('Customer', { WhereClause: byId(id), SelectedFields: ['AvailableCredit'] });
  expect(read.text).toContain('"AvailableCredit":250.50');
});

it('filters, sorts, selects and names records like any field of its type (R33)', async () => {
  const ada = app.as('ada.admin');
  const named = await ada.select('Contact', {
    WhereClause: where('FullName', 'StartsWith', 'anna '),
    SelectedFields: ['FullName'],
    Sort: [{ FieldName: 'FullName' }],
  });
  expect(named.body.Result).toEqual([{ FullName: expect.stringMatching(/^Anna /) }]);
  const rich = await ada.select('Customer', {
    WhereClause: where('AvailableCredit', 'GreaterThan', '0'),
    Sort: [{ FieldName: 'AvailableCredit', Direction: 'Desc' }],
  });
  const credits = rich.body.Result.map((row: { AvailableCredit: number }) => row.AvailableCredit);
  expect(credits).toEqual(credits.toSorted((a: number, b: number) => b - a));
  const { body } = await ada.insert('Order', { CustomerId: CUSTOMER.bistro, ContactId: CONTACT.cora });
  const looked = await ada.select('Order', {
    WhereClause: byId(body.Result.Id),
    SelectedFields: ['ContactId', 'ContactId.FullName'],
    LoadLookUpValues: true,
  });
  expect(looked.body.Result[0].ContactId).toMatchObject({ FullName: expect.any(String) });
});

it.each(['AvailableCredit', 'OpenBalance', 'CustomerNumber'])('%s is set by the service alone (R33)', async (name) => {
  const ada = app.as('ada.admin');
  const inserted = await refused(app, () => ada.insert('Customer', customer({ [name]: '1' })), 400, 'Validation');
  expect(inserted).toMatchObject([{ FieldName: name, Path: 'Fields[3]' }]);
  const update = () => ada.update('Customer', { [name]: '1' }, byId(CUSTOMER.bistro));
  expect(await refused(app, update, 400, 'Validation')).toMatchObject([{ FieldName: name, Path: 'Fields[0]' }]);
});

it('is a generated column, so that nobody can write it past the service either', async () => {
  const schema = await app.schema(DEVELOPMENT);
  const forced = app.query(`UPDATE "${schema}"."Customer" SET "AvailableCredit" = 1`);
  await expect(forced).rejects.toThrow('can only be updated to DEFAULT');
});

it('what a new line comes to is there at once', async () => {
  const { body } = await app.as('ada.admin').insert('Order', {
    CustomerId: CUSTOMER.bistro,
    OrderLines: [{ LineNumber: 1, ProductId: PRODUCT.water, Quantity: 3, UnitPrice: '0.35' }],
  });
  const lines = await app
    .as('ada.admin')
    .select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', body.Result.Id) });
  expect(lines.body.Result).toMatchObject([{ LineTotal: 1.05 }]);
});
