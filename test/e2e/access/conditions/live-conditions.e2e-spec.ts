import { CUSTOMER, customer, NOTE, ORDER, REGION } from '../../../support/demo.js';
import { clause, FilteredClient } from '../../../support/filtered-client.js';
import { type EntityChanged, HubListener } from '../../../support/hub-client.js';
import { byId, type Caller, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  ada = app.as('ada.admin');
  await limit('FinanceClerk', 'Customer', where('RegionId', 'EqualTo', REGION.north));
  await limit('FinanceClerk', 'Order', where('CustomerId.RegionId.Code', 'EqualTo', 'NO'));
});
afterAll(() => app?.stop());

async function limit(role: string, entity: string, ReadWhere: unknown): Promise<void> {
  const access = {
    Filters: [
      { FieldName: 'RoleId.Name', Operator: 'EqualTo', Value: role },
      { FieldName: 'EntityName', Operator: 'EqualTo', Value: entity },
    ],
  };
  const { status, text } = await ada.update('RoleAccess', { ReadWhere }, access);
  if (status !== 200) throw new Error(text);
}

/** Messages to clients up to that of a region, which is updated last. */
async function storiesOf(...listeners: readonly HubListener[]): Promise<readonly (readonly string[])[]> {
  await ada.update('Region', { Name: `North ${Math.random()}` }, byId(REGION.north));
  return Promise.all(
    listeners.map(async (listener) => {
      const story: string[] = [];
      for (;;) {
        const { EntityName, Operation, Id, ...more }: EntityChanged = await listener.next();
        if (EntityName === 'Region') return story;
        expect([more.SubscriptionIds, more.Cause]).toEqual([undefined, undefined]);
        story.push(`${Operation} ${Id}`);
      }
    }),
  );
}

const registered = (user: string, ...entities: readonly string[]): Promise<HubListener> =>
  HubListener.registered(app, user, [...entities, 'Region']);

it('tell a client of records that enter, change in and leave what the user may read', async () => {
  const clerk = await registered('fia.clerk', 'Customer');
  const south = await ada.inserted('Customer', customer({ RegionId: REGION.south }));
  const north = await ada.inserted('Customer', customer());
  await ada.update('Customer', { Name: 'Still south' }, byId(south));
  await ada.update('Customer', { RegionId: REGION.north }, byId(south));
  await ada.update('Customer', { Name: 'North' }, byId(south));
  await ada.update('Customer', { RegionId: REGION.south }, byId(south));
  await ada.delete('Customer', byId([south, north]));
  expect(await storiesOf(clerk)).toEqual([
    [`Create ${north}`, `Update ${south}`, `Update ${south}`, `Removed ${south}`, `Delete ${north}`],
  ]);
  await clerk.connection.invoke('UnregisterEntity', 'Customer');
  await ada.inserted('Customer', customer());
  expect(await storiesOf(clerk)).toEqual([[]]);
  await clerk.stop();
});

it('are judged through lookups, and for each role of a user', async () => {
  const [clerk, dual] = [await registered('fia.clerk', 'Order'), await registered('dora.dual', 'Order')];
  await ada.update('Order', { Notes: 'a' }, byId(ORDER.o1));
  await ada.update('Order', { CustomerId: CUSTOMER.fern, ContactId: null }, byId(ORDER.o1));
  await ada.update('Order', { CustomerId: CUSTOMER.alpenmarkt }, byId(ORDER.o1));
  const expected = [`Update ${ORDER.o1}`, `Removed ${ORDER.o1}`, `Update ${ORDER.o1}`];
  expect(await storiesOf(clerk, dual)).toEqual([expected, expected]);
  const own = await app.as('dora.dual').get('/me');
  await ada.update('Order', { CustomerId: CUSTOMER.fern, OwnerId: own.body.Result.Id }, byId(ORDER.o1));
  await ada.update('Order', { Notes: 'own' }, byId(ORDER.o1));
  expect(await storiesOf(clerk, dual)).toEqual([[`Removed ${ORDER.o1}`], [`Update ${ORDER.o1}`, `Update ${ORDER.o1}`]]);
  await Promise.all([clerk.stop(), dual.stop()]);
});

