import { LOGGED_CHANGES } from '../../../support/logged-changes.js';
import { CONTACT, CUSTOMER, customer, PRODUCT } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { byId, DEVELOPMENT, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

// Requirement: R75
// See docs/definitions.md#computed-fields
it('an insert answers computed values and logs them with the record', async () => {
  const answer = await app.as('ada.admin').insert('Contact', {
    CustomerId: CUSTOMER.bistro,
    FirstName: 'Ann',
    LastName: "O'Neill",
  });
  expect(answer.body.Result).toMatchObject({ FullName: "Ann O'Neill" });
  const [logged] = await app.query<{ new: object }>(`SELECT new FROM ${LOGGED_CHANGES} c WHERE record_id = $1`, [
    answer.body.Result.Id,
  ]);
  expect(logged.new).toMatchObject({ FullName: "Ann O'Neill" });
});

// Requirement: T68
it('an update recomputes and logs them only when a field they use changes', async () => {
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

// Requirement: R33
it('can be filtered, sorted, selected and used as display field like any field of the type', async () => {
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

// Requirement: R33
it.each(['AvailableCredit', 'OpenBalance', 'CustomerNumber'])('%s can be set only by the service', async (name) => {
  const ada = app.as('ada.admin');
  const inserted = await refused(app, () => ada.insert('Customer', customer({ [name]: '1' })), 400, 'Validation');
  expect(inserted).toMatchObject([{ FieldName: name, Path: 'Fields[3]' }]);
  const update = () => ada.update('Customer', { [name]: '1' }, byId(CUSTOMER.bistro));
  expect(await refused(app, update, 400, 'Validation')).toMatchObject([{ FieldName: name, Path: 'Fields[0]' }]);
});

it('is a generated column, so that no direct SQL write can set it', async () => {
  const schema = await app.schema(DEVELOPMENT);
  const forced = app.query(`UPDATE "${schema}"."Customer" SET "AvailableCredit" = 1`);
  await expect(forced).rejects.toThrow('can only be updated to DEFAULT');
});

it('a new line has its computed total at once', async () => {
  const { body } = await app.as('ada.admin').insert('Order', {
    CustomerId: CUSTOMER.bistro,
    OrderLines: [{ LineNumber: 1, ProductId: PRODUCT.water, Quantity: 3, UnitPrice: '0.35' }],
  });
  const lines = await app
    .as('ada.admin')
    .select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', body.Result.Id) });
  expect(lines.body.Result).toMatchObject([{ LineTotal: 1.05 }]);
});
