import { customer } from '../../../support/demo.js';
import { type EntityChanged, HubListener } from '../../../support/hub-client.js';
import { byId, type Caller, TestApp } from '../../../support/test-app.js';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  ada = app.as('ada.admin');
});
afterAll(() => app?.stop());

/** Clause that large customers meet. */
const LARGE = { Filters: [{ FieldName: 'CreditLimit', Operator: 'GreaterThan', Value: 1_000 }] };

const register = (client: HubListener, ...args: readonly unknown[]): Promise<{ SubscriptionId?: string }> =>
  client.connection.invoke('RegisterEntity', ...args);
const story = ({ Operation, Cause, Id }: EntityChanged) => `${Cause} ${Operation} ${Id}`;
/** Tells of a change that everyone hears of, so that what was not sent before it is not sent at all. */
async function rest(client: HubListener): Promise<readonly string[]> {
  await register(client, 'Contact');
  const [{ Id }] = (await ada.select('Contact', { SelectedFields: ['Id'], Pager: { PageSize: 1 } })).body.Result;
  await ada.update('Contact', { Email: `x${Math.random()}@contact.example` }, byId(Id));
  await client.next(({ EntityName }) => EntityName === 'Contact');
  await client.connection.invoke('UnregisterEntity', 'Contact');
  return client.heard.splice(0).map(story);
}

it('tells of records that enter a clause, change in it and leave it, and of nothing else', async () => {
  const client = await HubListener.connect(app, 'ada.admin');
  const answer = await register(client, 'customer', { WhereClause: LARGE });
  expect(answer).toEqual({ EntityName: 'Customer', Scope: 'All', SubscriptionId: expect.any(String) });
  const [small, large] = [
    await ada.inserted('Customer', customer({ CreditLimit: 5 })),
    await ada.inserted('Customer', customer({ CreditLimit: 5_000 })),
  ];
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
  expect(await rest(client)).toEqual([
    `Enter Update ${small}`,
    `Change Update ${small}`,
    `Leave Removed ${small}`,
    `Leave Delete ${large}`,
    `Enter Create ${large}`,
  ]);
  await client.stop();
});
