import { customer, TEAM, USER } from '../../../support/demo.js';
import { clause, FilteredClient, storyOf } from '../../../support/filtered-client.js';
import { byId, type Caller, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
let ada: Caller;
const clients: FilteredClient[] = [];
beforeAll(async () => {
  app = await TestApp.start();
  ada = app.as('ada.admin');
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.stop()));
});
afterAll(() => app?.stop());

const connect = async (user: string): Promise<FilteredClient> => {
  const client = await FilteredClient.connect(app, user);
  clients.push(client);
  return client;
};

const LARGE = { WhereClause: clause('CreditLimit', 'GreaterThan', 1_000) };
const MINE = { WhereClause: clause('OwnerId', 'EqualTo', 'Me', 4) };

it('sends records that enter a clause, change in it and leave it, and nothing else', async () => {
  const client = await connect('ada.admin');
  const answer = await client.register('customer', LARGE);
  expect(answer).toEqual({ EntityName: 'Customer', Scope: 'All', SubscriptionId: expect.any(String) });
  expect(await client.register('Customer', LARGE)).toEqual(answer);
  const small = await ada.inserted('Customer', customer({ CreditLimit: 5 }));
  const large = await ada.inserted('Customer', customer({ CreditLimit: 5_000 }));
  expect(await client.next()).toMatchObject({
    Operation: 'Create',
    Cause: 'Enter',
    Id: large,
    SubscriptionIds: [answer.SubscriptionId],
  });
  await ada.update('Customer', { Name: 'Still small' }, byId(small));
  await ada.update('Customer', { CreditLimit: 2_000 }, byId(small));
  await ada.update('Customer', { Name: 'Large' }, byId(small));
  await ada.update('Customer', { CreditLimit: 1 }, byId(small));
  await ada.delete('Customer', byId(small));
  await ada.delete('Customer', byId(large));
  await ada.restore('Customer', byId(large));
  expect(await client.story()).toEqual([
    `Enter Update ${small}`,
    `Change Update ${small}`,
    `Leave Removed ${small}`,
    `Leave Delete ${large}`,
    `Enter Create ${large}`,
  ]);
});

it('judges nulls, negations and comparisons of fields as queries do', async () => {
  const client = await connect('ada.admin');
  await client.register('Customer', { WhereClause: clause('Email', 'IsNULL') });
  await client.register('Customer', { WhereClause: clause('Email', 'NotContains', 'x') });
  await client.register('Customer', { WhereClause: clause('OpenBalance', 'LessThan', 'CreditLimit', 3) });
  const id = await ada.inserted('Customer', customer({ CreditLimit: 0 }));
  await ada.update('Customer', { Email: 'x@y.example' }, byId(id));
  await ada.update('Customer', { CreditLimit: 10, Email: 'a@y.example' }, byId(id));
  expect(await client.story()).toEqual([`Enter Create ${id}`, `Leave Removed ${id}`, `Enter Update ${id}`]);
});

it('lets equal subscriptions of several users differ in who is Me and which teams are theirs', async () => {
  const [nina, mona, of] = [await connect('nina.north'), await connect('mona.manager'), await connect('ada.admin')];
  const ids = await Promise.all(
    [nina, mona].map(async (each) => (await each.register('Customer', MINE)).SubscriptionId),
  );
  expect(new Set(ids).size).toBe(1);
  await of.register('Customer', { WhereClause: clause('OwnerTeamId', 'IN', ['MyTeams'], 4) });
  await mona.register('Customer', { WhereClause: clause('OwnerTeamId', 'EqualTo', TEAM.salesNorth) });
  const hers = await ada.inserted('Customer', customer({ OwnerId: USER.nina }));
  await ada.update('Customer', { OwnerId: USER.mona }, byId(hers));
  expect(await nina.story()).toEqual([`Enter Create ${hers}`, `Leave Removed ${hers}`]);
  // The record enters one of mona's subscriptions and stays in the other one.
  const [first, ...both] = (await mona.rest()).map(storyOf);
  expect(first).toBe(`Enter Create ${hers}`);
  expect(both.toSorted()).toEqual([`Change Update ${hers}`, `Enter Update ${hers}`]);
  expect(await of.story()).toEqual([]);
});

