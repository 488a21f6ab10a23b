import { USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, TestApp } from '../../../support/test-app.js';
import { ApprovalCalls } from './approval-calls.js';

// Requirement: T46, T85
describe('reassignment of tasks', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  beforeAll(async () => {
    app = await TestApp.start();
    calls = new ApprovalCalls(app);
  });
  afterAll(() => app.stop());

  const taskOf = async (requestId: string, user: string): Promise<Row> =>
    (await calls.tasks(requestId)).find((task) => task['AssigneeId.UserName'] === user)!;
  const reassign = (taskId: unknown, AssigneeId: unknown, user = 'ada.admin'): Promise<Answer> =>
    app.as(user).update('ApprovalTask', { AssigneeId }, byId(taskId));

  it('gives the task to another user, who is notified and owns it', async () => {
    const order = await calls.order('10800.00');
    const task = await taskOf(order.requestId, 'mona.manager');
    const { body } = await reassign(task.Id, USER.frank);
    expect(body.Errors).toEqual([]);
    expect(await taskOf(order.requestId, 'frank.finance')).toMatchObject({
      Id: task.Id,
      OwnerId: USER.frank,
      State: 'Open',
    });
    expect(await calls.notes('frank.finance', order.recordId)).toHaveLength(1);
    const call = (): Promise<Answer> => calls.decide('mona.manager', order.requestId, 'Approve');
    await refused(app, call, 409, 'AlreadyDecided');
    expect((await calls.decide('frank.finance', order.requestId, 'Approve')).body.Errors).toEqual([]);
    expect(await calls.stateOf(order)).toBe('Approved');
  });

  it.each<[string, unknown]>([
    ['a disabled user', USER.dirkDisabled],
    ['nobody', null],
    ['the requester', USER.nina],
    ['another assignee', 'ca900bbe-2633-4262-989b-93a5f81ec958'],
    ['an unknown user', '00000000-0000-4000-8000-000000000001'],
  ])('refuses %s as the new assignee', async (_, AssigneeId) => {
    const order = await calls.order('10800.00');
    const task = await taskOf(order.requestId, 'mona.manager');
    const [detail] = await refused(app, () => reassign(task.Id, AssigneeId), 400, 'Validation');
    expect(detail.FieldName).toBe('AssigneeId');
  });

  it('refuses closed tasks', async () => {
    const order = await calls.order('10800.00');
    const task = await taskOf(order.requestId, 'mona.manager');
    await calls.decide('hugo.head', order.requestId, 'Approve');
    await refused(app, () => reassign(task.Id, USER.frank), 409, 'AlreadyDecided');
  });

  it('refuses all callers but Administrators', async () => {
    const order = await calls.order('10800.00');
    const task = await taskOf(order.requestId, 'mona.manager');
    await refused(app, () => reassign(task.Id, USER.frank, 'mona.manager'), 403, 'ScopeNone');
    const role = 'cf5faf67-f718-4df4-9820-5771f7235a49';
    await app
      .as('ada.admin')
      .insert('RoleAccess', { RoleId: role, EntityName: 'ApprovalTask', Read: 'All', Update: 'All' });
    await refused(app, () => reassign(task.Id, USER.frank, 'mona.manager'), 403, 'AdministratorRequired');
  });

  it.each<[string, Row]>([
    ['another owner', { OwnerId: USER.frank }],
    ['another owner beside the assignee', { OwnerId: USER.fia, AssigneeId: USER.frank }],
    ['a state', { State: 'Approved' }],
    ['a due date', { DueOn: '2030-01-01T00:00:00Z' }],
  ])('refuses %s', async (_, fields) => {
    const order = await calls.order('10800.00');
    const task = await taskOf(order.requestId, 'mona.manager');
    const call = (): Promise<Answer> => app.as('ada.admin').update('ApprovalTask', fields, byId(task.Id));
    await refused(app, call, 400, 'Validation');
  });
});
