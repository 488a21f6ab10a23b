import { ServiceProcess } from '../../../support/service-process.js';
import { type Row, TestApp } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';

const CHANGES = 20_000;
const TIMEOUT_MS = 180_000;
const WAIT_MS = 90_000;

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start(ENQUEUES_ONLY)));
afterAll(async () => {
  await ServiceProcess.killAll();
  await app.stop();
}, TIMEOUT_MS);

const ada = () => app.as('ada.admin');
const insertNotes = async (count: number, prefix: string): Promise<void> => {
  const Values = Array.from({ length: count }, (_, i) => [`${prefix} ${i}`]);
  const bulk = { EntityName: 'Note', Fields: ['Subject'], Values };
  expect((await ada().send('POST', '/records/bulk-insert', bulk)).status).toBe(200);
};

// Requirement: R195, F15
it(
  'starts one run for each change, while nodes are killed and paused',
  async () => {
    const workflowId = await ada().inserted('Workflow', {
      Name: 'W',
      Type: 'Triggered',
      Actions: [{ Name: 'Tell', Type: 'SendNotification', ToUser: 'ada.admin', Message: 'Fired.' }],
    });
    const fields: Row = { EntityName: 'Note', TriggerType: 'EventBased', TriggerEvent: 'Created' };
    const triggerId = await ada().inserted('Trigger', { Name: 'T', WorkflowIds: [workflowId], ...fields });
    const table = `"${await app.schema()}"."WorkflowRun"`;
    const count = async (): Promise<number> => {
      const [row] = await app.query<{ count: string }>(`SELECT count(*) FROM ${table} WHERE "TriggerId" = $1`, [
        triggerId,
      ]);
      return Number(row.count);
    };
    const [paused, killed] = await Promise.all([
      ServiceProcess.start(app.databaseUrl, ENQUEUES_ONLY),
      ServiceProcess.start(app.databaseUrl, ENQUEUES_ONLY),
    ]);
    for (let i = 0; i < 4; i++) await insertNotes(CHANGES / 4, `bulk ${i}`);
    paused.signal('SIGSTOP');
    await until('some are matched', async () => (await count()) > 0, WAIT_MS);
    await killed.kill();
    const restarted = await ServiceProcess.start(app.databaseUrl, ENQUEUES_ONLY);
    paused.signal('SIGCONT');
    await until('all are matched', async () => (await count()) >= CHANGES, WAIT_MS);
    await insertNotes(1, 'last');
    await until('the last one is matched', async () => (await count()) > CHANGES, WAIT_MS);
    const [runs] = await app.query(
      `SELECT count(*)::int AS runs, count(DISTINCT "RecordId")::int AS records FROM ${table} WHERE "TriggerId" = $1`,
      [triggerId],
    );
    expect(runs).toEqual({ runs: CHANGES + 1, records: CHANGES + 1 });
    await restarted.kill();
  },
  TIMEOUT_MS,
);
