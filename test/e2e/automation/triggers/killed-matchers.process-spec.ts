import pg from 'pg';
import { boxTrigger, FREIGHT, FREIGHT_FLOW, loadFreight } from '../../../support/freight-fixture.js';
import { PostgresProxy, type WireMessage } from '../../../support/postgres-proxy.js';
import { ServiceProcess } from '../../../support/service-process.js';
import type { Caller, Row } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until as untilWithin } from '../../../support/until.js';

const SETTINGS = { ROLES: 'api,worker', RUN_LEASE_MS: '1500', WAIT_WINDOW_MS: '30000' };
const TIMEOUT_MS = 180_000;
const WAIT_MS = 90_000;
const until = (what: string, isSo: () => boolean | Promise<boolean>) => untilWithin(what, isSo, WAIT_MS);

let database: TestDatabase;
let direct: pg.Pool;
let proxy: PostgresProxy;
let node: ServiceProcess;
let root: Caller;
let schema: string;
let eventBased: string;
let scheduled: string;

/** Starts a node, by way of the proxy. */
async function start(): Promise<void> {
  node = await ServiceProcess.start(proxy.url, SETTINGS);
  root = await node.as('root', undefined, FREIGHT);
}

beforeAll(async () => {
  database = await createTestDatabase();
  direct = new pg.Pool({ connectionString: database.url, max: 2 });
  await loadFreight({ databaseUrl: database.url });
  proxy = await PostgresProxy.start(database.url);
  await start();
  const [row] = await stored<{ schema: string }>(
    `SELECT schema_name AS schema FROM platform.environment WHERE id = 'f4e16400-0000-4000-8000-000000000003'`,
  );
  schema = row.schema;
  const WorkflowIds = [FREIGHT_FLOW.idle, FREIGHT_FLOW.idleToo];
  eventBased = await root.inserted('Trigger', boxTrigger('Added', { TriggerEvent: 'Created', WorkflowIds }));
  const times = { TriggerType: 'Scheduled', TriggerEvent: null, CronExpression: '* * * * * *', CatchUp: 'All' };
  scheduled = await root.inserted('Trigger', boxTrigger('Ticking', { ...times, WorkflowIds }));
}, TIMEOUT_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy?.stop();
  await direct?.end();
  await database?.drop();
}, TIMEOUT_MS);

async function stored<Found>(text: string, values: readonly unknown[] = []): Promise<readonly Found[]> {
  return (await direct.query(text, [...values])).rows as Found[];
}

/** Number of runs of the trigger on boxes, by the code of the box. */
async function runsByCode(): Promise<Row> {
  const rows = await stored<{ code: string; count: number }>(
    `SELECT "Input" #>> '{Record,Code}' AS code, count(*)::int FROM "${schema}"."WorkflowRun"
     WHERE "TriggerId" = $1 GROUP BY 1`,
    [eventBased],
  );
  return Object.fromEntries(rows.map(({ code, count }) => [code, count]));
}

/** Fire times of the schedule in seconds, and the number of its runs. */
async function fireTimes(): Promise<{ readonly times: readonly number[]; readonly runs: number }> {
  const [{ times, runs }] = await stored<{ times: readonly string[]; runs: number }>(
    `SELECT ARRAY(
         SELECT extract(epoch FROM due_at)::text FROM platform.fire_time WHERE trigger_id = $1 ORDER BY due_at
       ) AS times,
       (SELECT count(*)::int FROM "${schema}"."WorkflowRun" WHERE "TriggerId" = $1) AS runs`,
    [scheduled],
  );
  return { times: times.map(Number), runs };
}

/** Transactions of the service: one moves the cursor of changes, one stores fire times. */
type Transaction = 'matching' | 'firing' | undefined;

/** Calls `act` at a moment of a transaction. From then on nothing passes. */
function at(of: Transaction, moment: Moment, act: () => void): void {
  const current = new Map<number, Transaction>();
  proxy.judge = (message) => {
    const { connection, from, text } = message;
    const before = current.get(connection);
    if (from === 'client' && text.includes('UPDATE platform.trigger_cursor')) current.set(connection, 'matching');
    if (from === 'client' && text.includes('INSERT INTO platform.fire_time')) current.set(connection, 'firing');
    const isOurs = current.get(connection) === of;
    const isIt = isOurs && moment(message, before === of);
    if (from === 'server' && (text === 'COMMIT' || text === 'ROLLBACK')) current.delete(connection);
    if (!isIt) return undefined;
    proxy.judge = () => 0;
    act();
    return 0;
  };
}

/** Recognizes a message. @param isInside true behind the first message that tells the transaction */
type Moment = (message: WireMessage, isInside: boolean) => boolean;

const MOMENTS: Readonly<Record<string, Moment>> = {
  'before it stores anything': (_, isInside) => !isInside,
  'before its runs are stored': ({ from, text }) => from === 'client' && text.includes('INSERT INTO platform.run '),
  'at its COMMIT': ({ from, text }) => from === 'client' && text === 'COMMIT',
  'behind its COMMIT': ({ from, type, text }) => from === 'server' && type === 'C' && text === 'COMMIT',
};

let codes = 0;

// Requirement: R195, R198, F1, F15
it.each(
  (['matching', 'firing'] as const).flatMap((of) =>
    Object.entries(MOMENTS).map(([name, moment]) => [of, name, moment] as const),
  ),
)(
  'starts the runs of each change and time once when its node is killed while %s, %s',
  async (of, _, moment) => {
    const Code = `killed ${++codes}`;
    let isDead = false;
    at(of, moment, () => {
      isDead = true;
      void node.kill();
    });
    await root.insert('Box', { Code }).catch(() => undefined);
    await until('the node was killed', () => isDead);
    await node.kill();
    proxy.judge = () => undefined;
    await start();
    const added = await stored(`SELECT FROM "${schema}"."Box" WHERE "Code" = $1`, [Code]);
    const last = `last ${codes}`;
    await root.inserted('Box', { Code: last });
    await until('the last change is matched', async () => (await runsByCode())[last] !== undefined);
    expect(await runsByCode()).toMatchObject({ ...(added.length > 0 && { [Code]: 2 }), [last]: 2 });
    const before = await fireTimes();
    await until('times are fired', async () => (await fireTimes()).times.length > before.times.length + 1);
    const { times, runs } = await fireTimes();
    // No time is fired while a run of the one before waits for a worker.
    expect(runs).toBe(2 * times.length);
    expect(times.length).toBeLessThanOrEqual(times.at(-1)! - times[0] + 1);
  },
  TIMEOUT_MS,
);
