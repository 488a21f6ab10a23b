import pg from 'pg';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { createTestDatabase } from '../../../support/test-database.js';
import { type Caller, match, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** Another node starts, and finishes what the killed one began. */
const BUILD_MS = 2 * START_MS;

/** Condition of the sessions that make an index. */
const MAKING = `datname = current_database() AND state = 'active' AND query LIKE 'CREATE INDEX CONCURRENTLY%'`;

// A transaction that is held open keeps CREATE INDEX CONCURRENTLY waiting, for as long as a test needs.
describe('indexes that are under way', () => {
  let app: TestApp;
  let ada: Caller;
  let holder: pg.PoolClient;
  let table: string;
  beforeAll(async () => {
    app = await TestApp.start();
    table = `"${await app.schema()}"."Parcel"`;
    ada = app.as('ada.admin');
    const Fields = [
      { FieldName: 'Title', FieldType: 'Text', MaxLength: 40 },
      { FieldName: 'Weight', FieldType: 'Int' },
    ];
    await ada.inserted('Entity', { EntityName: 'Parcel', Fields });
    await ada.inserted('Parcel', { Title: 'first', Weight: 1 });
    holder = await app.connect();
  });
  afterEach(() => holder.query('ROLLBACK'));
  afterAll(async () => {
    holder.release();
    await app.stop();
  });

  const hold = async (): Promise<void> => {
    await holder.query('BEGIN');
    await holder.query(`LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);
  };
  const insertIndex = (caller: Caller, Name: string, field: string) =>
    caller.inserted('Index', {
      EntityId: match('EntityName', 'Parcel'),
      Name,
      Fields: [{ FieldName: field }],
    });
  const stateOf = async (name: string): Promise<string> =>
    (await ada.select('Index', { WhereClause: where('Name', 'EqualTo', name) })).body.Result[0].State;
  /** Server processes that make an index now. */
  const makers = async (): Promise<readonly number[]> => {
    const found = await app.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE ${MAKING}`,
    );
    return found.map(({ pid }) => pid);
  };
  const indexesOn = (field: string): Promise<readonly { readonly oid: string; readonly valid: boolean }[]> =>
    app.query(
      `SELECT x.indexrelid::text AS oid, x.indisvalid AS valid FROM pg_index x
       WHERE x.indrelid = $1::regclass AND pg_get_indexdef(x.indexrelid) LIKE $2`,
      [table, `%("${field}", "Id")%`],
    );

  it('let writes go on, and are made once by two nodes', async () => {
    const other = await app.startAnother();
    await hold();
    await insertIndex(ada, 'ByWeight', 'Weight');
    await until('it is being made', async () => (await makers()).length > 0);
    const [made] = await indexesOn('Weight');
    const written = await ada.insert('Parcel', { Title: 'second', Weight: 2 });
    const changed = await ada.update('Parcel', { Weight: 3 }, where('Title', 'EqualTo', 'first'));
    expect([written.status, changed.status, await stateOf('ByWeight')]).toEqual([200, 200, 'Building']);
    expect(await makers()).toHaveLength(1);
    await holder.query('ROLLBACK');
    await until('it is ready', async () => (await stateOf('ByWeight')) === 'Ready');
    await other.stop();
    expect(await indexesOn('Weight')).toEqual([{ oid: made.oid, valid: true }]);
    const Sort = [{ FieldName: 'Weight' }];
    const { body } = await ada.select('Parcel', { SelectedFields: ['Weight'], Sort, Pager: { PageSize: 5 } });
    expect(body.Result).toEqual([{ Weight: 2 }, { Weight: 3 }]);
  });
});

it(
  'makes an index that a killed node has left unfinished',
  async () => {
    const database = await createTestDatabase();
    const [holder, watcher] = [1, 2].map(() => new pg.Client({ connectionString: database.url }));
    const node = await ServiceProcess.start(database.url);
    try {
      const caller = await node.as('ada.admin');
      await caller.inserted('Entity', { EntityName: 'Parcel', Fields: [{ FieldName: 'Weight', FieldType: 'Int' }] });
      await Promise.all([holder.connect(), watcher.connect()]);
      const { rows } = await holder.query<{ name: string }>(
        `SELECT oid::regclass::text AS name FROM pg_class WHERE relname = 'Parcel'`,
      );
      await holder.query('BEGIN');
      await holder.query(`LOCK TABLE ${rows[0].name} IN ROW EXCLUSIVE MODE`);
      await caller.inserted('Index', {
        EntityId: match('EntityName', 'Parcel'),
        Name: 'ByWeight',
        Fields: [{ FieldName: 'Weight' }],
      });
      const isMaking = async (): Promise<boolean> =>
        (await watcher.query(`SELECT FROM pg_stat_activity WHERE ${MAKING}`)).rowCount === 1;
      await until('it is being made', isMaking);
      await node.kill();
      // Its statement goes on waiting for the transaction; the next node ends it.
      expect(await isMaking()).toBe(true);
      const next = await TestApp.on(database.url);
      await holder.query('ROLLBACK');
      const state = async (): Promise<string> =>
        (await next.as('ada.admin').select('Index', { WhereClause: where('Name', 'EqualTo', 'ByWeight') })).body
          .Result[0].State;
      try {
        await until('it is ready', async () => (await state()) === 'Ready');
      } finally {
        await next.stop();
      }
      const found = await watcher.query(
        `SELECT indisvalid AS valid FROM pg_index WHERE indrelid = $1::regclass AND pg_get_indexdef(indexrelid) LIKE '%("Weight"%'`,
        [rows[0].name],
      );
      expect(found.rows).toEqual([{ valid: true }]);
    } finally {
      await ServiceProcess.killAll();
      await Promise.all([holder.end(), watcher.end()]);
      await database.drop();
    }
  },
  BUILD_MS,
);
