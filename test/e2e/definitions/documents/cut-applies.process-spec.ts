import { type Judge, PostgresProxy } from '../../../support/postgres-proxy.js';
import { type Row, TestApp } from '../../../support/test-app.js';

let app: TestApp;
let proxy: PostgresProxy;
let node: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
  proxy = await PostgresProxy.start(app.databaseUrl);
  node = await app.startAnother({}, proxy.url);
});
afterAll(async () => {
  await node.stop();
  await proxy.stop();
  await app.stop();
});

/** A document with definitions that need tables, indexes, statuses and checks of the environment. */
const DOCUMENT: Row = {
  Roles: [{ Name: 'Cut' }],
  Entities: [
    {
      EntityName: 'Cut',
      Fields: [
        { FieldName: 'Number', FieldType: 'AutoNumber', Pattern: 'C-{0000}' },
        { FieldName: 'Title', FieldType: 'Text', Unique: true, Indexed: true },
      ],
    },
    { EntityName: 'CutLine', Fields: [{ FieldName: 'CutId', FieldType: 'Lookup', Target: 'Cut' }] },
  ],
  RoleAccess: [{ Role: 'Cut', EntityName: 'Cut', Read: 'All' }],
  Lifecycles: [
    {
      Name: 'Cut',
      EntityName: 'Cut',
      Statuses: [
        { Name: 'Open', IsInitial: true },
        { Name: 'Closed', IsFinal: true },
      ],
      Transitions: [{ Name: 'Close', FromStatus: 'Open', ToStatus: 'Closed' }],
    },
  ],
};

/** The apply has at least as many statements; fewer would tell that the proxy has not seen them. */
const LEAST_STATEMENTS = 20;

/** Loses the database at a statement of an apply, counted from the lock of the definitions on. */
function lossAt(step: number): { readonly judge: Judge; isLost(): boolean } {
  let connection: number | undefined;
  let seen = 0;
  return {
    judge: (message) => {
      if (seen >= step) return 0;
      if (message.from !== 'client' || message.type !== 'B') return undefined;
      if (message.text.includes('FOR NO KEY UPDATE SKIP LOCKED')) connection ??= message.connection;
      if (message.connection === connection) seen++;
      return seen >= step ? 0 : undefined;
    },
    isLost: () => seen >= step,
  };
}

const exported = async (): Promise<Row> => (await app.as('ada.admin').get('/environment/export')).body.Result;

/** Reads what an apply makes: definitions, and tables and sequences of the environment. Indexes are made afterwards. */
const made = async (): Promise<unknown> => ({
  definitions: await exported(),
  relations: await app.query(
    `SELECT c.relname::text AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'S')
     ORDER BY 1`,
    [await app.schema()],
  ),
  changes: await app.query('SELECT count(*)::int AS n FROM platform.change'),
});

// Requirement: R227
it('leaves nothing of an apply that loses the database at any of its statements', async () => {
  const before = await made();
  const ada = node.as('ada.admin');
  for (let step = 1; ; step++) {
    const loss = lossAt(step);
    proxy.judge = loss.judge;
    const answer = await ada.send('POST', '/environment/apply', DOCUMENT);
    proxy.judge = () => undefined;
    if (!loss.isLost()) {
      expect(step).toBeGreaterThan(LEAST_STATEMENTS);
      expect(answer).toMatchObject({ status: 200, body: { RecordAffected: 11 } });
      break;
    }
    expect({ step, status: answer.status, text: answer.text }).toMatchObject({ step, status: 503 });
    expect({ step, made: await made() }).toEqual({ step, made: before });
  }
  const again = await ada.send('POST', '/environment/apply', DOCUMENT);
  expect(again).toMatchObject({ status: 200, body: { RecordAffected: 0 } });
});