it('report that other records may decide now, at most once a second', async () => {
  const clerk = await registered('fia.clerk', 'Order', 'Customer');
  const reported: string[] = [];
  clerk.connection.on('ScopeChanged', ({ EntityName }) => reported.push(EntityName));
  await ada.update('Note', { Subject: 'No clause reads notes' }, byId(NOTE.n1));
  await storiesOf(clerk);
  expect(reported).toEqual([]);
  const changes = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? REGION.south : REGION.north));
  for (const RegionId of changes) await ada.update('Customer', { RegionId }, byId(CUSTOMER.alpenmarkt));
  await until('changes after the first are reported', () => reported.length > 1);
  expect(new Set(reported)).toEqual(new Set(['Order']));
  expect(reported.length).toBeLessThan(changes.length);
  await clerk.stop();
});

it('hold for subscriptions with filters, whose causes follow from both', async () => {
  const clerk = await FilteredClient.connect(app, 'fia.clerk');
  const { SubscriptionId, ...answer } = await clerk.register('Customer', {
    WhereClause: clause('CreditLimit', 'GreaterThan', 1_000),
  });
  expect(answer).toEqual({ EntityName: 'Customer', Scope: 'All', Conditional: true });
  const id = await ada.inserted('Customer', customer({ RegionId: REGION.south, CreditLimit: 5_000 }));
  await ada.update('Customer', { RegionId: REGION.north }, byId(id));
  await ada.update('Customer', { CreditLimit: 1 }, byId(id));
  await ada.update('Customer', { CreditLimit: 2_000, RegionId: REGION.south }, byId(id));
  expect(await clerk.next()).toMatchObject({ Cause: 'Enter', Id: id, SubscriptionIds: [SubscriptionId] });
  expect(await clerk.next()).toMatchObject({ Cause: 'Leave', Operation: 'Removed', Id: id });
  await ada.update('Customer', { RegionId: REGION.north }, byId(id));
  expect(await clerk.next()).toMatchObject({ Cause: 'Enter', Id: id });
  await clerk.stop();
});

it('begin and end with the roles of the user, while the client stays registered', async () => {
  const clerk = await registered('fia.clerk', 'Customer');
  const change = (): Promise<unknown> => ada.update('Customer', { Name: `F ${Math.random()}` }, byId(CUSTOMER.fern));
  await change();
  expect(await storiesOf(clerk)).toEqual([[]]);
  await limit('FinanceClerk', 'Customer', null);
  await change();
  expect(await storiesOf(clerk)).toEqual([[`Update ${CUSTOMER.fern}`]]);
  await limit('FinanceClerk', 'Customer', where('RegionId', 'EqualTo', REGION.north));
  await change();
  expect(await storiesOf(clerk)).toEqual([[]]);
  await clerk.stop();
});

it('hold for streams, also from a cursor of before', async () => {
  const before = await registered('ada.admin', 'Customer');
  await ada.update('Customer', { Name: 'Before' }, byId(CUSTOMER.cafe));
  const { Cursor } = await before.next();
  await before.stop();
  await ada.update('Customer', { Name: 'Fern again' }, byId(CUSTOMER.fern));
  await ada.update('Customer', { Name: 'Bistro again' }, byId(CUSTOMER.bistro));
  const clerk = await registered('fia.clerk');
  const first = await new Promise<EntityChanged>((resolve, error) => {
    const stream = clerk.connection.stream<EntityChanged>('StreamChanges', 'Customer', Cursor);
    const subscription = stream.subscribe({
      next: (message) => {
        subscription.dispose();
        resolve(message);
      },
      error,
      complete: () => undefined,
    });
  });
  expect([first.Id, first.Cause]).toEqual([CUSTOMER.bistro, undefined]);
  await clerk.stop();
});
