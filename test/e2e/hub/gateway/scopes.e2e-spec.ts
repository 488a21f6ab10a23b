import { customer, ORDER, ROLE, USER } from '../../../support/demo.js';
import { type EntityChanged, HubListener } from '../../../support/hub-client.js';
import { byId, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
const listeners: HubListener[] = [];
beforeAll(async () => void (app = await TestApp.start()));
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((each) => each.stop()));
});
afterAll(() => app.stop());

const registered = async (
  ...how: Parameters<typeof HubListener.registered> extends [unknown, ...infer R] ? R : never
) => {
  const listener = await HubListener.registered(app, ...how);
  listeners.push(listener);
  return listener;
};
const insertFor = (OwnerId: string): Promise<string> => app.as('ada.admin').inserted('Customer', customer({ OwnerId }));
const of =
  (id: string) =>
  ({ Id }: EntityChanged): boolean =>
    Id === id;

// Requirement: R206, S5
it('sends each change to users whose read scope covers the record, and to nobody else', async () => {
  const [nina, nils, mona, ada] = await Promise.all([
    registered('nina.north', ['Customer']),
    registered('nils.north', ['Customer']),
    registered('mona.manager', ['Customer']),
    registered('ada.admin', ['Customer']),
  ]);
  const foreign = await registered('bob.bay', ['Customer'], { place: SOUTHBAY });
  const [hers, his, southern] = [await insertFor(USER.nina), await insertFor(USER.nils), await insertFor(USER.sara)];
  await ada.next(of(southern));
  await app.as('ada.admin').update('Customer', { Name: 'End' }, byId([hers, his, southern]));
  await ada.next((change) => of(southern)(change) && change.Operation === 'Update');
  await Promise.all([nina.next(of(hers)), nils.next(of(his)), mona.next(of(his)), mona.next(of(hers))]);
  for (const [listener, ids] of [
    [nina, [hers]],
    [nils, [his]],
    [mona, [hers, his]],
    [ada, [hers, his]],
    [foreign, []],
  ] as const)
    expect(listener.heard.filter(({ Id }) => !ids.includes(Id as never))).toEqual([]);
});

// Requirement: T57
it('sends Removed, and no other detail, for a record that leaves a user’s read scope', async () => {
  const id = await insertFor(USER.nina);
  const [nina, nils, ada] = await Promise.all([
    registered('nina.north', ['Customer']),
    registered('nils.north', ['Customer']),
    registered('ada.admin', ['Customer']),
  ]);
  await app.as('ada.admin').update('Customer', { OwnerId: USER.nils, Name: 'Moved' }, byId(id));
  expect(await nina.next(of(id))).toMatchObject({ Operation: 'Removed', ChangedFields: [] });
  expect(await nils.next(of(id))).toMatchObject({
    Operation: 'Update',
    ChangedFields: expect.arrayContaining(['Name']),
  });
  expect(await ada.next(of(id))).toMatchObject({ Operation: 'Update' });
  await app.as('nils.north').update('Customer', { Name: 'His' }, byId(id));
  await nils.next(of(id));
  expect(nina.heard).toEqual([]);
});

// Requirement: R206, T78
it('refuses registrations for unknown or unreadable entities and keeps the connection', async () => {
  const omar = await registered('omar.outside', []);
  await expect(omar.connection.invoke('RegisterEntity', 'Customer')).rejects.toThrow(/HubException: ScopeNone: /);
  await expect(omar.connection.invoke('RegisterEntity', 'Custmer')).rejects.toThrow(
    /HubException: UnknownEntity: .*did you mean 'Customer'/i,
  );
  await expect(omar.connection.invoke('RegisterEntity', null)).rejects.toThrow(/HubException: Validation: /);
  await expect(omar.connection.invoke('RegisterEntity')).rejects.toThrow(
    'HubException: Validation: RegisterEntity needs the name of an entity.',
  );
  expect(omar.connection.state).toBe('Connected');
});

// Requirement: R206, T58
it('sends nothing after unregistering, and one message after registering twice', async () => {
  const nina = await registered('nina.north', ['Customer', 'CUSTOMER', 'Order']);
  await nina.connection.invoke('UnregisterEntity', 'Customer');
  await insertFor(USER.nina);
  await app.as('nina.north').update('Order', { Notes: 'x' }, byId(ORDER.o1));
  const change = await nina.next();
  expect(change.EntityName).toBe('Order');
  await nina.connection.invoke('RegisterEntity', 'Customer');
  const id = await insertFor(USER.nina);
  await nina.next(of(id));
  expect(nina.heard).toEqual([]);
});

// Requirement: T57
it('stops messages before the next change when access is lost, and resumes when it is regained', async () => {
  const ada = await registered('ada.admin', ['Customer']);
  const mona = await registered('mona.manager', ['Customer']);
  const heard = async (id: string): Promise<void> => void (await ada.next(of(id)));
  await heard(await insertFor(USER.nina));
  await mona.next();
  const roles = await app.as('ada.admin').select('UserRole', { WhereClause: where('UserId', 'EqualTo', USER.mona) });
  const ids = roles.body.Result.map(({ Id }: { Id: string }) => Id);
  await app.as('ada.admin').delete('UserRole', where('Id', 'IN', ids));
  await heard(await insertFor(USER.nina));
  expect(mona.heard).toEqual([]);
  await app.as('ada.admin').insert('UserRole', { UserId: USER.mona, RoleId: ROLE.salesRep });
  const own = await insertFor(USER.mona);
  expect(await mona.next()).toMatchObject({ Id: own, Operation: 'Create' });
});
