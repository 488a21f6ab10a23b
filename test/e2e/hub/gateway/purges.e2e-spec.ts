import { customer } from '../../../support/demo.js';
import { type EntityChanged, HubListener } from '../../../support/hub-client.js';
import { byId, TestApp, where } from '../../../support/test-app.js';

/** More than the limit of single messages per transaction. */
const MANY = 1_100;

describe.each([1, 2])('purges, with %i node(s)', (count) => {
  let app: TestApp;
  /** Serves the clients of the hub; the other one is written to. */
  let node: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    node = count === 1 ? app : await app.startAnother();
  });
  afterAll(async () => {
    if (node !== app) await node.stop();
    await app.stop();
  });

  /** Changes of customers that a client receives during an action, up to a customer inserted afterwards. */
  async function heardWhile(work: () => Promise<void>): Promise<readonly EntityChanged[]> {
    const ada = await HubListener.registered(node, 'ada.admin', ['Customer']);
    await work();
    const last = await app.as('ada.admin').inserted('Customer', customer());
    const heard: EntityChanged[] = [];
    for (;;) {
      const change = await ada.next();
      if (change.Id === last) break;
      heard.push(change);
    }
    await ada.stop();
    return heard;
  }

  /** Items that `StreamChanges` sends after a cursor, up to a record. */
  async function streamed(cursor: string, last: string): Promise<readonly EntityChanged[]> {
    const ada = await HubListener.connect(node, 'ada.admin');
    const items: EntityChanged[] = [];
    await new Promise<void>((resolve, reject) => {
      ada.connection.stream<EntityChanged>('StreamChanges', 'Customer', cursor).subscribe({
        next: (item) => (item.Id === last ? resolve() : void items.push(item)),
        complete: resolve,
        error: reject,
      });
    });
    await ada.stop();
    return items;
  }

  it('are not sent to clients, unlike the delete before, and are in the audit log', async () => {
    const admin = app.as('ada.admin');
    const Id = await admin.inserted('Customer', customer());
    const heard = await heardWhile(async () => {
      await admin.delete('Customer', byId(Id));
      expect((await admin.purge('Customer', byId(Id))).body.RecordAffected).toBe(1);
    });
    expect(heard.map((change) => [change.Operation, change.Id])).toEqual([['Delete', Id]]);
    const { body } = await admin.select('AuditEntry', { WhereClause: where('RecordId', 'EqualTo', Id) });
    const entries = body.Result as readonly { readonly Operation: string; readonly Source: string }[];
    expect(entries.map(({ Operation, Source }) => `${Operation} ${Source}`)).toEqual([
      'Create API',
      'Delete API',
      'Delete Purge',
    ]);
  });

  it('are left out of a stream that catches up, whose cursors pass them', async () => {
    const admin = app.as('ada.admin');
    const [first] = await heardWhile(async () => void (await admin.inserted('Customer', customer())));
    const Id = await admin.inserted('Customer', customer());
    await admin.delete('Customer', byId(Id));
    await admin.purge('Customer', byId(Id));
    const last = await admin.inserted('Customer', customer());
    const items = (await streamed(first.Cursor, last)).filter((item) => item.Id === Id);
    expect(items.map(({ Operation }) => Operation)).toEqual(['Create', 'Delete']);
  });

  it('of more than 1,000 records send nothing, unlike their delete', async () => {
    const admin = app.as('ada.admin');
    const rows = Array.from({ length: MANY }, () => customer());
    const Fields = Object.keys(rows[0]);
    const Values = rows.map((row) => Fields.map((name) => row[name]));
    await admin.send('POST', '/records/bulk-insert', { EntityName: 'Customer', Fields, Values });
    const WhereClause = where(
      'TaxId',
      'IN',
      rows.map(({ TaxId }) => TaxId),
    );
    const heard = await heardWhile(async () => {
      await admin.delete('Customer', WhereClause);
      expect((await admin.purge('Customer', WhereClause)).body.RecordAffected).toBe(MANY);
    });
    expect(heard.map(({ Operation, Count }) => [Operation, Count])).toEqual([['Delete', MANY]]);
  });
});
