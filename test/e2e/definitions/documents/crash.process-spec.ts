import { ServiceProcess } from '../../../support/service-process.js';
import { DEVELOPMENT, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const document = {
  Entities: Array.from({ length: 60 }, (_, i) => ({
    EntityName: `Crash${i}`,
    Fields: Array.from({ length: 10 }, (__, j) => ({ FieldName: `Field${j}`, FieldType: 'Text' })),
  })),
};

// Requirement: R227
describe('an apply whose process is killed', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(async () => {
    await ServiceProcess.killAll();
    await app.stop();
  });

  it('leaves nothing, and can be sent again', async () => {
    const node = await ServiceProcess.start(app.databaseUrl);
    const before = await app.as('ada.admin').send('GET', '/environment/export');
    const caller = await node.as('ada.admin');
    const lost = caller.send('POST', '/environment/apply', document).catch(() => 'lost');
    const isApplying = async (): Promise<boolean> => {
      const [{ n }] = await app.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_stat_activity a USING (pid)
         WHERE a.datname = current_database() AND a.state <> 'idle' AND l.mode = 'AccessExclusiveLock'`,
      );
      return n > 20;
    };
    await until('tables are being made', isApplying);
    process.kill(node.pid, 'SIGKILL');
    expect(await lost).toBe('lost');
    const after = await app.as('ada.admin').send('GET', '/environment/export');
    expect(after.body.Result).toEqual(before.body.Result);
    expect(await app.query(`SELECT FROM pg_class WHERE relname = 'Crash1'`)).toEqual([]);
    const again = await app.as('ada.admin', DEVELOPMENT).send('POST', '/environment/apply', document);
    expect(again).toMatchObject({ status: 200, body: { RecordAffected: 660 } });
  }, 120_000);
});
