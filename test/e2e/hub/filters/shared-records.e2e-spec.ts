import { ORDER, ROLE, USER } from '../../../support/demo.js';
import { clause, FilteredClient, storyOf as storyOfFilter } from '../../../support/filtered-client.js';
import { type EntityChanged, HubListener } from '../../../support/hub-client.js';
import { byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

let app: TestApp;
let ada: Caller;
/** Owner of the order o1. */
let nina: Caller;
let recordId: string;
/** Lines of the orders o1 and o2. */
let line: string;
let other: string;
const listeners: HubListener[] = [];
beforeAll(async () => {
  app = await TestApp.start();
  [ada, nina] = [app.as('ada.admin'), app.as('nina.north')];
  await ada.update('Entity', { AllowShares: true }, where('EntityName', 'EqualTo', 'Order'));
  await ada.update('Relation', { InheritsAccess: true }, where('ChildEntityId.EntityName', 'EqualTo', 'OrderLine'));
  recordId = (await ada.row('Order', ORDER.o1)).RecordInformationId;
  [line, other] = await Promise.all([lineOf(ORDER.o1), lineOf(ORDER.o2)]);
});
afterEach(() => Promise.all(listeners.splice(0).map((each) => each.stop())));
afterAll(() => app?.stop());

async function lineOf(orderId: string): Promise<string> {
  return (await ada.select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', orderId) })).body.Result[0].Id;
}
const share = (members: Row): Promise<string> => nina.inserted('RecordShare', { RecordId: recordId, ...members });
async function bulk(EntityName: string, rows: readonly Row[]): Promise<void> {
  const Fields = Object.keys(rows[0]);
  const Values = rows.map((row) => Fields.map((name) => row[name]));
  const { text, body } = await nina.send('POST', '/records/bulk-insert', { EntityName, Fields, Values });
  if (body.Result?.Inserted !== rows.length) throw new Error(text);
}
const end = (id: string): Promise<unknown> => nina.delete('RecordShare', byId(id));
const change = (id: string): Promise<unknown> => ada.update('Order', { Notes: `n ${Math.random()}` }, byId(id));

const both = (one: Row, more: Row): Row => ({
  Filters: Object.entries({ ...one, ...more }).map(([FieldName, Value]) => ({
    FieldName,
    Operator: 'EqualTo',
    Value,
  })),
});

/** A registered client of the colleague with scope Own, and the entities that `ScopeChanged` names. */
async function registered(...entities: readonly string[]) {
  const listener = await HubListener.registered(app, 'sara.south', entities);
  listeners.push(listener);
  const scopes: string[] = [];
  listener.connection.on('ScopeChanged', ({ EntityName }) => scopes.push(EntityName));
  return { listener, scopes };
}

/** Messages up to that of the colleague's own order, which is updated last. */
async function storyOf(listener: HubListener): Promise<readonly string[]> {
  await change(ORDER.o4);
  const story: string[] = [];
  for (;;) {
    const { Operation, Id }: EntityChanged = await listener.next();
    if (Id === ORDER.o4) return story;
    story.push(`${Operation} ${Id}`);
  }
}

it('send their changes while they are shared, and those of no other record', async () => {
  const [{ listener, scopes }, nils] = [
    await registered('Order'),
    await HubListener.registered(app, 'nils.north', ['Order']),
  ];
  listeners.push(nils);
  await change(ORDER.o1);
  expect([await storyOf(listener), scopes]).toEqual([[], []]);
  const id = await share({ UserId: USER.sara });
  await until('the client is notified of the share', () => scopes.includes('Order'));
  await change(ORDER.o1);
  await change(ORDER.o2);
  expect(await storyOf(listener)).toEqual([`Update ${ORDER.o1}`]);
  await end(id);
  await until('the client is notified of its end', () => scopes.length > 1);
  await change(ORDER.o1);
  expect(await storyOf(listener)).toEqual([]);
  await change(ORDER.o3);
  expect((await nils.next()).Id).toBe(ORDER.o3);
});

it('have no messages from the end of the share on, also in the middle of a stream', async () => {
  const { listener } = await registered('Order');
  await change(ORDER.o4);
  const { Cursor } = await listener.next();
  await change(ORDER.o1);
  await change(ORDER.o2);
  // Changes that were read with the share are judged by it, though they were before it.
  await change(ORDER.o4);
  await listener.next();
  const Until = new Date(Date.now() + 3_000).toISOString();
  await share({ UserId: USER.sara, Until });
  const items: string[] = [];
  listener.connection.stream<EntityChanged>('StreamChanges', 'Order', Cursor).subscribe({
    next: ({ Operation, Id }) => items.push(`${Operation} ${Id}`),
    error: (error: unknown) => items.push(String(error)),
    complete: () => undefined,
  });
  await until('the changes before the share are caught up', () => items.length === 2);
  await change(ORDER.o1);
  await until('a change is streamed live', () => items.length === 3);
  await until('the share has ended', async () => (await app.as('sara.south').row('Order', ORDER.o1)) === undefined);
  await change(ORDER.o1);
  await change(ORDER.o4);
  await until('the last change is streamed', () => items.length > 3);
  expect(items).toEqual([ORDER.o1, ORDER.o4, ORDER.o1, ORDER.o4].map((id) => `Update ${id}`));
  expect(await storyOf(listener)).toEqual([`Update ${ORDER.o1}`]);
});

it('are those of the teams and roles of now', async () => {
  const TeamId = await ada.inserted('Team', { Name: 'Helpers' });
  const member = await ada.inserted('TeamMember', { TeamId, UserId: USER.sara });
  const { listener, scopes } = await registered('Order');
  const [ofTeam, ofRole] = [await share({ TeamId }), await share({ RoleId: ROLE.salesAssistant })];
  await change(ORDER.o1);
  expect([await storyOf(listener), scopes]).toEqual([[`Update ${ORDER.o1}`], ['Order']]);
  await ada.delete('TeamMember', byId(member));
  await change(ORDER.o1);
  expect(await storyOf(listener)).toEqual([]);
  const role = await ada.inserted('UserRole', { UserId: USER.sara, RoleId: ROLE.salesAssistant });
  await change(ORDER.o1);
  expect(await storyOf(listener)).toEqual([`Update ${ORDER.o1}`]);
  await ada.delete('UserRole', byId(role));
  await Promise.all([end(ofTeam), end(ofRole)]);
});

it('are sent of their children, also to filtered subscriptions', async () => {
  const { listener, scopes } = await registered('Order', 'OrderLine');
  const filtered = await FilteredClient.connect(app, 'sara.south');
  listeners.push(filtered.listener);
  await filtered.register('OrderLine', { WhereClause: clause('Quantity', 'GreaterThan', 100) });
  const id = await share({ UserId: USER.sara });
  await ada.update('OrderLine', { Quantity: 101 }, byId(other));
  await ada.update('OrderLine', { Quantity: 101 }, byId(line));
  await ada.update('OrderLine', { Quantity: 1 }, byId(line));
  const ofLines = (await storyOf(listener)).filter((text) => !text.endsWith(ORDER.o1));
  expect(ofLines).toEqual([`Update ${line}`, `Update ${line}`]);
  expect([storyOfFilter(await filtered.next()), storyOfFilter(await filtered.next())]).toEqual([
    `Enter Update ${line}`,
    `Leave Removed ${line}`,
  ]);
  await until('the client is notified of both entities', () => new Set(scopes).size === 2);
  await end(id);
});

it('count in the summaries of large transactions', async () => {
  const { listener, scopes } = await registered('OrderLine');
  // Only the last of many shares is for the user of the client.
  await bulk('RecordShare', [
    ...Array.from({ length: 1_200 }, () => ({ RecordId: recordId, UserId: USER.nils })),
    { RecordId: recordId, UserId: USER.sara },
  ]);
  await until('the client is notified of the share', () => scopes.includes('OrderLine'));
  const { ProductId } = await ada.row('OrderLine', line);
  const of = (OrderId: string): readonly Row[] =>
    Array.from({ length: 1_000 }, (_, n) => ({ OrderId, LineNumber: 100 + n, ProductId, Quantity: 1, UnitPrice: 1 }));
  await bulk('OrderLine', [...of(ORDER.o1), ...of(ORDER.o2)]);
  expect(await listener.next()).toMatchObject({ Operation: 'Create', Id: null, Count: 1_000 });
  await nina.delete('RecordShare', where('UserId', 'EqualTo', USER.sara));
});

it('name no fields that are hidden, and end for the children with the record', async () => {
  const { listener, scopes } = await registered('Order', 'OrderLine');
  await share({ UserId: USER.sara });
  await until('the client is notified of the share', () => new Set(scopes).size === 2);
  await ada.update('Field', { Protection: 'Hidden' }, both({ 'EntityId.EntityName': 'Order' }, { FieldName: 'Notes' }));
  await ada.update('Order', { Notes: 'hidden', ExternalReference: `r ${Math.random()}` }, byId(ORDER.o1));
  expect((await listener.next()).ChangedFields).toEqual(['ExternalReference']);
  scopes.length = 0;
  await ada.delete('Order', byId(ORDER.o1));
  expect(await storyOf(listener)).toEqual([`Delete ${ORDER.o1}`]);
  await until('the client is notified that lines may have left', () => scopes.includes('OrderLine'));
});

it('have no effect where the scope on the entity is None, as in queries', async () => {
  const [nobody] = (await ada.select('Order', { WhereClause: byId(ORDER.o2) })).body.Result;
  await nina.inserted('RecordShare', { RecordId: nobody.RecordInformationId, UserId: USER.sara });
  await ada.update(
    'RoleAccess',
    { Read: 'None', Update: 'None', Delete: 'None' },
    both({ 'RoleId.Name': 'SalesRep' }, { EntityName: 'Order' }),
  );
  const { body } = await app.as('sara.south').select('Order');
  const { listener } = await registered();
  const refusal = await listener.connection.invoke('RegisterEntity', 'Order').then(String, String);
  expect([body.ErrorDetails[0].Code, refusal.replace(/^.*HubException: /, '')]).toEqual([
    'ScopeNone',
    'ScopeNone: You have no read access to Order.',
  ]);
});
