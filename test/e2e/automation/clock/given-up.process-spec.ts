import { AutomationApp } from '../../../support/automation-fixture.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { byId } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until as untilWithin } from '../../../support/until.js';

const TIMEOUT_MS = 240_000;
const WAIT_MS = 100_000;
const NODE = { ...ENQUEUES_ONLY, RUN_LEASE_MS: '1000', STATEMENT_TIMEOUT_MS: '600000' };
/** Attempts of a due time; then it is passed over. */
const MOST = 5;
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
afterAll(() => at.close(), TIMEOUT_MS);

const query = <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
  at.stock.app.query(text, [...values]) as Promise<readonly Row[]>;
const start = (): Promise<ServiceProcess> => ServiceProcess.start(at.stock.app.databaseUrl, NODE);
const states = async (id: string): Promise<readonly unknown[]> => (await at.runs(id)).map(({ State }) => State);
const attempts = async (id: string): Promise<number> =>
  (await query<{ attempts: number }>('SELECT attempts FROM platform.schedule WHERE id = $1', [id]))[0].attempts;
const sleepers = async (): Promise<readonly number[]> => {
  const text = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  return (await query<{ pid: number }>(text)).map(({ pid }) => pid);
};
/** Ends sessions that sleep; PostgreSQL does not notice that their processes have ended. */
async function endSleepers(): Promise<void> {
  for (const pid of await sleepers()) await query('SELECT pg_terminate_backend($1)', [pid]);
  await until('the sessions have ended', async () => (await sleepers()).length === 0);
}
/** Does something whenever a run that is no failed one is stored and the condition holds. */
async function onRuns(condition: string, statement: string): Promise<void> {
  await query(`
    CREATE OR REPLACE FUNCTION public.poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW."State" <> 'Failed' AND ${condition} THEN ${statement}; END IF;
        RETURN NEW;
      END $$`);
  await query(`
    CREATE OR REPLACE TRIGGER poison BEFORE INSERT ON "${schema}"."WorkflowRun"
    FOR EACH ROW EXECUTE FUNCTION public.poison()`);
}
const givenUp = async (node: ServiceProcess, queue: string): Promise<number> => {
  const text = await (await fetch(`${node.url}/metrics`)).text();
  return Number(new RegExp(String.raw`work_given_up_total\{queue="${queue}"\} (\d+)`).exec(text)?.[1]);
};

it(
  'passes over the due time of a schedule that cannot fire, while others fire',
  async () => {
    const poison = await at.trigger({ ...EACH_SECOND, WorkflowIds: [workflowId] });
    await onRuns(`NEW."TriggerId" = '${poison}'`, `RAISE EXCEPTION 'poison'`);
    const others = [await at.trigger({ ...EACH_SECOND, WorkflowIds: [workflowId] })];
    const node = await start();
    await until('the other one has fired', async () => (await states(others[0])).length > 0);
    others.push(await at.trigger({ ...EACH_SECOND, WorkflowIds: [workflowId] }));
    await until('a later one has fired', async () => (await states(others[1])).length > 0);
    await until('the time is passed over', async () => (await givenUp(node, 'schedules')) > 0);
    const [run] = await at.runs(poison);
    const Message = expect.stringMatching(
      `^Each of ${MOST} attempts to fire at .* ended with its process or an error.$`,
    );
    expect(run).toMatchObject({ State: 'Failed', Error: { Message } });
    await until('the next time is tried', async () => (await attempts(poison)) > 0);
    for (const id of [poison, ...others]) await at.stock.as('root').update('Trigger', { IsActive: false }, byId(id));
  },
  TIMEOUT_MS,
);

it(
  'passes over the due time of a schedule that ends each process, after few of them',
  async () => {
    const poison = await at.trigger({ ...EACH_SECOND, WorkflowIds: [workflowId] });
    await onRuns(`NEW."TriggerId" = '${poison}'`, 'PERFORM pg_sleep(1000)');
    const counted: number[] = [];
    const isPassed = async (): Promise<boolean> => (await states(poison)).length > 0;
    while (counted.length <= MOST) {
      const node = await start();
      await until('it fires or has passed it over', async () => (await isPassed()) || (await sleepers()).length > 0);
      if (await isPassed()) break;
      await node.kill();
      counted.push(await attempts(poison));
      await endSleepers();
    }
    // The node that passed the time over tries the next one, and would hold its locks.
    await ServiceProcess.killAll();
    await endSleepers();
    expect([counted, await states(poison)]).toEqual([[1, 2, 3, 4, 5], ['Failed']]);
    await at.stock.as('root').update('Trigger', { IsActive: false }, byId(poison));
  },
  TIMEOUT_MS,
);

it(
  'passes over a due record that cannot fire, while those before and behind it fire, on two nodes',
  async () => {
    const root = at.stock.as('root');
    await root.insert('Entity', { EntityName: 'Lease', Fields: [{ FieldName: 'EndsOn', FieldType: 'Date' }] });
    const [{ now }] = await query<{ now: string }>('SELECT extract(epoch FROM now()) AS now');
    const due = new Date((Math.floor(Number(now)) + 8) * 1_000).toISOString();
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push(await root.inserted('Lease', { EndsOn: due.slice(0, 10) }));
    await onRuns(`NEW."Input" #>> '{Record,Id}' = '${ids[2]}'`, `RAISE EXCEPTION 'poison'`);
    const dates = { TriggerType: 'DateBased', TriggerEvent: null, DateField: 'EndsOn', TimeOfDay: due.slice(11, 19) };
    const WorkflowIds = [await at.workflow({ EntityName: 'Lease' })];
    const id = await at.trigger({ EntityName: 'Lease', ...dates, WorkflowIds });
    const nodes = await Promise.all([start(), start()]);
    await until('the last one has fired', async () => (await states(id)).length === ids.length);
    const runs = (await at.runs(id)).map(({ State, Input }) => [Input.Record.Id, State]);
    expect(runs).toEqual(ids.map((each, i) => [each, i === 2 ? 'Failed' : 'Running']));
    await until('the due time is done', async () => (await attempts(id)) === 0);
    const counts = await Promise.all(nodes.map((node) => givenUp(node, 'date_triggers')));
    expect(counts.reduce((sum, each) => sum + each)).toBe(1);
  },
  TIMEOUT_MS,
);
