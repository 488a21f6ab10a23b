import { customer } from '../../../support/demo.js';
import { type EntityChanged, HubListener } from '../../../support/hub-client.js';
import { withDeadline } from '../../../support/log-node.js';
import { byId, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** Further on than the server of the tests ever comes. */
const TRANSACTIONS = 1_000_000_000;

const insert = (app: TestApp): Promise<string> => app.as('ada.admin').inserted('Customer', customer());

/** Makes of a database what a dump of an older server becomes when it is restored into a new one. */
async function comeFromAnotherServer(app: TestApp): Promise<void> {
  await app.query(`UPDATE platform.change SET xid = (xid::text::bigint + ${TRANSACTIONS})::text::xid8`);
  await app.query(`UPDATE platform.log SET server = 'another'`);
}

/** The first change after a cursor, or the stream's error. */
const streamed = (client: HubListener, cursor: string): Promise<EntityChanged> =>
  new Promise((resolve, reject) => {
    const observer = { next: resolve, complete: () => undefined, error: reject };
    client.connection.stream<EntityChanged>('StreamChanges', 'Customer', cursor).subscribe(observer);
  });

/** Tells whether a node finds a field that was defined a moment ago. */
const knows = async (node: TestApp, field: string): Promise<boolean> =>
  (await node.as('ada.admin').select('Customer', { SelectedFields: [field] })).status === 200;

const define = async (node: TestApp, FieldName: string): Promise<void> => {
  const EntityId = { Match: { FieldName: 'EntityName', Value: 'Customer' } };
  await node.as('ada.admin').inserted('Field', { EntityId, FieldName, FieldType: 'Text' });
};

describe('a dump restored into another server', () => {
  let app: TestApp;
  beforeEach(async () => void (app = await TestApp.start()));
  afterEach(() => app.stop());

  /** A customer of before, and the cursor behind it. */
  async function before(): Promise<{ readonly id: string; readonly cursor: string }> {
    const ada = await HubListener.registered(app, 'ada.admin', ['Customer']);
    const id = await insert(app);
    const { Cursor } = await ada.next();
    await ada.stop();
    return { id, cursor: Cursor };
  }

  it('is followed from its first change by nodes that start together, and old cursors have expired', async () => {
    const { id, cursor } = await before();
    await comeFromAnotherServer(app);
    const [one, other] = await Promise.all([app.startAnother(), app.startAnother()]);
    const ada = await HubListener.registered(other, 'ada.admin', ['Customer']);
    await expect(withDeadline(streamed(ada, cursor))).rejects.toThrow(/HubException: CursorExpired/);
    const fresh = await insert(one);
    const heard = await withDeadline(ada.next());
    expect(heard).toMatchObject({ Operation: 'Create', Id: fresh });
    const next = await insert(other);
    expect(await withDeadline(streamed(ada, heard.Cursor))).toMatchObject({ Operation: 'Create', Id: next });
    expect(ada.heard.filter((change) => change.Id === id)).toEqual([]);

    await define(one, 'RestoredNote');
    await until('the other node knows the new field', () => knows(other, 'RestoredNote'), 5_000);

    const { body } = await one.as('ada.admin').select('AuditEntry', { WhereClause: where('RecordId', 'EqualTo', id) });
    expect(body.Result).toMatchObject([{ Operation: 'Create', EntityName: 'Customer' }]);
    await ada.stop();
    await one.stop();
    await other.stop();
  });

  it('stays readable to its own cursors after a node restarts', async () => {
    await comeFromAnotherServer(app);
    const one = await app.startAnother();
    const ada = await HubListener.registered(one, 'ada.admin', ['Customer']);
    const id = await insert(one);
    const { Cursor } = await withDeadline(ada.next(({ Id }) => Id === id));
    await ada.stop();
    await one.stop();
    const again = await app.startAnother();
    const next = await insert(again);
    const back = await HubListener.connect(again, 'ada.admin');
    expect(await withDeadline(streamed(back, Cursor))).toMatchObject({ Id: next });
    await back.stop();
    await again.stop();
  });

  it('is detected by nodes whose database was switched while they ran', async () => {
    const other = await app.startAnother();
    const reconnectAfterMs = [0, 50, 50, 50, 50, 50, 50, 50, 50];
    const ada = await HubListener.registered(other, 'ada.admin', ['Customer'], { reconnectAfterMs });
    const isBack = new Promise((resolve) => ada.connection.onreconnected(resolve));
    await comeFromAnotherServer(app);
    // Another server shows in each look at the log.
    await app.query('UPDATE platform.log SET id = gen_random_uuid()');
    await withDeadline(isBack);
    await ada.connection.invoke('RegisterEntity', 'Customer');
    const id = await insert(app);
    expect(await withDeadline(ada.next(({ Id }) => Id === id))).toMatchObject({ Operation: 'Create' });
    await define(app, 'SwitchedNote');
    await until('the other node knows the new field', () => knows(other, 'SwitchedNote'), 5_000);
    expect((await other.as('ada.admin').select('Customer', { WhereClause: byId(id) })).body.Result).toHaveLength(1);
    await ada.stop();
    await other.stop();
  });

  it('is not served from what nodes remember of the database before', async () => {
    const nils = (): Promise<number> =>
      app
        .as('nils.north')
        .select('Customer')
        .then(({ status }) => status);
    expect(await nils()).toBe(200);
    await app.query(`UPDATE "${await app.schema()}"."User" SET "IsActive" = false WHERE "UserName" = 'nils.north'`);
    expect(await nils()).toBe(200);
    await app.query('UPDATE platform.log SET id = gen_random_uuid()');
    await until('the user is looked up again', async () => (await nils()) !== 200, 5_000);
  });
});

it('a copy on the same server has its own cursors, and the original log stays unchanged', async () => {
  const app = await TestApp.start();
  const [row] = await app.query<{ known: boolean }>(
    'SELECT l.server = s.system_identifier::text AS known FROM platform.log l, pg_control_system() s',
  );
  const another = await TestApp.start();
  const id = 'SELECT id FROM platform.log';
  expect([row.known, await app.query(id)]).toEqual([true, await another.query(id)]);
  const ada = await HubListener.registered(app, 'ada.admin', ['Customer']);
  await insert(app);
  const { Cursor } = await ada.next();
  const copy = await HubListener.connect(another, 'ada.admin');
  await expect(withDeadline(streamed(copy, Cursor))).rejects.toThrow(/HubException: CursorExpired/);
  await ada.stop();
  await copy.stop();
  await another.stop();
  await app.stop();
});
