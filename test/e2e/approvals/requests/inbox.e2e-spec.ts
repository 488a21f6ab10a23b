import { CUSTOMER, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { byId, type Row, TestApp } from '../../../support/test-app.js';
import { ApprovalCalls } from './approval-calls.js';

// Requirement: R182
describe('GET /approvals/inbox', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  beforeAll(async () => {
    app = await TestApp.start();
    calls = new ApprovalCalls(app);
  });
  afterAll(() => app.stop());

  const inbox = (user: string, query = '') => app.as(user).get(`/approvals/inbox${query}`);
  const ids = (rows: readonly Row[]): readonly unknown[] => rows.map(({ RequestId }) => RequestId);

  it('lists the open tasks of the caller with their records, earliest due first', async () => {
    const note = await calls.submittedNote();
    const order = await calls.order('54000.00');
    expect((await inbox('nina.north')).body).toMatchObject({ Result: [], TotalRecords: 0 });
    const [{ TaskId, ...task }] = (await inbox('mona.manager')).body.Result;
    expect(TaskId).toEqual((await calls.tasks(order.requestId))[1].Id);
    expect(task).toEqual({
      RequestId: order.requestId,
      ProcessName: 'OrderApproval',
      EntityName: 'Order',
      RecordId: order.id,
      RecordInformationId: order.recordId,
      Text: expect.stringMatching(/^SO-/),
      Step: 1,
      StepName: 'SalesApproval',
      RequestedBy: USER.nina,
      RequestedByName: 'Nina North',
      RequestedOn: expect.stringMatching(/Z$/),
      DueOn: null,
      Comment: null,
      DelegatedBy: null,
      IsEscalated: false,
    });
    await calls.decide('mona.manager', order.requestId, 'Approve');
    expect((await inbox('mona.manager')).body.Result).toEqual([]);
    const { body } = await inbox('frank.finance');
    expect(ids(body.Result)).toEqual([order.requestId, note.requestId]);
    expect(body.Result.map(({ DueOn }: Row) => DueOn)).toEqual([expect.stringMatching(/Z$/), null]);
    expect(body.TotalRecords).toBe(2);
    const notes = (await inbox('frank.finance', '?EntityName=creditnote')).body;
    expect([ids(notes.Result), notes.TotalRecords]).toEqual([[note.requestId], 1]);
    const page = (await inbox('frank.finance', '?pageNumber=2&pageSize=1')).body;
    expect([ids(page.Result), page.TotalRecords]).toEqual([[note.requestId], 2]);
    const beyond = (await inbox('frank.finance', '?pageNumber=9&pageSize=1')).body;
    expect([beyond.Result, beyond.TotalRecords]).toEqual([[], 2]);
    expect((await inbox('frank.finance', '?entityName=Customer')).body.Result).toEqual([]);
  });

  it('tells why a task is there: the comment of the requester, who has passed it on, and that it is late', async () => {
    const { recordId } = await calls.creditNote();
    const Comment = `Needed "today".\n${'é'.repeat(2_000)}`;
    const { body } = await app.as('fia.clerk').insert('ApprovalRequest', { RecordId: recordId, Comment });
    const requestId = body.Result.Id as string;
    const rowOf = async (user: string) =>
      (await inbox(user)).body.Result.find(({ RequestId }: Row) => RequestId === requestId);
    expect(await rowOf('frank.finance')).toMatchObject({
      Comment: Comment.slice(0, 1_000),
      DelegatedBy: null,
      IsEscalated: false,
    });
    await calls.decide('frank.finance', requestId, 'Delegate', { DelegateToUserId: USER.mona });
    await app.query(
      `UPDATE ${await app.schema()}."ApprovalTask" SET "EscalatedOn" = now() WHERE "RequestId" = $1 AND "State" = 'Open'`,
      [requestId],
    );
    expect(await rowOf('frank.finance')).toBeUndefined();
    expect(await rowOf('mona.manager')).toMatchObject({ DelegatedBy: USER.frank, IsEscalated: true });
  });

  // Requirement: T85
  it('shows Administrators the tasks of nobody active, who reassign them', async () => {
    const order = await calls.order('10800.00', 'sara.south', CUSTOMER.dorfladen);
    const open = (rows: readonly Row[]) => ids(rows.filter(({ EntityName }) => EntityName === 'Order'));
    expect(open((await inbox('ada.admin', '?unassigned=true')).body.Result)).toEqual([]);
    const sven = 'b06c0ed7-09e3-4376-a8ff-f2cff340f268';
    await app.as('ada.admin').update('User', { IsActive: false }, byId(sven));
    expect(open((await inbox('ada.admin', '?unassigned=TRUE')).body.Result)).toEqual([order.requestId]);
    expect(open((await inbox('ada.admin', '?unassigned=false')).body.Result)).toEqual([]);
    const tasks = await calls.tasks(order.requestId);
    const task = tasks.find((each) => each['AssigneeId.UserName'] === 'sven.manager')!;
    const { body } = await app.as('ada.admin').update('ApprovalTask', { AssigneeId: USER.mona }, byId(task.Id));
    expect(body.Errors).toEqual([]);
    expect(open((await inbox('ada.admin', '?unassigned=true')).body.Result)).toEqual([]);
    expect(ids((await inbox('mona.manager')).body.Result)).toContain(order.requestId);
  });

  it('refuses the tasks of nobody to others than Administrators', async () => {
    await refused(app, () => inbox('mona.manager', '?unassigned=true'), 403, 'AdministratorRequired');
  });

  it('names all faults of its parameters', async () => {
    const query = '?entityName=Ordr&pageNumber=0&pageSize=1001&unassigned=maybe&pagesiz=3';
    const details = await refused(app, () => inbox('ada.admin', query), 404, 'UnknownEntity');
    expect(details.map(({ Code, Path }) => [Code, Path])).toEqual([
      ['UnknownEntity', undefined],
      ['UnknownMember', 'pagesiz'],
      ['Validation', 'unassigned'],
      ['Validation', 'pageNumber'],
      ['Validation', 'pageSize'],
    ]);
    await refused(app, () => inbox('ada.admin', '?pageSize=1&pageSize=2'), 400, 'Validation');
  });
});
