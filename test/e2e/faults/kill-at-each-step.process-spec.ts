import pg from 'pg';
import { CUSTOMER } from '../../support/demo.js';
import { outcomeOf } from '../../support/outcome-of.js';
import { PostgresProxy, type WireMessage } from '../../support/postgres-proxy.js';
import { ServiceProcess } from '../../support/service-process.js';
import { type Answer, byId, type Caller } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** The window is longer than a write takes on a busy machine: writes that answer 202 are a test of their own. */
const SETTINGS = { WRITE_LEASE_MS: '1500', WAIT_WINDOW_MS: '1500' };
/** A start of the service takes long on a busy machine, and each test has one. */
const TIMEOUT_MS = 120_000;

const isCommand =
  (text: string) =>
  (message: WireMessage): boolean =>
    message.from === 'client' && message.type === 'P' && message.text === text;

/** Steps of a write in a transaction: the message at which the process is killed, which does not arrive any more. */
const STEPS: readonly [name: string, isIt: (message: WireMessage) => boolean, committed: boolean][] = [
  ['before its transaction begins', isCommand('BEGIN'), false],
  ['after its statements, before COMMIT', isCommand('COMMIT'), false],
  [
    'after COMMIT, before the answer',
    ({ from, type, text }) => from === 'server' && type === 'C' && text === 'COMMIT',
    true,
  ],
];

let used = 0;
/** Two steps, so that half a write would show. */
const batchOf = (Subject: string): object => ({
  Steps: [
    { Operation: 'Insert', EntityName: 'Note', Fields: [{ FieldName: 'Subject', Value: Subject }] },
    {
      Operation: 'Update',
      EntityName: 'Customer',
      WhereClause: byId(CUSTOMER.bistro),
      Fields: [{ FieldName: 'Name', Value: `Bistro ${++used}` }],
    },
  ],
});

let database: TestDatabase;
let direct: pg.Pool;
let proxy: PostgresProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  direct = new pg.Pool({ connectionString: database.url, max: 1 });
  proxy = await PostgresProxy.start(database.url);
});
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy.stop();
  await direct.end();
  await database.drop();
}, TIMEOUT_MS);

/** The node that is going to be killed speaks to the database by way of the proxy. */
const startNode = (): Promise<ServiceProcess> => ServiceProcess.start(proxy.url, SETTINGS);

const submit = (caller: Caller, body: object, key: string): Promise<Answer> =>
  caller.send('POST', '/records/batch', body, { 'Idempotency-Key': key });

/** Traces of writes: change rows, outcomes, keys and unfinished commands. */
const traces = async (since = '0'): Promise<Record<string, unknown>> =>
  (
    await direct.query(
      `SELECT ARRAY(SELECT operation || ' ' || entity FROM platform.change WHERE position > $1 ORDER BY position) AS changes,
         (SELECT count(*)::int FROM platform.operation) AS outcomes, (SELECT count(*)::int FROM platform.idempotency) AS keys,
         (SELECT count(*)::int FROM platform.command WHERE finished_on IS NULL) AS open,
         (SELECT COALESCE(max(position), 0)::text FROM platform.change) AS mark`,
      [since],
    )
  ).rows[0];

/** Kills the node at a message of the write. @returns whether it did */
async function killedAt(node: ServiceProcess, isIt: (message: WireMessage) => boolean, write: () => Promise<unknown>) {
  let dead = false;
  proxy.judge = (message) => {
    if (!dead && !isIt(message)) return undefined;
    if (!dead) void node.kill();
    dead = true;
    return 0;
  };
  await write().catch(() => undefined);
  await node.kill();
  proxy.judge = () => undefined;
  return dead;
}

/** Expects one effect of the write and the same answer of every retry. */
async function expectOnce(before: Record<string, unknown>, repeat: () => Promise<Answer>, nina: Caller) {
  const [first, second] = [await repeat(), await repeat()];
  expect(first.status).toBe(200);
  expect([second.status, second.body.Result, second.body.CorrelationId]).toEqual([
    200,
    first.body.Result,
    first.body.CorrelationId,
  ]);
  const { changes, outcomes, keys, open } = await traces(String(before.mark));
  expect(changes).toEqual(['Create Note', 'Update Customer']);
  expect([outcomes, keys, open]).toEqual([Number(before.outcomes) + 1, Number(before.keys) + 1, 0]);
  const outcome = await outcomeOf(nina, first);
  expect([outcome.Status, outcome.Result]).toEqual(['Completed', first.body.Result]);
  const [{ Result: note }] = first.body.Result as readonly { readonly Result: { readonly Id: string } }[];
  const { body } = await nina.select('Note', { WhereClause: byId(note.Id) });
  expect(body.Result).toHaveLength(1);
  return first;
}

// Requirement: F1, P1, P2, P3
describe.each(['the node is started again', 'another node is asked'])('a node is killed, and %s', (way) => {
  const isSame = way === 'the node is started again';
  let victim: Promise<ServiceProcess>;
  let other: ServiceProcess | undefined;
  beforeAll(async () => {
    other = isSame ? undefined : await ServiceProcess.start(database.url, SETTINGS);
    victim = startNode();
  }, TIMEOUT_MS);
  afterAll(() => ServiceProcess.killAll());

  /** The next node to kill starts while the test checks the effects of this kill. */
  const successor = (): Promise<ServiceProcess> => {
    victim = startNode();
    victim.catch(() => undefined);
    return isSame ? victim : Promise.resolve(other!);
  };

  it.each(STEPS)(
    '%s: a retry with the same key finds the write done once or does it once',
    async (_, isIt, committed) => {
      const before = await traces();
      const node = await victim;
      const nina = await node.as('nina.north');
      const key = `key ${way} ${++used}`;
      const body = batchOf(key);
      expect(await killedAt(node, isIt, () => submit(nina, body, key))).toBe(true);
      const left = await traces(String(before.mark));
      const again = await (await successor()).as('nina.north');
      const answer = await expectOnce(before, () => submit(again, body, key), again);
      expect(Number(left.outcomes) > Number(before.outcomes)).toBe(committed);
      expect(answer.body.Result).toHaveLength(2);
    },
    TIMEOUT_MS,
  );

  it(
    'after its 202: the write is done once without a retry',
    async () => {
      const before = await traces();
      const node = await victim;
      const key = `SLOW:${3_000 + ++used}`;
      const body = batchOf(key);
      const accepted = await submit(await node.as('nina.north'), body, key);
      await node.kill();
      expect(accepted.status).toBe(202);
      expect((await traces(String(before.mark))).changes).toEqual([]);
      const again = await (isSame ? successor() : Promise.resolve(other!)).then((next) => next.as('nina.north'));
      expect(await outcomeOf(again, accepted)).toMatchObject({ Status: 'Completed', HttpStatus: 200 });
      const answer = await expectOnce(before, () => submit(again, body, key), again);
      expect(answer.body.CorrelationId).toBe(accepted.body.CorrelationId);
    },
    TIMEOUT_MS,
  );
});
