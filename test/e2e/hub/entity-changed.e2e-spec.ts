import { customer } from '../../support/demo.js';
import { type HubOptions, HubListener } from '../../support/hub-client.js';
import { TestApp, where } from '../../support/test-app.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

const WAYS: readonly HubOptions[] = [
  { transport: 'WebSockets', protocol: 'json' },
  { transport: 'WebSockets', protocol: 'messagepack' },
  { transport: 'ServerSentEvents', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'messagepack' },
];

it.each(WAYS)('R204 a registered client hears of a write over HTTP: $transport, $protocol', async (way) => {
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
    OccurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  await app.as('nina.north').update('Customer', { Name: 'Other' }, where('Id', 'EqualTo', Id));
  expect(await nina.next()).toMatchObject({ Operation: 'Update', Id, ChangedFields: ['Name'], RowVersion: 2 });
  await app.as('ada.admin').delete('Customer', where('Id', 'EqualTo', Id));
  expect(await nina.next()).toMatchObject({ Operation: 'Delete', Id, ChangedFields: [] });
  await nina.stop();
});
