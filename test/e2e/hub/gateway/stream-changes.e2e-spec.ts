import { setTimeout as delay } from 'node:timers/promises';
import { customer, USER } from '../../../support/demo.js';
import { type EntityChanged, HubListener } from '../../../support/hub-client.js';
import { byId, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

const insertFor = (OwnerId: string): Promise<string> => app.as('ada.admin').inserted('Customer', customer({ OwnerId }));

/** The first items of a stream, which is ended then, or its error. */
const streamed = (client: HubListener, count: number, ...args: readonly unknown[]): Promise<readonly EntityChanged[]> =>
  new Promise((resolve, reject) => {
    const items: EntityChanged[] = [];
    const subscription = client.connection.stream<EntityChanged>('StreamChanges', ...args).subscribe({
      next: (item) => {
        if (items.push(item) < count) return;
        subscription.dispose();
        resolve(items);
      },
      complete: () => resolve(items),
      error: reject,
    });
  });

// Requirement: R204
it.each(['json', 'messagepack'] as const)('catches up from the last cursor: %s', async (protocol) => {
  const nina = await HubListener.registered(app, 'nina.north', ['Customer'], { protocol });
  await insertFor(USER.nina);
  const { Cursor } = await nina.next();
  await nina.stop();
  const missed = [await insertFor(USER.nina), await insertFor(USER.nina)];
  await insertFor(USER.sara);
  await app.as('ada.admin').update('Customer', { OwnerId: USER.nils }, byId(missed[0]));
  const back = await HubListener.connect(app, 'nina.north', { protocol });
  const items = await streamed(back, 3, 'customer', Cursor);
  expect(items.map(({ Operation, Id }) => [Operation, Id])).toEqual([
    ['Create', missed[0]],
    ['Create', missed[1]],
    ['Removed', missed[0]],
  ]);
  expect(await streamed(back, 1, 'Customer', items[1].Cursor)).toEqual([items[2]]);
  await back.stop();
});

// See docs/interface/hub.md#streams-and-cursors
it('starts now without a cursor, and continues live', async () => {
  const ada = await HubListener.connect(app, 'ada.admin');
  const before = await insertFor(USER.nina);
  const first = streamed(ada, 2, 'Customer', null);
  const inserted: string[] = [];
  const isOver = first.then(() => true);
  // When exactly it begins is not known to the client.
  while (!(await Promise.race([isOver, delay(50)]))) inserted.push(await insertFor(USER.nina));
  const ids = (await first).map(({ Id }) => Id!);
  expect(ids).not.toContain(before);
  expect(inserted.join()).toContain(ids.join());
  await ada.stop();
});

// See docs/interface/hub.md#streams-and-cursors
it('refuses invalid requests: CursorExpired, ScopeNone, UnknownEntity', async () => {
  const omar = await HubListener.connect(app, 'omar.outside');
  const nina = await HubListener.connect(app, 'nina.north');
  await expect(streamed(nina, 1, 'Customer', 'nonsense')).rejects.toThrow(/HubException: CursorExpired/);
  await expect(streamed(nina, 1, 'Customer', 5)).rejects.toThrow(/HubException: Validation/);
  await expect(streamed(nina, 1, 'Custmer')).rejects.toThrow(/HubException: UnknownEntity/);
  await expect(streamed(omar, 1, 'Customer', null)).rejects.toThrow(/HubException: ScopeNone/);
  await Promise.all([omar.stop(), nina.stop()]);
});

// Requirement: T57
it('ends a stream when its reader loses read access to the entity', async () => {
  const mona = await HubListener.connect(app, 'mona.manager');
  const stream = streamed(mona, 99, 'Customer');
  const roles = await app.as('ada.admin').select('UserRole', { WhereClause: where('UserId', 'EqualTo', USER.mona) });
  const ids = roles.body.Result.map(({ Id }: { Id: string }) => Id);
  await mona.connection.invoke('RegisterEntity', 'Customer');
  await delay(200);
  const ended = stream.then(String, String);
  await app.as('ada.admin').delete('UserRole', where('Id', 'IN', ids));
  expect(await ended).toMatch(/HubException: ScopeNone/);
  await mona.stop();
});
