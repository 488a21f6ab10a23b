import { customer } from '../../../support/demo.js';
import { WAYS } from '../../../support/hub-app.js';
import { HubListener } from '../../../support/hub-client.js';
import { byId, TestApp } from '../../../support/test-app.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

// Requirement: R204, R199
it.each(WAYS)('a registered client receives a write over HTTP: $transport, $protocol', async (way) => {
  const nina = await HubListener.connect(app, 'nina.north', way);
  expect(await nina.connection.invoke('RegisterEntity', 'customer')).toEqual({ EntityName: 'Customer', Scope: 'Own' });
  const inserted = await app.as('nina.north').insert('Customer', customer());
  const { Id, RecordInformationId } = inserted.body.Result;
  const created = await nina.next();
  expect(created).toEqual({
    EntityName: 'Customer',
    Operation: 'Create',
    Id,
    RecordInformationId,
    ChangedFields: expect.arrayContaining(['Name', 'TaxId']),
    RowVersion: 1,
    CorrelationId: inserted.body.CorrelationId,
    Cursor: expect.any(String),
    OccurredAt: way.protocol === 'json' ? expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) : expect.any(Date),
  });
  await app.as('nina.north').update('Customer', { Name: 'Other' }, byId(Id));
  expect(await nina.next()).toMatchObject({ Operation: 'Update', Id, ChangedFields: ['Name'], RowVersion: 2 });
  await app.as('ada.admin').delete('Customer', byId(Id));
  expect(await nina.next()).toMatchObject({ Operation: 'Delete', Id, ChangedFields: [] });
  await nina.stop();
});
