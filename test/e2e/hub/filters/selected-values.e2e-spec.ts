import { CUSTOMER, customer, USER } from '../../../support/demo.js';
import { clause, FilteredClient, storyOf } from '../../../support/filtered-client.js';
import { byId, type Caller, type Row, TestApp } from '../../../support/test-app.js';

const MANAGER = 'cf5faf67-f718-4df4-9820-5771f7235a49';
const EMAIL = 'info@alpenmarkt.example';
const ALL = { SelectedFields: ['Name', 'email', 'CreditLimit', 'RegionId', 'CreatedOn', 'RowVersion'] };

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  ada = app.as('ada.admin');
});
afterAll(() => app?.stop());

it.each(['json', 'messagepack'] as const)(
  'are those of a query, of the record as the change left it: %s',
  async (protocol) => {
    const client = await FilteredClient.connect(app, 'ada.admin', { protocol });
    await client.register('Customer', { ...ALL, WhereClause: clause('CreditLimit', 'GreaterThan', 10) });
    const id = await ada.inserted('Customer', customer({ CreditLimit: '20.50', Email: `${protocol}@x.example` }));
    const { SelectedFields } = ALL;
    const [selected] = (await ada.select('Customer', { SelectedFields, WhereClause: byId(id) })).body.Result;
    await Promise.all([1, 2, 3].map((n) => ada.update('Customer', { CreditLimit: n }, byId(id))));
    const [created, left] = await client.rest();
    // A time is one in MessagePack, not a text.
    const CreatedOn = protocol === 'json' ? selected.CreatedOn : new Date(selected.CreatedOn).toJSON();
    expect(JSON.parse(JSON.stringify(created))).toMatchObject({ Cause: 'Enter', Record: { ...selected, CreatedOn } });
    expect(left).toMatchObject({ Cause: 'Leave', Operation: 'Removed', ChangedFields: [] });
    expect('Record' in left).toBe(false);
    await client.stop();
  },
);

it('are left out where they are longer than 8 KB', async () => {
  const client = await FilteredClient.connect(app, 'ada.admin');
  await client.register('Note', { SelectedFields: ['Body'] });
  await ada.inserted('Note', { Subject: 'long', Body: 'n'.repeat(8_100) });
  await ada.inserted('Note', { Subject: 'long', Body: 'n'.repeat(8_200) });
  const [short, long] = await client.rest();
  expect([short.Record!.Body, short.Truncated]).toEqual(['n'.repeat(8_100), undefined]);
  expect([long.Record, long.Truncated]).toEqual([null, true]);
  await client.stop();
});

it('follow the rights of their receiver: hidden ones are absent, masked ones masked', async () => {
  await protect('Email', { Protection: 'Masked', Mask: 'Email' });
  await protect('AvailableCredit', { Protection: 'Hidden' });
  await protect('CreditLimit', { Protection: 'Hidden' });
  const nina = await FilteredClient.connect(app, 'nina.north');
  expect(await nina.refusal('Customer', ALL)).toMatch(/^PermissionRequired: .*Customer\.CreditLimit/);
  const guess = { WhereClause: clause('Email', 'StartsWith', 'i') };
  expect(await nina.refusal('Customer', guess)).toMatch(/^PermissionRequired: .*Customer\.Email/);
  const about = { RoleId: MANAGER, EntityName: 'Customer', Read: 'Full' };
  for (const FieldName of ['Email', 'CreditLimit']) await ada.inserted('FieldAccess', { ...about, FieldName });
  const mona = await FilteredClient.connect(app, 'mona.manager');
  const { SubscriptionId } = await mona.register('Customer', { ...guess, ...ALL });
  for (const client of [nina, mona]) await client.register('Customer', { SelectedFields: ['*'] });
  await ada.update('Customer', { Email: EMAIL, CreditLimit: 987, Name: 'Seen' }, byId(CUSTOMER.alpenmarkt));
  const [ofNina] = await nina.rest();
  const ofMona = await mona.rest();
  expect(ofNina.Record).toMatchObject({ Name: 'Seen', Email: 'i****@alpenmarkt.example' });
  expect(Object.keys(ofNina.Record!)).not.toContain('CreditLimit');
  expect(ofNina.ChangedFields).not.toContain('CreditLimit');
  for (const { Record } of ofMona) expect(Record).toMatchObject({ Email: EMAIL, CreditLimit: 987 });
  expect(ofMona).toHaveLength(2);
  await ada.delete('FieldAccess', clause('RoleId', 'EqualTo', MANAGER));
  await ada.update('Customer', { Name: 'Seen again' }, byId(CUSTOMER.alpenmarkt));
  const [later] = await mona.rest();
  expect(later.Record).toMatchObject({ Name: 'Seen again', Email: 'i****@alpenmarkt.example' });
  expect(mona.ended).toEqual([{ SubscriptionId, Reason: expect.stringMatching(/^PermissionRequired: /) }]);
  await Promise.all([nina.stop(), mona.stop()]);
});

it('are replayed by a stream from a cursor, judged by the same clause', async () => {
  const filter = { WhereClause: clause('Name', 'StartsWith', 'Replayed'), SelectedFields: ['Name'] };
  const client = await FilteredClient.connect(app, 'mona.manager');
  const { SubscriptionId } = await client.register('Customer', filter);
  const id = await ada.inserted('Customer', customer({ OwnerId: USER.nina, Name: 'Other' }));
  const names = ['Replayed 1', 'Replayed 2', 'Other', 'Replayed 3'];
  await ada.update('Customer', { Name: names[0] }, byId(id));
  const first = await client.next();
  for (const Name of names.slice(1)) await ada.update('Customer', { Name }, byId(id));
  await ada.delete('Customer', byId(id));
  const live = await client.rest();
  const replayed = await client.stream(4, 'Customer', first.Cursor, filter);
  expect(replayed).toEqual(live.map((each) => ({ ...each, Cursor: expect.any(String) })));
  expect(replayed.map((each) => [storyOf(each), each.Record?.Name])).toEqual([
    [`Change Update ${id}`, 'Replayed 2'],
    [`Leave Removed ${id}`, undefined],
    [`Enter Update ${id}`, 'Replayed 3'],
    [`Leave Delete ${id}`, undefined],
  ]);
  expect(replayed[0].SubscriptionIds).toEqual([SubscriptionId]);
  await client.stop();
});

async function protect(field: string, members: Row): Promise<void> {
  const named = [clause('EntityId.EntityName', 'EqualTo', 'Customer'), clause('FieldName', 'EqualTo', field)];
  const Filters = named.flatMap((each) => each.Filters);
  expect((await ada.update('Field', members, { Filters })).status).toBe(200);
}
