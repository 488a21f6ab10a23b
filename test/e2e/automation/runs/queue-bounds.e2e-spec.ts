import { AutomationApp } from '../../../support/automation-fixture.js';
import { byId, where, type Answer, type Row } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';

const LIMIT = 4;

let at: AutomationApp;
let workflow: string;
beforeAll(async () => {
  at = await AutomationApp.open({ ...ENQUEUES_ONLY, RUN_QUEUE_LIMIT: String(LIMIT) });
  workflow = await at.workflow({ EntityName: 'Crate' });
});
afterAll(() => at?.close());

const cancelAll = (user: string, body: unknown): Promise<Answer> =>
  at.stock.as(user).send('POST', '/workflows/runs/cancel', body);
const ofTrigger = (id: string): object => ({ WhereClause: where('TriggerId', 'EqualTo', id) });
const states = (runs: readonly Row[]): readonly string[] =>
  runs.map(({ State }) => State as string).toSorted((a, b) => (a < b ? -1 : 1));
const insertCrates = (codes: readonly string[]): Promise<Answer> =>
  at.stock.as('root').send('POST', '/records/bulk-insert', {
    EntityName: 'Crate',
    Fields: ['Code'],
    Values: codes.map((code) => [code]),
  });

it('fires a schedule no more while a run of it waits, and the run says so', async () => {
  const id = await at.trigger({
    TriggerType: 'Scheduled',
    TriggerEvent: null,
    CronExpression: '* * * * * *',
    WorkflowIds: [workflow],
  });
  await until('fire times were left out', async () => ((await at.runs(id))[0]?.Error ?? null) !== null);
  const runs = await at.runs(id);
  expect(runs).toMatchObject([
    { State: 'Running', Error: { Message: expect.stringMatching(/^Fire times up to .*waits\.$/) } },
  ]);
  await at.stock.as('root').update('Trigger', { IsActive: false }, byId(id));
  expect((await cancelAll('root', ofTrigger(id))).body.Result).toEqual({ Cancelled: 1, Stopping: 0 });
});

it('records runs beyond the limit of the queue as failed, and cancels those that wait', async () => {
  const id = await at.trigger({ WorkflowIds: [workflow] });
  expect((await insertCrates(['b1', 'b2', 'b3', 'b4', 'b5', 'b6'])).status).toBe(200);
  const runs = await at.fired(id, 6);
  expect(states(runs)).toEqual(['Failed', 'Failed', 'Running', 'Running', 'Running', 'Running']);
  expect(runs.find(({ State }) => State === 'Failed')).toMatchObject({
    Error: { Message: 'The queue is full: 4 runs of the environment wait. Retry the run when fewer do.' },
    Input: { Record: { Code: expect.any(String) } },
  });
  const manual = await at.workflow({ Type: 'Manual', AllowedRoles: null });
  const refused = await at.stock.as('root').send('POST', `/workflows/execute/${manual}`, {});
  expect([refused.status, refused.body.ErrorDetails[0].Code]).toEqual([429, 'RateLimited']);
  expect((await cancelAll('root', ofTrigger(id))).body.Result).toEqual({ Cancelled: 4, Stopping: 0 });
  expect(states(await at.runs(id))).toEqual(['Cancelled', 'Cancelled', 'Cancelled', 'Cancelled', 'Failed', 'Failed']);
  await at.stock.as('root').update('Trigger', { IsActive: false }, byId(id));
});

it('refuses executions beyond the bytes of the runs that wait', async () => {
  const node = await at.stock.app.startAnother({ ...ENQUEUES_ONLY, RUN_BYTES: '1048576' });
  const nodes = [node];
  try {
    const Tokens = [{ Name: 'Text', Type: 'Text' }];
    const manual = await at.workflow({ Type: 'Manual', AllowedRoles: null, Tokens });
    const execute = (letters: number): Promise<Answer> =>
      at.stock
        .as('root', node)
        .send('POST', `/workflows/execute/${manual}`, { Text: 'x'.repeat(letters) }, { Prefer: 'respond-async' });
    expect((await execute(600_000)).status).toBe(202);
    expect((await execute(600_000)).status).toBe(202);
    const refused = await execute(1);
    expect([refused.status, refused.body.ErrorDetails[0].Code]).toEqual([429, 'RateLimited']);
    expect(refused.body.ErrorDetails[0].Message).toContain('exceed 1048576 bytes (RUN_BYTES)');
    nodes.push(await at.stock.app.startAnother({ ROLES: 'worker' }));
    await until('there is room again', async () => (await execute(1)).status === 202);
  } finally {
    for (const each of nodes) await each.stop();
  }
});

it.each<[string, string, unknown, number, string]>([
  [
    'a user who is no Administrator',
    'kim',
    { WhereClause: where('State', 'EqualTo', 'Running') },
    403,
    'AdministratorRequired',
  ],
  ['a body without a where-clause', 'root', {}, 400, 'WhereClauseRequired'],
  ['an unknown field', 'root', { WhereClause: where('Stat', 'EqualTo', 'Running') }, 400, 'UnknownField'],
])('refuses %s', async (_, user, body, status, code) => {
  const answer = await cancelAll(user, body);
  expect([answer.status, answer.body.ErrorDetails[0].Code]).toEqual([status, code]);
});

it('cancels what waits when its trigger or workflow is deactivated, on any node', async () => {
  const other = await at.workflow({ EntityName: 'Crate' });
  const [first, second] = [await at.trigger({ WorkflowIds: [workflow] }), await at.trigger({ WorkflowIds: [other] })];
  expect((await insertCrates(['d1'])).status).toBe(200);
  await at.fired(first, 1);
  await at.fired(second, 1);
  const root = at.stock.as('root');
  await root.update('Trigger', { IsActive: false }, byId(first));
  await root.update('Workflow', { IsActive: false }, byId(other));
  const worker = await at.stock.app.startAnother({ ROLES: 'worker' });
  try {
    for (const id of [first, second]) {
      await until('the run has ended', async () => (await at.runs(id))[0].State !== 'Running');
      expect((await at.runs(id))[0]).toMatchObject({
        State: 'Cancelled',
        Error: { Message: expect.stringMatching(/ was deactivated before the run began\.$/) },
      });
    }
  } finally {
    await worker.stop();
  }
});
