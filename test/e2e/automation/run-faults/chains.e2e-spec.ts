import { ANN, RunApp } from '../../../support/run-fixture.js';
import { type Row, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const MAX_CHAIN = 8;
const move = (Name: string, ToStatus: string): object => ({
  Name,
  Type: 'AfterTransition',
  EntityName: 'Parcel',
  RunAs: 'Service',
  Actions: [
    {
      Name: 'Move',
      Type: 'ChangeStatus',
      EntityName: 'Parcel',
      RecordId: '{{Record.RecordInformationId}}',
      ToStatus,
    },
  ],
});
const WORKFLOWS = [
  move('Fetch', 'Away'),
  move('Bring', 'Here'),
  {
    Name: 'Lengthen',
    Type: 'AfterTransition',
    EntityName: 'Parcel',
    RunAs: 'Service',
    Actions: [
      {
        Name: 'Write',
        Type: 'UpdateRecords',
        EntityName: 'Parcel',
        Fields: [{ FieldName: 'Name', Value: '{{Record.Name}}!' }],
        WhereClause: where('Id', 'EqualTo', '{{Record.Id}}'),
      },
    ],
  },
];
const DEFINITIONS = {
  Lifecycles: [
    {
      Name: 'Parcels',
      EntityName: 'Parcel',
      Statuses: [
        { Name: 'Here', Sequence: 1, IsInitial: true },
        { Name: 'Away', Sequence: 2 },
      ],
      Transitions: [
        { Name: 'Send', FromStatus: 'Here', ToStatus: 'Away', Sequence: 1, AfterWorkflows: ['Bring'] },
        { Name: 'Return', FromStatus: 'Away', ToStatus: 'Here', Sequence: 2, AfterWorkflows: ['Fetch'] },
      ],
    },
  ],
  ApprovalProcesses: [
    {
      Name: 'Names',
      EntityName: 'Parcel',
      StartMode: 'Automatic',
      StartOn: ['Insert', 'Update'],
      StartCriteria: where('Name', 'StartsWith', 'please'),
      AllowSelfApproval: true,
      Steps: [{ Sequence: 1, Name: 'Look', Approvers: { Users: ['root'] }, Rule: 'Any' }],
      OnApproved: { RunWorkflows: ['Lengthen'] },
    },
  ],
};

let app: RunApp;
beforeAll(async () => void (app = await RunApp.open(WORKFLOWS, {}, DEFINITIONS)));
afterAll(() => app?.close());

const root = () => app.as('root');
async function runsOf(recordId: string): Promise<readonly Row[]> {
  const { body } = await root().select('WorkflowRun', {
    WhereClause: where('RecordId', 'EqualTo', recordId),
    Sort: [{ FieldName: 'Id' }],
  });
  return body.Result;
}
async function parcel(Name: string): Promise<Row> {
  const Id = await app.as('ann').inserted('Parcel', { Name, N: 100 });
  return root().row('Parcel', Id);
}
const statusName = async (id: unknown): Promise<unknown> => {
  const { StatusId } = await root().row('Parcel', id);
  return (await root().row('Status', StatusId)).Name;
};

// Requirement: R196, R172, T52
it('stops a chain of moves and workflows after eight starts, and keeps what it has done', async () => {
  const { Id, RecordInformationId } = await parcel('moved');
  const { body } = await app.as('ann').get(`/status/available?recordId=${String(RecordInformationId)}`);
  const [{ ToStatusId }] = body.Result.ToStatusList;
  const send = (): Promise<unknown> =>
    app.as('ann').send('PUT', `/status/update?recordId=${String(RecordInformationId)}&nextStatusId=${ToStatusId}`);
  expect(await send()).toMatchObject({ status: 200 });
  const states = async (): Promise<readonly unknown[]> =>
    (await runsOf(String(RecordInformationId))).map(({ State }) => State);
  await until('the chain has stopped', async () => (await states()).includes('Stopped'));
  const runs = await runsOf(String(RecordInformationId));
  await Promise.all(runs.slice(0, MAX_CHAIN).map(({ Id: run }) => app.ended(String(run))));
  expect(await states()).toEqual([...Array<string>(MAX_CHAIN).fill('Completed'), 'Stopped']);
  const stopped = runs[MAX_CHAIN];
  expect(stopped.Error).toMatchObject({ Message: expect.stringMatching(/^The chain Bring .* it is longer than 8\.$/) });
  expect(stopped).toMatchObject({ CausedBy: runs[MAX_CHAIN - 1].Id, UserId: ANN });
  expect((stopped.Chain as readonly unknown[]).length).toBe(MAX_CHAIN + 1);
  expect(await statusName(Id)).toBe('Away');
});

// Requirement: R196, R185, T52
it('counts a workflow that follows a decision from this decision on', async () => {
  const { Id, RecordInformationId } = await parcel('please');
  const open = async (): Promise<Row | undefined> =>
    (
      await root().select('ApprovalRequest', {
        WhereClause: {
          Filters: [
            { FieldName: 'RecordId', Operator: 'EqualTo', Value: RecordInformationId },
            { FieldName: 'State', Operator: 'EqualTo', Value: 'Pending' },
          ],
        },
      })
    ).body.Result[0];
  for (let round = 1; round <= 2; round++) {
    await until('a request is open', async () => (await open()) !== undefined);
    const request = await open();
    const decided = await root().insert('ApprovalDecision', { ApprovalRequestId: request!.Id, Decision: 'Approve' });
    expect([decided.status, decided.text]).toEqual([200, decided.text]);
    await until('the workflow has run', async () => (await runsOf(String(RecordInformationId))).length === round);
    const run = (await runsOf(String(RecordInformationId))).at(-1)!;
    expect(await app.ended(String(run.Id))).toMatchObject({ CausedBy: null, Chain: [{ RecordId: Id }] });
  }
  expect(await root().row('Parcel', Id)).toMatchObject({ Name: 'please!!' });
});
