import { field } from '../../../support/definition-builders.js';
import { ANN, call, failsFor, note, PROBE, refuses, RunApp, workflowId } from '../../../support/run-fixture.js';
import { byId, where, type Answer, type Row } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const CLERKS = { AllowedRoles: ['Clerk'] };
const SALARIES = { Name: 'Salaries', Type: 'RunQuery', EntityName: 'Payroll', SelectedFields: ['Person', 'Salary'] };
const runs = (Name: string, Workflow: string): object => ({ Name, Type: 'RunWorkflow', Workflow });

const WORKFLOWS: readonly object[] = [
  { Name: 'Inner', RunAs: 'Service', ...CLERKS, Actions: [note('First', 'inner'), SALARIES] },
  { Name: 'Outer', ...CLERKS, Actions: [runs('Deep', 'Inner')] },
  { Name: 'Calls', ...CLERKS, Actions: [call('Call', 'inside')] },
  { Name: 'Middle', RunAs: 'Service', ...CLERKS, Actions: [runs('Deeper', 'Calls')] },
  { Name: 'Outermost', AllowedRoles: ['Clerk', 'Guest'], Actions: [runs('Deep', 'Middle')] },
  { Name: 'Pay', RunAs: 'Service', ...CLERKS, Actions: [call('Call', 'pay'), note('Done', 'paid')] },
  {
    Name: 'OnEdit',
    Type: 'Triggered',
    RunAs: 'Service',
    Actions: [
      { Name: 'Make', Type: 'InsertRecord', EntityName: 'Parcel', Fields: [{ FieldName: 'Name', Value: 'made' }] },
      call('Call', 'edit'),
    ],
  },
  { Name: 'OnCreate', Type: 'Triggered', RunAs: 'Caller', Actions: [note('Tell', 'created')] },
  { Name: 'Own', ...CLERKS, Actions: [{ ...SALARIES, EntityName: 'Parcel', SelectedFields: ['Name'] }] },
];
const [, OUTER, , , OUTERMOST, PAY, ON_EDIT, ON_CREATE, OWN] = WORKFLOWS.keys();

const ENTITIES = [
  { EntityName: 'Parcel', Fields: [field('N', 'Int'), field('Name', 'Text')] },
  { EntityName: 'Payroll', Fields: [field('Person', 'Text'), field('Salary', 'Int')] },
];
let app: RunApp;
beforeAll(async () => {
  app = await RunApp.open(WORKFLOWS, {}, { Entities: ENTITIES });
  await app.as('root').inserted('Payroll', { Person: 'Ada', Salary: 99_999 });
});
afterAll(() => app?.close());
beforeEach(() => PROBE.reset());

const control = (user: string, run: string, how: 'retry' | 'cancel'): Promise<Answer> =>
  app.as(user).send('POST', `/workflows/runs/${run}/${how}`);
const fileOf = (user: string, run: string): Promise<Answer> => app.as(user).send('GET', `/workflows/runs/${run}/file`);
const stepsOf = async (user: string, run: string): Promise<readonly Row[]> =>
  (await app.as(user).select('WorkflowStep', { WhereClause: where('RunId', 'EqualTo', run) })).body.Result;

/** Defines a trigger for as long as some work takes. */
async function withTrigger(members: Row, work: () => Promise<void>): Promise<void> {
  const trigger = { Name: 'T', TriggerType: 'EventBased', ...members };
  const id = await app.as('root').inserted('Trigger', trigger);
  try {
    await work();
  } finally {
    await app.as('root').delete('Trigger', byId(id));
  }
}

/** Waits for the run of a workflow that is in a state. */
async function runOf(workflow: number, state: string): Promise<Row> {
  let found: readonly Row[] = [];
  await until(`a run of workflow ${workflow} is ${state}`, async () => {
    const WhereClause = {
      Filters: [
        { FieldName: 'WorkflowId', Operator: 'EqualTo', Value: workflowId(workflow) },
        { FieldName: 'State', Operator: 'EqualTo', Value: state },
        { FieldName: 'EntityName', Operator: 'EqualTo', Value: 'Parcel' },
      ],
    };
    const Sort = [{ FieldName: 'Id', Direction: 'DESC' }];
    found = (await app.as('root').select('WorkflowRun', { WhereClause, Sort })).body.Result;
    return found.length > 0;
  });
  return found[0];
}

