import { AutomationApp } from '../../../support/automation-fixture.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until as untilWithin } from '../../../support/until.js';

const TIMEOUT_MS = 300_000;
const WAIT_MS = 90_000;
const NODE = { ...ENQUEUES_ONLY, RUN_LEASE_MS: '1500', STATEMENT_TIMEOUT_MS: '600000' };
/** Losses after which a change is passed over. */
const MOST = 5;

const until = (what: string, isSo: () => boolean | Promise<boolean>) => untilWithin(what, isSo, WAIT_MS);

let at: AutomationApp;
let workflowId: string;
let triggerId: string;
let schema: string;
beforeEach(async () => {
  // Processes of the test match, this one does not.
  at = await AutomationApp.open({ ROLES: 'api' });
  schema = await at.stock.schema();
  workflowId = await at.workflow({ EntityName: 'Crate' });
  triggerId = await at.trigger({ WorkflowIds: [workflowId] });
}, TIMEOUT_MS);
afterEach(async () => {
  await ServiceProcess.killAll();
  await at.close();
}, TIMEOUT_MS);

const query = <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
  at.stock.app.query(text, [...values]) as Promise<readonly Row[]>;
/** Inserts crates. @returns how runs name them */
async function crates(count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await at.stock.as('kim').inserted('Crate', { Code: at.stock.newCode() }));
  const rows = await query<{ id: string }>(
    `SELECT "RecordInformationId" AS id FROM "${schema}"."Crate" WHERE "Id" = ANY($1) ORDER BY "Id"`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
const start = (): Promise<ServiceProcess> => ServiceProcess.start(at.stock.app.databaseUrl, NODE);
const recordsOf = async (): Promise<readonly (readonly [string, string])[]> =>
  (await at.runs(triggerId)).map(({ RecordId, State }) => [RecordId, State] as const);
/** Does something whenever runs of a record are stored. */
async function onRunsOf(recordId: string, statement: string): Promise<void> {
  await query(`
    CREATE FUNCTION public.poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW."RecordId" = '${recordId}' THEN ${statement}; END IF;
        RETURN NEW;
      END $$`);
  await query(
    `CREATE TRIGGER poison BEFORE INSERT ON "${schema}"."WorkflowRun" FOR EACH ROW EXECUTE FUNCTION public.poison()`,
  );
}
const attempts = async (): Promise<number> =>
  (await query<{ attempts: number }>('SELECT max(attempts) AS attempts FROM platform.trigger_cursor'))[0].attempts;
const sleepers = async (): Promise<readonly number[]> =>
  (
    await query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    )
  ).map(({ pid }) => pid);
const givenUp = async (node: ServiceProcess): Promise<number> => {
  const text = await (await fetch(`${node.url}/metrics`)).text();
  return Number(/work_given_up_total\{queue="changes"\} (\d+)/.exec(text)?.[1]);
};

it(
  'passes over a change whose runs cannot be stored, and matches those before and behind it, on two nodes',
  async () => {
    const ids = await crates(5);
    await onRunsOf(ids[2], `RAISE EXCEPTION 'poison'`);
    const nodes = await Promise.all([start(), start()]);
    await until('the last one is matched', async () => (await recordsOf()).length === 4);
    const others = await crates(2);
    await until('later ones are matched', async () => (await recordsOf()).length === 6);
    const runs = await recordsOf();
    expect(runs.map(([, state]) => state)).toEqual(Array(6).fill('Running'));
    expect(runs.map(([id]) => id)).toEqual([...ids.filter((_, i) => i !== 2), ...others]);
    expect((await Promise.all(nodes.map(givenUp))).reduce((sum, each) => sum + each)).toBe(1);
    // A look at later changes counts before it is over.
    await until('no attempt is counted', async () => (await attempts()) === 0);
  },
  TIMEOUT_MS,
);

it(
  'passes over a change that ends each process that matches it, after few of them',
  async () => {
    const ids = await crates(4);
    await onRunsOf(ids[2], 'PERFORM pg_sleep(1000)');
    const counted: number[] = [];
    const isMatched = async (): Promise<boolean> => (await recordsOf()).length === 3;
    while (counted.length <= MOST + 1) {
      const node = await start();
      await until(
        'it is at the change, or behind it',
        async () => (await isMatched()) || (await sleepers()).length > 0,
      );
      if (await isMatched()) break;
      await node.kill();
      counted.push(await attempts());
      for (const pid of await sleepers()) await query('SELECT pg_terminate_backend($1)', [pid]);
      await until('the session has ended', async () => (await sleepers()).length === 0);
    }
    // Twice with others, thrice alone, and once for its failed runs.
    expect(counted).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await recordsOf()).map(([id]) => id)).toEqual(ids.filter((_, i) => i !== 2));
  },
  TIMEOUT_MS,
);

it(
  'counts no attempt of a node that is stopped in order',
  async () => {
    const [id] = await crates(1);
    await onRunsOf(id, 'PERFORM pg_sleep(2)');
    const node = await start();
    await until('it is at the change', async () => (await sleepers()).length > 0);
    expect(await attempts()).toBe(1);
    await node.stop();
    expect([await attempts(), (await recordsOf()).map(([, state]) => state)]).toEqual([0, ['Running']]);
  },
  TIMEOUT_MS,
);