it('judges the read scope first', async () => {
  const nina = await connect('nina.north');
  await nina.register('Customer', LARGE);
  const foreign = await ada.inserted('Customer', customer({ OwnerId: USER.sara, CreditLimit: 9_000 }));
  await ada.update('Customer', { OwnerId: USER.nina }, byId(foreign));
  await ada.update('Customer', { OwnerId: USER.sara, Name: 'Gone' }, byId(foreign));
  await ada.delete('Customer', byId(foreign));
  const messages = await nina.rest();
  expect(messages.map(storyOf)).toEqual([`Enter Update ${foreign}`, `Leave Removed ${foreign}`]);
  expect(messages[1].ChangedFields).toEqual([]);
});

it('sends one message where the causes of several subscriptions are equal, and one for each cause otherwise', async () => {
  const client = await connect('ada.admin');
  const large = await client.register('Customer', LARGE);
  const named = await client.register('Customer', { ...LARGE, Name: 'again' });
  const every = await client.register('Customer', {});
  await client.register('Customer');
  const id = await ada.inserted('Customer', customer({ CreditLimit: 2_000 }));
  await ada.update('Customer', { CreditLimit: 20 }, byId(id));
  const messages = await client.rest();
  expect(messages.map(({ Cause, SubscriptionIds }) => [Cause, SubscriptionIds?.toSorted()])).toEqual([
    [undefined, undefined],
    ['Enter', [large, named, every].map(({ SubscriptionId }) => SubscriptionId).toSorted()],
    [undefined, undefined],
    ['Change', [every.SubscriptionId]],
    ['Leave', [large, named].map(({ SubscriptionId }) => SubscriptionId).toSorted()],
  ]);
  await client.unregister(large.SubscriptionId);
  await client.unregister('Customer');
  await ada.update('Customer', { CreditLimit: 3_000 }, byId(id));
  expect((await client.rest()).map(({ Cause, SubscriptionIds }) => [Cause, SubscriptionIds])).toEqual([
    ['Change', [every.SubscriptionId]],
    ['Enter', [named.SubscriptionId]],
  ]);
});

it('narrows by records and by operations', async () => {
  const client = await connect('ada.admin');
  const [one, other] = [await ada.inserted('Customer', customer()), await ada.inserted('Customer', customer())];
  // The feed of the node may be about to send what has just been committed.
  await client.rest();
  await client.register('Customer', { RecordIds: [one.toUpperCase()] });
  await client.register('Customer', { ...LARGE, Operations: ['removed'] });
  for (const id of [one, other]) await ada.update('Customer', { CreditLimit: 6_000 }, byId(id));
  for (const id of [one, other]) await ada.update('Customer', { CreditLimit: 5 }, byId(id));
  await ada.delete('Customer', byId([one, other]));
  expect(await client.story()).toEqual([
    `Change Update ${one}`,
    `Change Update ${one}`,
    `Leave Removed ${one}`,
    `Leave Removed ${other}`,
    `Leave Delete ${one}`,
  ]);
});

it('counts the changes of a large transaction for each subscription', async () => {
  const client = await connect('nina.north');
  const [large, every] = [await client.register('Customer', LARGE), await client.register('Customer', {})];
  const rows = Array.from({ length: 1_203 }, (_, n) =>
    customer({ OwnerId: n % 3 === 0 ? USER.nina : USER.sara, CreditLimit: n % 2 === 0 ? 5_000 : 5, Name: 'Many' }),
  );
  const Fields = Object.keys(rows[0]);
  const Values = rows.map((row) => Fields.map((name) => row[name]));
  expect((await ada.send('POST', '/records/bulk-insert', { EntityName: 'Customer', Fields, Values })).status).toBe(200);
  await ada.update('Customer', { CreditLimit: 6 }, where('Name', 'EqualTo', 'Many'));
  const counts = (await client.rest()).map(({ Cause, Operation, Count, SubscriptionIds }) => [
    Cause,
    Operation,
    Count,
    SubscriptionIds![0] === large.SubscriptionId ? 'large' : SubscriptionIds![0] === every.SubscriptionId && 'every',
  ]);
  expect(counts).toHaveLength(4);
  expect(counts).toEqual(
    expect.arrayContaining([
      ['Enter', 'Create', 201, 'large'],
      ['Enter', 'Create', 401, 'every'],
      ['Leave', 'Removed', 201, 'large'],
      ['Change', 'Update', 401, 'every'],
    ]),
  );
});