describe('A workflow with the rights of the service inside of a run of its caller', () => {
  it('answers the caller, and keeps its steps and outputs for Administrators', async () => {
    const { status, body } = await app.execute('ann', OUTER);
    const rows = [{ Person: 'Ada', Salary: 99_999 }];
    expect([status, body.Result.Output]).toMatchObject([200, { State: 'Completed', Output: rows }]);
    expect(await stepsOf('ann', body.CorrelationId)).toMatchObject([{ Name: 'Deep', OwnerId: ANN, Output: null }]);
    expect(await app.as('ann').row('WorkflowRun', body.CorrelationId)).toMatchObject({
      State: 'Completed',
      Output: null,
    });
    expect(await app.steps(body.CorrelationId)).toEqual(
      expect.arrayContaining([expect.objectContaining({ Name: 'Salaries', Output: rows })]),
    );
    expect(await app.run(body.CorrelationId)).toMatchObject({ Output: { Output: rows } });
  });

  it('keeps the steps of what it runs itself, whatever their RunAs', async () => {
    const { body } = await app.execute('ann', OUTERMOST);
    expect((await stepsOf('ann', body.CorrelationId)).map(({ Name }) => Name)).toEqual(['Deep']);
    expect(await app.steps(body.CorrelationId)).toHaveLength(3);
  });

  it('shows no outputs of records through filters either', async () => {
    await app.execute('ann', OUTER);
    const Filters = [{ FieldName: 'Output', Operator: 'IsNotNULL' }];
    for (const entity of ['WorkflowRun', 'WorkflowStep'])
      expect((await app.as('ann').select(entity, { WhereClause: { Filters } })).body.Result).toEqual([]);
  });
});

it('shows outputs of records only in the answer of the execution', async () => {
  const { body } = await app.execute('ann', OWN);
  expect(body.Result.Output).toEqual([{ Name: 'row 0' }, { Name: 'row 1' }, { Name: 'row 2' }]);
  expect(await stepsOf('ann', body.CorrelationId)).toMatchObject([{ Name: 'Salaries', Output: null }]);
  const outcome = await app.as('ann').send('GET', `/operations/${body.CorrelationId}`);
  expect(outcome.status).toBe(200);
  expect((await app.as('gus').send('GET', `/operations/${body.CorrelationId}`)).status).toBe(404);
});

describe('A run with the rights of the service that a user has only caused', () => {
  it('is retried and cancelled by Administrators only, and named to nobody else', async () => {
    const created = { EntityName: 'Parcel', TriggerEvent: 'Created', WorkflowIds: [workflowId(ON_CREATE)] };
    const edited = { EntityName: 'Parcel', TriggerEvent: 'Edited', WorkflowIds: [workflowId(ON_EDIT)] };
    await withTrigger({ ...created, Name: 'C' }, () =>
      withTrigger({ ...edited, Name: 'E' }, async () => {
        let release = (): void => undefined;
        PROBE.replies.set('edit', () => new Promise((resolve) => (release = () => resolve(null))));
        await app.as('ann').update('Parcel', { N: 7 }, where('Name', 'EqualTo', 'row 0'));
        const { Id: service } = await runOf(ON_EDIT, 'Running');
        await until('the second step runs', () => PROBE.calls.length === 1);
        expect((await control('ann', service as string, 'cancel')).status).toBe(404);
        PROBE.replies.set('edit', refuses('No.'));
        const { Id: own } = await runOf(ON_CREATE, 'Completed');
        expect(await app.as('ann').row('WorkflowRun', own as string)).toMatchObject({
          State: 'Completed',
          CausedBy: null,
          Chain: null,
        });
        expect(await app.run(own as string)).toMatchObject({ CausedBy: service, Chain: [{}, {}] });
        const Filters = [{ FieldName: 'CausedBy', Operator: 'EqualTo', Value: service }];
        expect((await app.as('ann').select('WorkflowRun', { WhereClause: { Filters } })).body.Result).toEqual([]);
        release();
        expect((await control('root', service as string, 'cancel')).status).toBeLessThan(500);
      }),
    );
  });

  it('is not retried by who has caused it, and shows them no file and no outcome', async () => {
    const edited = { EntityName: 'Parcel', TriggerEvent: 'Edited', WorkflowIds: [workflowId(ON_EDIT)] };
    PROBE.replies.set('edit', refuses('No.'));
    await withTrigger(edited, async () => {
      await app.as('ann').update('Parcel', { N: 8 }, where('Name', 'EqualTo', 'row 0'));
      const { Id } = await runOf(ON_EDIT, 'Failed');
      for (const how of ['retry', 'cancel'] as const)
        expect((await control('ann', Id as string, how)).status).toBe(404);
      expect((await fileOf('ann', Id as string)).status).toBe(404);
      PROBE.reset();
      expect((await control('root', Id as string, 'retry')).status).toBe(200);
      expect((await app.as('ann').send('GET', `/operations/${String(Id)}`)).status).toBe(404);
    });
  });
});

