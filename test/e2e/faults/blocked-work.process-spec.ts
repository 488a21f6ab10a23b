import { fileURLToPath } from 'node:url';
import { AutomationApp } from '../../support/automation-fixture.js';
import { ServiceProcess } from '../../support/service-process.js';
import { byId } from '../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../support/test-config.js';
import { until as untilWithin } from '../../support/until.js';
import { scrape, sumOf } from '../platform/metrics/scraped.js';

const TIMEOUT_MS = 300_000;
const WAIT_MS = 120_000;
const LEASE_MS = 1_000;
/** Attempts of an item; then it is passed over. */
const MOST = 5;
const BLOCK_MS = 5 * LEASE_MS;
/** The statement runs while its process is being blocked. */
const SLEEP_SECONDS = 2;
const BLOCKED_LOOP = fileURLToPath(new URL('../../support/blocked-loop.mjs', import.meta.url));
const NODE = { ...ENQUEUES_ONLY, RUN_LEASE_MS: String(LEASE_MS) };
/** A process whose event loop is blocked for longer than the lease at a signal. */
const BLOCKING = { ...NODE, NODE_OPTIONS: `--import ${BLOCKED_LOOP}`, BLOCK_MS: String(BLOCK_MS) };
/** The server ends transactions that are idle for longer than the lease. */
const IMPATIENT = `-c idle_in_transaction_session_timeout=${1.5 * LEASE_MS}`;
const EACH_SECOND = { TriggerType: 'Scheduled', TriggerEvent: null, CronExpression: '* * * * * *' };

const until = (what: string, isSo: () => boolean | Promise<boolean>) => untilWithin(what, isSo, WAIT_MS);

let at: AutomationApp;
let workflowId: string;
let schema: string;
beforeAll(async () => {
  // Processes of the test do what is due, this one does not.
  at = await AutomationApp.open({ ROLES: 'api' });
  schema = await at.stock.schema();
  workflowId = await at.workflow({ EntityName: 'Crate' });
}, TIMEOUT_MS);
afterEach(() => ServiceProcess.killAll());
afterAll(() => at?.close(), TIMEOUT_MS);

const query = <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
  at.stock.app.query(text, [...values]) as Promise<readonly Row[]>;
function start(settings: Readonly<Record<string, string>>, options?: string): Promise<ServiceProcess> {
  const url = new URL(at.stock.app.databaseUrl);
  if (options !== undefined) url.searchParams.set('options', options);
  return ServiceProcess.start(url.href, settings);
}
const states = async (id: string): Promise<readonly unknown[]> => (await at.runs(id)).map(({ State }) => State);
const attempts = async (id: string): Promise<number> =>
  (await query<{ attempts: number }>('SELECT attempts FROM platform.schedule WHERE id = $1', [id]))[0].attempts;
const matchAttempts = async (): Promise<number> =>
  (await query<{ attempts: number }>('SELECT max(attempts) AS attempts FROM platform.trigger_cursor'))[0].attempts;
const sleeping = async (): Promise<boolean> =>
  (
    await query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep' AND state = 'active'`,
    )
  ).length > 0;
/** Lets the database sleep once whenever runs of a trigger are stored that are no failed ones. */
async function sleepOnRunsOf(triggerId: string, seconds: number): Promise<void> {
  await query(`
    CREATE OR REPLACE FUNCTION public.poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM added a WHERE a."State" <> 'Failed' AND a."TriggerId" = '${triggerId}') THEN
          PERFORM pg_sleep(${seconds});
        END IF;
        RETURN NULL;
      END $$`);
  await query(`
    CREATE OR REPLACE TRIGGER poison AFTER INSERT ON "${schema}"."WorkflowRun"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION public.poison()`);
}
const givenUp = async (nodes: readonly ServiceProcess[], queue: string): Promise<number> => {
  const scraped = await Promise.all(nodes.map(({ url }) => scrape(url)));
  return scraped.reduce((sum, samples) => sum + sumOf(samples, 'work_given_up_total', { queue }), 0);
};
/** Blocks a process each time that the work of an item is in the database, until the condition holds. */
async function blockUntil(node: ServiceProcess, what: string, isSo: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    if (await sleeping()) {
      node.signal('SIGUSR2');
      await until('the statement has ended', async () => !(await sleeping()));
    }
    return isSo();
  });
}
const deactivate = (ids: readonly string[]): Promise<unknown> =>
  Promise.all(ids.map((id) => at.stock.as('root').update('Trigger', { IsActive: false }, byId(id))));
const LOST = expect.stringMatching(`^Each of ${MOST} attempts to fire at .* ended with its process or an error.$`);

