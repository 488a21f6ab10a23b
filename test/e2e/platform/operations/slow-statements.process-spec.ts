import { CUSTOMER } from '../../../support/demo.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { byId, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const SETTINGS = { WRITE_LEASE_MS: '1500', WAIT_WINDOW_MS: '300' };

describe('a write of one slow statement that answered 202', () => {
  let app: TestApp;
  let node: ServiceProcess;
  beforeAll(async () => {
    app = await TestApp.start(SETTINGS);
    node = await ServiceProcess.start(app.databaseUrl, SETTINGS);
  });
  afterAll(async () => {
    await node.kill();
    await app.stop();
  });

  const isDone = async (id: string): Promise<boolean> =>
    (await app.query('SELECT FROM platform.operation WHERE id = $1', [id])).length > 0;

  // Requirement: R82, R88
  it('stores its whole answer in its commit, so that it survives a kill right after', async () => {
    const caller = await node.as('ada.admin');
    const contact = { FirstName: 'A', LastName: 'B', CustomerId: CUSTOMER.bistro };
    const blocker = await app.connect();
    await blocker.query('BEGIN');
    await blocker.query(`SELECT FROM ${await app.schema()}."Customer" WHERE "Id" = $1 FOR UPDATE`, [CUSTOMER.bistro]);
    const answers = await Promise.all([
      caller.insert('Contact', contact),
      caller.insert('Contact', contact, { Prefer: 'return=id' }),
      caller.update('Customer', { Name: 'Bistro Rot' }, byId(CUSTOMER.bistro)),
    ]);
    node.signal('SIGSTOP');
    await blocker.query('COMMIT');
    blocker.release();
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    for (const { body } of answers) await until('it is committed', () => isDone(body.CorrelationId));
    await node.kill();

    const ada = app.as('ada.admin');
    const [inserted, bareId] = answers.map(({ body }) => body.Result?.Id);
    const { Id, RowVersion } = await ada.row('Customer', CUSTOMER.bistro);
    const outcomes = await Promise.all(answers.map((answer) => outcomeOf(ada, answer)));
    expect(outcomes.map(({ Status, Result }) => [Status, Result])).toEqual([
      ['Completed', await ada.row('Contact', inserted)],
      ['Completed', bareId],
      ['Completed', [{ Id, RowVersion }]],
    ]);
  });
});