describe('A failed execution is retried as it would be executed', () => {
  const roleId = async (name: string): Promise<string> =>
    (await app.as('root').select('Role', { WhereClause: where('Name', 'EqualTo', name) })).body.Result[0].Id;

  /** Takes the role Clerk from ann while some work is done. */
  async function withoutRole(work: () => Promise<void>): Promise<void> {
    const [RoleId, GuestId] = [await roleId('Clerk'), await roleId('Guest')];
    const root = app.as('root');
    const held = {
      Filters: [
        { FieldName: 'UserId', Operator: 'EqualTo', Value: ANN },
        { FieldName: 'RoleId', Operator: 'EqualTo', Value: RoleId },
      ],
    };
    const guest = await root.inserted('UserRole', { UserId: ANN, RoleId: GuestId });
    await root.delete('UserRole', held);
    try {
      await work();
    } finally {
      await root.inserted('UserRole', { UserId: ANN, RoleId });
      await root.delete('UserRole', byId(guest));
    }
  }

  it('not without the role, nor cancelled', async () => {
    PROBE.replies.set('pay', refuses('No.'));
    const { CorrelationId: run } = (await app.execute('ann', PAY)).body;
    PROBE.reset();
    await withoutRole(async () => {
      for (const how of ['retry', 'cancel'] as const) {
        const { status, body } = await control('ann', run, how);
        expect([status, body.ErrorDetails[0].Code]).toEqual([403, 'PermissionRequired']);
      }
      expect((await fileOf('ann', run)).status).toBe(403);
    });
    expect(PROBE.calls).toEqual([]);
    expect((await control('ann', run, 'retry')).body.Result).toMatchObject({ State: 'Completed' });
  });

  it('not while the workflow is not active', async () => {
    PROBE.replies.set('pay', refuses('No.'));
    const { CorrelationId: run } = (await app.execute('ann', PAY)).body;
    PROBE.reset();
    const active = (IsActive: boolean): Promise<Answer> =>
      app.as('root').update('Workflow', { IsActive }, byId(workflowId(PAY)));
    expect((await active(false)).status).toBe(200);
    for (const user of ['ann', 'root']) expect((await control(user, run, 'retry')).status).toBe(400);
    expect((await active(true)).status).toBe(200);
    expect((await control('ann', run, 'retry')).status).toBe(200);
  });

  it('and goes on inside of another workflow by the rights of now', async () => {
    PROBE.replies.set('inside', refuses('No.'));
    const { CorrelationId: run } = (await app.execute('ann', OUTERMOST)).body;
    PROBE.reset();
    await withoutRole(async () => {
      const { status, body } = await control('ann', run, 'retry');
      expect([status, body.ErrorDetails[0].Code]).toEqual([403, 'PermissionRequired']);
    });
    expect(PROBE.calls).toEqual([]);
  });
});

// A run that its user has executed stays theirs, also while it waits.
it('lets who has executed a run with the rights of the service cancel and retry it', async () => {
  PROBE.replies.set('pay', failsFor(1, 60_000));
  const { body } = await app.execute('ann', PAY, {}, { Prefer: 'respond-async' });
  await until('it waits for its next try', async () => (await app.steps(body.CorrelationId))[0]?.Error);
  expect((await control('gus', body.CorrelationId, 'cancel')).status).toBe(404);
  expect((await control('ann', body.CorrelationId, 'cancel')).body.Result).toMatchObject({ State: 'Cancelled' });
});
