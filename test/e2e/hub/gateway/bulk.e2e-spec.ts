import { customer, USER } from '../../../support/demo.js';
import { HubListener } from '../../../support/hub-client.js';
import { TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

/** Many customers in one transaction, every third nina's, the others sara's. */
const ROWS = Array.from({ length: 2_403 }, (_, n) => customer({ OwnerId: n % 3 === 0 ? USER.nina : USER.sara }));

// See docs/interface/hub.md#large-transactions
it('sends one summary for more than 1,000 records of a transaction, counting what each receiver may see', async () => {
  const [ada, nina, nils] = await Promise.all(
    ['ada.admin', 'nina.north', 'nils.north'].map((user) => HubListener.registered(app, user, ['Customer'])),
  );
  const Fields = Object.keys(ROWS[0]);
  const inserted = await app.as('ada.admin').send('POST', '/records/bulk-insert', {
    EntityName: 'Customer',
    Fields,
    Values: ROWS.map((row) => Fields.map((name) => row[name])),
  });
  expect(inserted.body.Result).toMatchObject({ Inserted: ROWS.length });
  const told = await ada.next();
  expect(told).toEqual({
    EntityName: 'Customer',
    Operation: 'Create',
    Id: null,
    RecordInformationId: null,
    ChangedFields: [],
    RowVersion: null,
    CorrelationId: inserted.body.CorrelationId,
    Cursor: expect.any(String),
    OccurredAt: expect.any(String),
    Count: ROWS.length,
  });
  expect(await nina.next()).toMatchObject({ Id: null, Count: ROWS.length / 3 });
  const updated = await app
    .as('ada.admin')
    .update('Customer', { OwnerId: USER.nils }, where('OwnerId', 'EqualTo', USER.nina));
  expect(updated.body.RecordAffected).toBeLessThan(1_000);
  expect(await nina.next()).toMatchObject({ Operation: 'Removed', Id: expect.any(String) });
  await nils.next(({ Id }) => Id !== null);
  for (const { heard } of [ada, nina, nils]) expect(heard.filter(({ Count }) => Count !== undefined)).toEqual([]);
  await Promise.all([ada, nina, nils].map((each) => each.stop()));
});
