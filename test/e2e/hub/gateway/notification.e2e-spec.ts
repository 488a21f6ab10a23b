import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { USER } from '../../../support/demo.js';
import { HubListener, type HubOptions } from '../../../support/hub-client.js';
import { refused } from '../../../support/refusal.js';
import { assignments, byId, type Row, TestApp, where } from '../../../support/test-app.js';

const ABOUT = 'aa0b8f6e-1b38-4a5c-9d2e-3c8a4ff0a001';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
  await loadDemoCopy(app, {}, { 'hub.names': { Notification: { Name: 'tell', Arguments: 'List' } } });
});
afterAll(() => app.stop());

/** A client that keeps received notifications. */
const listening = (user: string, options: HubOptions = {}): Promise<HubListener> =>
  HubListener.served(app, user, { message: 'Notification', ...options });

// Requirement: R204
// See docs/interface/hub.md#notifications
it('a Notification record reaches every connection of its owner and nobody else', async () => {
  const all = await Promise.all(
    [listening('nina.north'), listening('nina.north', { protocol: 'messagepack' })].concat(
      ['nils.north', 'mona.manager', 'ada.admin'].map((user) => listening(user)),
    ),
  );
  const [nina, ninasPhone, ...others] = all;
  const ada = app.as('ada.admin');
  const fields = { Message: 'Alpenmarkt was "blocked".', EntityName: 'Customer', RecordId: ABOUT, Source: 'Import' };
  const { Id, CreatedOn } = (await ada.insert('Notification', { ...fields, OwnerId: USER.nina })).body.Result;
  const told = {
    Id,
    ReadOn: null,
    Message: 'Alpenmarkt was "blocked".',
    EntityName: 'Customer',
    RecordInformationId: ABOUT,
    Source: 'Import',
    OccurredAt: CreatedOn,
  };
  expect(await nina.next()).toEqual(told);
  expect(await ninasPhone.next()).toEqual({ ...told, OccurredAt: new Date(CreatedOn) });
  // The next message of the others is their first.
  for (const [i, owner] of [USER.nils, USER.mona, USER.ada].entries()) {
    await ada.insert('Notification', { Message: `for ${owner}`, OwnerId: owner });
    expect(await others[i].next()).toMatchObject({
      Message: `for ${owner}`,
      EntityName: null,
      RecordInformationId: null,
      Source: null,
    });
  }
  expect(nina.heard).toEqual([]);
  await Promise.all(all.map((each) => each.stop()));
});

it('records of any origin arrive one by one, in order; their changes are silent', async () => {
  const nina = await listening('nina.north');
  const ada = app.as('ada.admin');
  const step = (Message: string): object => ({
    Operation: 'Insert',
    EntityName: 'Notification',
    Fields: assignments({ Message, OwnerId: USER.nina }),
  });
  expect((await ada.batch(['one', 'two', 'three'].map(step))).status).toBe(200);
  const heard = [await nina.next(), await nina.next(), await nina.next()];
  expect(heard).toMatchObject([{ Message: 'one' }, { Message: 'two' }, { Message: 'three' }]);
  await ada.update('Notification', { Message: 'two again' }, where('Message', 'EqualTo', 'two'));
  await ada.insert('Notification', { Message: 'last', OwnerId: USER.nina });
  expect(await nina.next()).toMatchObject({ Message: 'last' });
  await nina.stop();
});

it('receivers read their own notifications, and only users with access write any', async () => {
  const ada = app.as('ada.admin');
  await ada.insert('Notification', { Message: 'for Omar', OwnerId: USER.omar });
  await ada.insert('Notification', { Message: 'for Sara', OwnerId: USER.sara });
  const own = async (user: string): Promise<unknown> =>
    (await app.as(user).select('Notification', { SelectedFields: ['Message', 'OwnerId'] })).body.Result;
  expect(await own('omar.outside')).toEqual([{ Message: 'for Omar', OwnerId: USER.omar }]);
  expect(await own('sara.south')).toEqual([{ Message: 'for Sara', OwnerId: USER.sara }]);
  const access = await app.as('omar.outside').get('/access?entityName=notification');
  const scopes = { EntityName: 'Notification', Create: 'None', Read: 'Own', Update: 'Own', Delete: 'None' };
  expect(access.body.Result).toEqual([scopes]);
  const omar = app.as('omar.outside');
  await refused(app, () => omar.insert('Notification', { Message: 'to myself' }), 403, 'ScopeNone');
  await refused(app, () => omar.delete('Notification', where('Message', 'EqualTo', 'for Omar')), 403, 'ScopeNone');
  const registered = await HubListener.registered(app, 'omar.outside', ['Notification']);
  await ada.insert('Notification', { Message: 'for Sara again', OwnerId: USER.sara });
  await ada.insert('Notification', { Message: 'for Omar again', OwnerId: USER.omar });
  expect(await registered.next()).toMatchObject({ EntityName: 'Notification', Operation: 'Create' });
  expect(registered.heard).toEqual([]);
  await registered.stop();
});

// See docs/interface/hub.md#notifications
it('receivers mark their own notifications as read, and change nothing else of them', async () => {
  const ada = app.as('ada.admin');
  const id = await ada.inserted('Notification', { Message: 'Please read', OwnerId: USER.omar });
  const other = await ada.inserted('Notification', { Message: 'Not yours', OwnerId: USER.sara });
  const omar = app.as('omar.outside');
  const ReadOn = '2026-03-02T09:30:00Z';
  expect((await omar.update('Notification', { ReadOn }, byId(id))).status).toBe(200);
  expect(await omar.row('Notification', id)).toMatchObject({ ReadOn, OwnerId: USER.omar });
  const unread = where('ReadOn', 'IsNULL');
  const unreadOnes = (await omar.select('Notification', { WhereClause: unread })).body.Result as readonly Row[];
  expect(unreadOnes.map(({ Id }) => Id)).not.toContain(id);
  for (const fields of [{ Message: 'x' }, { OwnerId: USER.sara }, { ReadOn: null, Source: 'x' }])
    await refused(app, () => omar.update('Notification', fields, byId(id)), 403, 'PermissionRequired');
  await refused(app, () => omar.update('Notification', { ReadOn }, byId(other)), 403, 'OutOfScope');
  expect((await omar.update('Notification', { ReadOn: null }, byId(id))).status).toBe(200);
});

// Requirement: T55
it('uses the message name and argument style of the environment', async () => {
  const nina = await HubListener.connect(app, 'nina.north', { place: COPY });
  const told = new Promise<unknown[]>((resolve) => nina.connection.on('tell', (...values) => resolve(values)));
  const { body } = await app.as('ada.admin', COPY).insert('Notification', { Message: 'Hello', OwnerId: USER.nina });
  expect(await told).toEqual([body.Result.Id, null, 'Hello', null, null, null, body.Result.CreatedOn]);
  await nina.stop();
});
