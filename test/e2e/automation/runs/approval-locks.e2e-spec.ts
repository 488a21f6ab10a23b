import { note, RunApp, workflowId, RUN_PLACE } from '../../../support/run-fixture.js';
import { byId, where, type Caller, type Row, type TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const WORKFLOWS: readonly object[] = [
  {
    Name: 'Fill',
    Type: 'Triggered',
    RunAs: 'Service',
    EntityName: 'Parcel',
    Actions: [
      {
        Name: 'Write',
        Type: 'UpdateRecords',
        EntityName: 'Parcel',
        Fields: [{ FieldName: 'Name', Value: 'filled' }],
        WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: '{{Record.Id}}' }] },
      },
      note('Tell', 'filled'),
    ],
  },
];

let app: RunApp;
let other: TestApp;
let log: readonly string[];
beforeAll(async () => {
  app = await RunApp.open(WORKFLOWS);
  other = await app.app.startAnother({ ROLES: 'api' });
  await app.as('root').inserted('ApprovalProcess', {
    Name: 'Check',
    EntityName: 'Parcel',
    StartMode: 'Automatic',
    StartOn: ['Insert'],
    StartCriteria: { Filters: [{ FieldName: 'N', Operator: 'GreaterThan', Value: 100 }] },
    AllowSelfApproval: true,
    Steps: [{ Sequence: 1, Name: 'One', Approvers: { Users: ['root'] } }],
  });
  const trigger = {
    Name: 'Filling',
    EntityName: 'Parcel',
    TriggerType: 'EventBased',
    TriggerEvent: 'Created',
    WorkflowIds: [workflowId(0)],
  };
  ({ Log: log } = (await app.as('root').insert('Trigger', trigger)).body);
});
afterAll(async () => {
  await other?.stop();
  await app?.close();
});

/** Inserts a parcel that an approval locks. @returns its id, its request and its run, which waits */
async function lockedParcel(n: number): Promise<Readonly<Record<'parcel' | 'request' | 'run', string>>> {
  const { body } = await app.as('ann').insert('Parcel', { N: n });
  const { Id: parcel, RecordInformationId } = body.Result;
  const of = async (entity: string): Promise<Row | undefined> =>
    (await app.as('root').select(entity, { WhereClause: where('RecordId', 'EqualTo', RecordInformationId) })).body
      .Result[0];
  await until('the run waits', async () => ((await of('WorkflowRun'))?.Error ?? null) !== null);
  const [run, request] = [await of('WorkflowRun'), await of('ApprovalRequest')];
  return { parcel, run: run!.Id as string, request: request!.Id as string };
}

const decide = (user: Caller, ApprovalRequestId: string, Decision: string) =>
  user.inserted('ApprovalDecision', { ApprovalRequestId, Decision });

it('says so when a process and a trigger meet on an entity', () => {
  expect(log).toEqual([
    'Parcel: the approval process Check starts by itself and locks the records that workflow Fill of trigger Filling ' +
      'writes. Its runs wait until the approval is over, within their time limit.',
  ]);
});

it.each(['Approve', 'Reject', 'Recall'])(
  'shows what it waits for, and goes on after %s on another node',
  async (how) => {
    const { parcel, run, request } = await lockedParcel(101);
    expect(await app.run(run)).toMatchObject({
      State: 'Running',
      Error: { Step: 'Write', Status: 423, Message: 'This record is locked: an approval of it is open.' },
    });
    expect(await app.steps(run)).toMatchObject([{ Name: 'Write', State: 'Running', Error: { Status: 423 } }]);
    // The second look at the lock is over: from now on only its release wakes the run.
    await until('the run sleeps', async () => {
      const rows = await app.app.query<{ sleeps: boolean }>(
        `SELECT due_at > now() + interval '1 min' AS sleeps FROM platform.run WHERE id = $1`,
        [run],
      );
      return rows[0].sleeps;
    });
    await decide(other.as(how === 'Recall' ? 'ann' : 'root', RUN_PLACE), request, how);
    expect(await app.ended(run)).toMatchObject({ State: 'Completed', Error: null });
    expect(await app.as('ann').row('Parcel', parcel)).toMatchObject({ Name: 'filled' });
    expect((await app.run(run)).Tries).toBeLessThanOrEqual(4);
  },
);

it('is cancelled at once while it waits, and the write is not made', async () => {
  const { parcel, run, request } = await lockedParcel(102);
  const { body } = await app.as('root').send('POST', `/workflows/runs/${run}/cancel`);
  expect(['Cancelled', 'Running']).toContain(body.Result.State);
  await app.ended(run, 'Cancelled');
  await decide(app.as('root'), request, 'Approve');
  expect(await app.as('ann').row('Parcel', parcel)).toMatchObject({ Name: null });
});

it('fails when its time limit is over, and says what it has waited for', async () => {
  const { run, request } = await lockedParcel(103);
  await until('it is set back while no process has it', async () => {
    const rows = await app.app.query(
      `UPDATE platform.run SET begun_at = now() - interval '2 hours', due_at = now() WHERE id = $1 AND node IS NULL
       RETURNING id`,
      [run],
    );
    return rows.length > 0;
  });
  const { Error: error } = await app.ended(run, 'Failed');
  expect(error).toMatchObject({
    Message: 'The run took longer than 60 minutes. It has waited: This record is locked: an approval of it is open.',
  });
  await decide(app.as('root'), request, 'Approve');
  await app.as('root').send('POST', `/workflows/runs/${run}/retry`);
  await app.ended(run);
});

it('does not wait for other records', async () => {
  const locked = await lockedParcel(104);
  const id = await app.as('ann').inserted('Parcel', { N: 1 });
  await until('it is filled', async () => (await app.as('ann').row('Parcel', id)).Name === 'filled');
  expect((await app.run(locked.run)).State).toBe('Running');
  await app.as('root').update('Parcel', { Name: 'x' }, byId(id));
});
