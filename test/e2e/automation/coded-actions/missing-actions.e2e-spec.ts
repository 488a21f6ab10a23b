import { byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { print, startPrinting, workflow } from './printing-rig.js';
import { BEHAVIOUR, CALLS } from './printing.js';

// See docs/write-actions.md#nodes-without-an-action
describe('a node without an action that workflows name, such as one of an earlier build', () => {
  let app: TestApp;
  let old: TestApp;
  let ada: Caller;
  let id: string;
  beforeAll(async () => {
    BEHAVIOUR.run = () => ({ Label: 'L' });
    app = await startPrinting({ ROLES: 'api' });
    ada = app.as('ada.admin');
    const made = { Name: 'Made', Type: 'Condition', If: where('Me', 'IsNotNull'), Then: [print()] };
    id = await ada.inserted(
      'Workflow',
      workflow([
        made,
        { Name: 'Said', Type: 'SendNotification', ToRole: 'SalesManager', Message: '{{Actions.Made.Held}}' },
      ]),
    );
    old = await app.startAnother({ ROLES: 'api,worker' });
  });
  afterAll(async () => {
    await old.stop();
    await app.stop();
  });

  const runs = async (more: Row): Promise<readonly Row[]> =>
    (await ada.select('WorkflowRun', { WhereClause: where('WorkflowId', 'EqualTo', id), ...more })).body.Result;
  const ready = async (node: TestApp): Promise<readonly unknown[]> => {
    const { status, text } = await node.send('GET', '/health/ready');
    const counted = /^handlers_missing (\d+)$/m.exec((await node.send('GET', '/metrics')).text)?.[1];
    return [status, text.includes('it lacks the handlers PrintLabel'), counted];
  };

  it('lets the run wait with the reason, and another node goes on with it', async () => {
    const { body } = await ada.send('POST', `/workflows/execute/${id}`, {}, { Prefer: 'respond-async' });
    const run = async (): Promise<Row> =>
      (await ada.select('WorkflowRun', { WhereClause: byId(body.CorrelationId) })).body.Result[0];
    await until('the run waits', async () => (await run()).Error !== null);
    expect(await run()).toMatchObject({
      State: 'Running',
      Error: {
        Step: 'Print',
        Message: "Waiting for a node of the service that has the action 'PrintLabel'.",
        Status: 503,
      },
    });
    const steps = await ada.select('WorkflowStep', {
      WhereClause: where('RunId', 'EqualTo', body.CorrelationId),
      Sort: [{ FieldName: 'StartedOn' }],
    });
    expect(steps.body.Result).toMatchObject([
      { Name: 'Made', State: 'Completed' },
      { Name: 'Print', State: 'Running' },
    ]);
    const other = await startPrinting({ ROLES: 'api,worker' }, app.databaseUrl);
    await until('another node has gone on', async () => (await run()).State === 'Completed', 60_000);
    expect(await run()).toMatchObject({ Error: null });
    expect(CALLS.filter(({ runId }) => runId === body.CorrelationId)).toHaveLength(1);
    await other.stop();
  });

  it('cancels a run that waits', async () => {
    const { body } = await ada.send('POST', `/workflows/execute/${id}`, {}, { Prefer: 'respond-async' });
    const waits = { WhereClause: byId(body.CorrelationId) };
    await until('the run waits', async () => (await runs(waits))[0].Error !== null);
    await ada.send('POST', `/workflows/runs/${body.CorrelationId}/cancel`);
    await until('the run has ended', async () => (await runs(waits))[0].State === 'Cancelled');
  });

  it('is not ready and counts the action, and the others are', async () => {
    expect(await ready(app)).toEqual([200, false, '0']);
    expect(await ready(old)).toEqual([503, true, '1']);
  });

  it('takes no definition that names it, in a file neither, and is ready when none does any more', async () => {
    const given = workflow([print()]);
    expect((await old.as('ada.admin').insert('Workflow', given)).status).toBe(400);
    const plan = {
      Workflows: [given],
      Entities: [{ EntityName: 'Box', Hooks: [{ Name: 'H', Events: ['BeforeInsert'], Handler: 'TestDelya' }] }],
    };
    const { status, body } = await old.as('ada.admin').send('POST', '/environment/plan', plan);
    expect([status, body.ErrorDetails.map(({ Path, Message }: Row) => `${String(Path)}: ${String(Message)}`)]).toEqual([
      400,
      [
        "Entities[0].Hooks[0].Handler: This node of the service has no hook 'TestDelya', which must be there before. Did you mean 'TestDelay'?",
        "Workflows[0].Actions[0].Type: This node of the service has no action 'PrintLabel', which must be there before.",
      ],
    ]);
    expect((await old.as('ada.admin').send('POST', '/environment/apply', { Workflows: [given] })).status).toBe(400);
    const taken = await ada.send('POST', '/environment/apply', { Workflows: [given] });
    expect(taken.body.Errors).toEqual([]);
    const exported = (await ada.send('GET', '/environment/export')).body.Result.Workflows;
    expect(exported).toContainEqual(expect.objectContaining({ Name: given.Name, Actions: [print()] }));
    expect((await ada.delete('Workflow', where('Name', 'EqualTo', given.Name))).body.Errors).toEqual([]);
    expect((await ada.update('Workflow', { IsActive: false }, byId(id))).body.Errors).toEqual([]);
    expect(await ready(old)).toEqual([200, false, '0']);
  });
});
