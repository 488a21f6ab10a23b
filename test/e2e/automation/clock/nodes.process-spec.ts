import { AutomationApp } from '../../../support/automation-fixture.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { byId } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** Time after which another node goes on with a run of the paused one; its schedule does not fire meanwhile. */
const LEASE_MS = 2_000;

const STOCK = { TenantId: 'Depot', AppId: 'Stock', EnvironmentId: 'Main' };

let at: AutomationApp;
beforeAll(async () => {
  at = await AutomationApp.open({ ROLES: 'api,worker' });
});
afterAll(async () => {
  await ServiceProcess.killAll();
  await at.close();
});

const fired = async (id: string): Promise<readonly number[]> => {
  const rows = await at.stock.app.query<{ at: string }>(
    'SELECT extract(epoch FROM due_at) AS at FROM platform.fire_time WHERE trigger_id = $1 ORDER BY due_at',
    [id],
  );
  return rows.map((row) => Number(row.at));
};

/** Starts a node whose clock differs from that of the database. */
const start = (skewMs: number): Promise<ServiceProcess> =>
  ServiceProcess.start(at.stock.app.databaseUrl, {
    ROLES: 'api,worker',
    RUN_LEASE_MS: String(LEASE_MS),
    CLOCK_SKEW_MS: String(skewMs),
    NODE_OPTIONS: `--import ${new URL('../../../support/skewed-clock.mjs', import.meta.url).href}`,
  });

/** Seconds between the first and the last that are missing. */
const gaps = (times: readonly number[]): number => times.at(-1)! - times[0] + 1 - times.length;

// Requirement: R198
it(
  'fires each time once on four nodes, one of which is an hour ahead, one an hour behind, and one is paused',
  async () => {
    const [ahead, behind, paused] = await Promise.all([start(3_600_000), start(-3_600_000), start(0)]);
    const workflowId = await at.workflow({ EntityName: 'Crate' });
    const members = { TriggerType: 'Scheduled', TriggerEvent: null, CronExpression: '* * * * * *' };
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(await at.trigger({ ...members, WorkflowIds: [workflowId] }));
    const seconds = async (): Promise<number> => Math.min(...(await Promise.all(ids.map(fired))).map((f) => f.length));
    await until('they have fired', async () => (await seconds()) >= 3);
    paused.signal('SIGSTOP');
    const before = await seconds();
    await until('they go on without the paused node', async () => (await seconds()) >= before + 4, 40_000);
    paused.signal('SIGCONT');
    await until('they go on with it', async () => (await seconds()) >= before + 8);
    for (const id of ids) await at.stock.as('root').update('Trigger', { IsActive: false }, byId(id));
    for (const id of ids) {
      const times = await fired(id);
      expect(await at.runs(id)).toHaveLength(times.length);
      expect(gaps(times)).toBeLessThan(10);
    }
    await Promise.all([ahead, behind, paused].map((node) => node.stop()));
  },
  2 * START_MS,
);

// Requirement: R194
it(
  'judges by the clock of the database what nodes an hour ahead and behind have saved',
  async () => {
    const root = at.stock.as('root');
    const Fields = [{ FieldName: 'EndsOn', FieldType: 'Date' }];
    await root.insert('Entity', { EntityName: 'Lease', Fields });
    const [ahead, behind] = await Promise.all([start(3_600_000), start(-3_600_000)]);
    const [{ at: now }] = await at.stock.app.query<{ at: string }>('SELECT extract(epoch FROM now()) AS at');
    const due = new Date((Math.floor(Number(now)) + 6) * 1_000);
    const [EndsOn, TimeOfDay] = [due.toISOString().slice(0, 10), due.toISOString().slice(11, 19)];
    const lease = async (node: ServiceProcess): Promise<string> => {
      const { AccessToken } = (await node.send('POST', '/dev/token', { UserName: 'root' })).body;
      const body = { EntityName: 'Lease', Fields: [{ FieldName: 'EndsOn', Value: EndsOn }] };
      const headers = { Authorization: `Bearer ${AccessToken}`, ...STOCK };
      const { text, body: answer } = await node.send('POST', '/api/v1/records/insert', body, headers);
      if (!answer.IsSuccess) throw new Error(text);
      return answer.Result.Id as string;
    };
    const members = {
      EntityName: 'Lease',
      TriggerType: 'DateBased',
      TriggerEvent: null,
      DateField: 'EndsOn',
      TimeOfDay,
    };
    const id = await at.trigger({ ...members, WorkflowIds: [await at.workflow({ EntityName: 'Lease' })] });
    const inTime = [await lease(ahead), await lease(behind)];
    const setDue = (value: Date | null) =>
      at.stock.app.query('UPDATE platform.schedule SET next_due_at = $2 WHERE id = $1', [id, value]);
    await setDue(null);
    await until('the time has passed', async () => {
      const [{ isPast }] = await at.stock.app.query<{ isPast: boolean }>('SELECT now() > $1::timestamptz AS "isPast"', [
        due,
      ]);
      return isPast;
    });
    await Promise.all([lease(ahead), lease(behind)]);
    await setDue(due);
    const runs = await at.fired(id, 2);
    expect(runs.map(({ Input }) => Input.Record.Id as string).toSorted()).toEqual(inTime.toSorted());
    await until('the time is settled', async () => {
      const rows = await at.stock.app.query('SELECT 1 FROM platform.schedule WHERE id = $1 AND next_due_at > now()', [
        id,
      ]);
      return rows.length > 0;
    });
    expect(await at.runs(id)).toHaveLength(2);
    await Promise.all([ahead.stop(), behind.stop()]);
  },
  2 * START_MS,
);