it(
  'passes over a due time that holds the database for longer than its lease, while others fire, on two nodes',
  async () => {
    const poison = await at.trigger({ ...EACH_SECOND, WorkflowIds: [workflowId] });
    await sleepOnRunsOf(poison, 1_000);
    const settings = { ...NODE, STATEMENT_TIMEOUT_MS: String(2 * LEASE_MS) };
    const nodes = await Promise.all([start(settings), start(settings)]);
    const other = await at.trigger({ ...EACH_SECOND, WorkflowIds: [workflowId] });
    await until('the other one has fired', async () => (await states(other)).length > 0);
    await until('the time is passed over', async () => (await states(poison)).length > 0);
    expect((await at.runs(poison))[0]).toMatchObject({ State: 'Failed', Error: { Message: LOST } });
    expect(await givenUp(nodes, 'schedules')).toBe(1);
    await deactivate([poison, other]);
  },
  TIMEOUT_MS,
);

it(
  'passes over a due time whose work blocks its process each time, and fires others between',
  async () => {
    const poison = await at.trigger({ ...EACH_SECOND, WorkflowIds: [workflowId] });
    await sleepOnRunsOf(poison, SLEEP_SECONDS);
    const node = await start(BLOCKING, IMPATIENT);
    const other = await at.trigger({ ...EACH_SECOND, WorkflowIds: [workflowId] });
    await blockUntil(node, 'the time is passed over', async () => (await states(poison)).length > 0);
    expect((await at.runs(poison))[0]).toMatchObject({ State: 'Failed', Error: { Message: LOST } });
    expect(await states(other)).not.toEqual([]);
    await deactivate([poison, other]);
  },
  TIMEOUT_MS,
);

/**
 * Blocks the process that has begun an item, while another one could take it over.
 * @param item makes the item, answers its trigger
 * @param counted attempts at it so far
 * @returns the most attempts that were counted until it was done
 */
async function blockBeside(
  queue: string,
  item: () => Promise<string>,
  counted: (id: string) => Promise<number>,
): Promise<number> {
  const other = await start(NODE);
  other.signal('SIGSTOP');
  const id = await item();
  // The first attempt of a process is counted.
  const blocked = await start(BLOCKING);
  await until('it is at the item', sleeping);
  blocked.signal('SIGUSR2');
  other.signal('SIGCONT');
  let most = 0;
  await until('it is done', async () => {
    most = Math.max(most, await counted(id));
    return (await states(id)).length > 0;
  });
  expect(await givenUp([blocked, other], queue)).toBe(0);
  await deactivate([id]);
  return most;
}

it(
  'fires once where a process is blocked for longer than the lease, and another one takes nothing over',
  async () => {
    let id = '';
    const schedule = async (): Promise<string> => {
      id = await at.trigger({ ...EACH_SECOND, IsActive: false, WorkflowIds: [workflowId] });
      await sleepOnRunsOf(id, SLEEP_SECONDS);
      await at.stock.as('root').update('Trigger', { IsActive: true }, byId(id));
      return id;
    };
    // The row of the schedule is locked meanwhile.
    expect(await blockBeside('schedules', schedule, attempts)).toBe(1);
    const times = await query('SELECT FROM platform.fire_time WHERE trigger_id = $1', [id]);
    expect(await states(id)).toEqual(times.map(() => 'Running'));
  },
  TIMEOUT_MS,
);

it(
  'matches a change once where a process is blocked for longer than the lease, and another one takes nothing over',
  async () => {
    let id = '';
    const change = async (): Promise<string> => {
      id = await at.trigger({ WorkflowIds: [workflowId] });
      await sleepOnRunsOf(id, SLEEP_SECONDS);
      await at.stock.as('kim').inserted('Crate', { Code: at.stock.newCode() });
      return id;
    };
    expect(await blockBeside('changes', change, matchAttempts)).toBe(1);
    expect(await states(id)).toEqual(['Running']);
  },
  TIMEOUT_MS,
);

it(
  'passes over a change whose work blocks its process each time, and matches those behind it',
  async () => {
    const poison = await at.trigger({ WorkflowIds: [workflowId] });
    await sleepOnRunsOf(poison, SLEEP_SECONDS);
    const node = await start(BLOCKING, IMPATIENT);
    await at.stock.as('kim').inserted('Crate', { Code: at.stock.newCode() });
    await blockUntil(node, 'the change is passed over', async () => (await states(poison)).length > 0);
    expect((await at.runs(poison))[0]).toMatchObject({ State: 'Failed' });
    await deactivate([poison]);
    const later = await at.trigger({ WorkflowIds: [workflowId] });
    await at.stock.as('kim').inserted('Crate', { Code: at.stock.newCode() });
    await until('a later one is matched', async () => (await states(later)).length > 0);
    expect([await states(later), await givenUp([node], 'changes')]).toEqual([['Running'], 1]);
    await deactivate([later]);
  },
  TIMEOUT_MS,
);
