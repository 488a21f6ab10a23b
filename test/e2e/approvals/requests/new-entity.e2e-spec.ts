import { HubListener } from '../../../support/hub-client.js';
import { refused } from '../../../support/refusal.js';
import { byId, type Row, TestApp, where } from '../../../support/test-app.js';

const ID = {
  lifecycle: '00000000-0000-4000-8000-00000000ca01',
  open: '00000000-0000-4000-8000-00000000ca02',
  granted: '00000000-0000-4000-8000-00000000ca03',
  refused: '00000000-0000-4000-8000-00000000ca04',
};

const above = (Value: string) => ({ Filters: [{ FieldName: 'Cost', Operator: 'GreaterThan', Value, Sequence: 1 }] });
const named = (Value: string) => ({ Match: { FieldName: 'Name', Value } });

/** Leave requests: an entity, its access, a lifecycle and an approval process, all of them records. */
async function define(app: TestApp): Promise<void> {
  const ada = app.as('ada.admin');
  const Field = [
    { FieldName: 'Reason', FieldType: 'Text', Required: true },
    { FieldName: 'Cost', FieldType: 'Decimal', Default: '0' },
  ];
  await ada.inserted('Entity', { EntityName: 'Leave', Field });
  const scopes = { Create: 'Own', Read: 'Own', Update: 'Own', Delete: 'None' };
  await ada.inserted('RoleAccess', { RoleId: named('SalesRep'), EntityName: 'Leave', ...scopes });
  await ada.inserted('RoleAccess', { RoleId: named('FinanceManager'), EntityName: 'Leave', ...scopes });
  await ada.inserted('Lifecycle', {
    Id: ID.lifecycle,
    Name: 'Leaves',
    EntityName: 'Leave',
    Statuses: [
      { Id: ID.open, Name: 'Open', IsInitial: true, Sequence: 1 },
      { Id: ID.granted, Name: 'Granted', IsFinal: true, Sequence: 2 },
      { Id: ID.refused, Name: 'Refused', IsFinal: true, Sequence: 3 },
    ],
    Transitions: [
      { Name: 'Grant', FromStatusId: ID.open, ToStatusId: ID.granted, AllowedRoles: ['FinanceManager'], Sequence: 1 },
      { Name: 'Refuse', FromStatusId: ID.open, ToStatusId: ID.refused, AllowedRoles: ['FinanceManager'], Sequence: 2 },
    ],
  });
  await ada.inserted('ApprovalProcess', {
    Name: 'Expensive leaves',
    EntityName: 'Leave',
    StartCriteria: above('1000'),
    Steps: [{ Sequence: 1, Name: 'Finance', Approvers: { Users: ['frank.finance'] }, Rule: 'Any', DueHours: 24 }],
    OnApproved: { MoveTo: 'Granted' },
    OnRejected: { MoveTo: 'Refused' },
  });
}

describe('a lifecycle and an approval process for a new entity, built by records alone', () => {
  let app: TestApp;
  let frank: HubListener;
  beforeAll(async () => {
    app = await TestApp.start();
    await define(app);
    frank = await HubListener.registered(app, 'frank.finance', ['Leave', 'Notification']);
  });
  afterAll(async () => {
    await frank.stop();
    await app.stop();
  });

  const ask = async (Cost: string): Promise<Row> =>
    (await app.as('nina.north').insert('Leave', { Reason: 'Rest', Cost })).body.Result;
  const decide = (ApprovalRequestId: unknown, Decision: string) =>
    app.as('frank.finance').insert('ApprovalDecision', { ApprovalRequestId, Decision });
  const inboxOf = async (user: string): Promise<readonly Row[]> =>
    (await app.as(user).get('/approvals/inbox?entityName=Leave')).body.Result;
  const historyOf = async (recordId: unknown): Promise<readonly (readonly unknown[])[]> => {
    const { body } = await app.as('ada.admin').select('StatusHistory', {
      SelectedFields: ['FromStatusId.Name', 'ToStatusId.Name', 'TransitionId.Name', 'UserId.UserName'],
      WhereClause: where('RecordId', 'EqualTo', recordId),
      Sort: [{ FieldName: 'ChangedOn' }],
    });
    return body.Result.map((row: Row) => Object.values(row));
  };

  it('gives new records their status, and leaves cheap ones unlocked', async () => {
    const leave = await ask('10');
    expect(leave.StatusId).toBe(ID.open);
    expect((await app.as('nina.north').update('Leave', { Reason: 'Sea' }, byId(leave.Id))).status).toBe(200);
    expect(await inboxOf('frank.finance')).toEqual([]);
  });

  // Requirement: R180, R183, R187
  it('locks an expensive one, shows it to its approver, and grants it with the approval', async () => {
    const leave = await ask('5000');
    const nina = app.as('nina.north');
    await refused(app, () => nina.update('Leave', { Reason: 'Sea' }, byId(leave.Id)), 423, 'ApprovalLocked');
    const [task, ...others] = await inboxOf('frank.finance');
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      ProcessName: 'Expensive leaves',
      EntityName: 'Leave',
      RecordId: leave.Id,
      RecordInformationId: leave.RecordInformationId,
      Text: 'Rest',
      StepName: 'Finance',
      RequestedByName: 'Nina North',
    });
    expect((await app.as('frank.finance').row('Leave', leave.Id)).Cost).toBe(5000);
    expect((await decide(task.RequestId, 'Approve')).body.Errors).toEqual([]);
    expect((await nina.row('Leave', leave.Id)).StatusId).toBe(ID.granted);
    expect(await historyOf(leave.RecordInformationId)).toEqual([
      [null, 'Open', null, 'nina.north'],
      ['Open', 'Granted', 'Grant', 'frank.finance'],
    ]);
    const created = await frank.next(({ EntityName }) => EntityName === 'Notification');
    expect(created.Operation).toBe('Create');
  });

  // Requirement: R165
  it('offers the moves of a cheap one to those who may make them', async () => {
    const leave = await ask('10');
    const recordId = leave.RecordInformationId as string;
    const offered = (await app.as('nina.north').get(`/status/available?recordId=${recordId}`)).body.Result;
    expect(offered.ToStatusList).toEqual([]);
    const path = `/status/update?recordId=${recordId}&nextStatusId=${ID.granted}`;
    await refused(app, () => app.as('nina.north').send('PUT', path), 400, 'TransitionNotAllowed');
    expect((await app.as('ada.admin').send('PUT', path)).body.Result).toMatchObject({
      FromStatusId: ID.open,
      StatusId: ID.granted,
      StatusName: 'Granted',
      ToStatusList: [],
    });
  });
});
