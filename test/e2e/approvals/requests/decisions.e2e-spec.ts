import { USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, match, TestApp, where } from '../../../support/test-app.js';
import { ApprovalCalls } from './approval-calls.js';

describe('decisions about approvals', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  beforeAll(async () => {
    // No process executes the workflows of the outcomes, whose writes would come at any time.
    app = await TestApp.start({ ROLES: 'api' });
    calls = new ApprovalCalls(app);
  });
  afterAll(() => app.stop());

  const approve = (user: string, requestId: string): Promise<Answer> => calls.decide(user, requestId, 'Approve');

  // Requirement: R181, R183
  it('approves an order over 50,000 in two steps, by the right users', async () => {
    const order = await calls.order('54000.00');
    expect(await calls.stateOf(order)).toBe('Pending');
    expect((await approve('mona.manager', order.requestId)).body.Errors).toEqual([]);
    expect(await calls.taskTexts(order.requestId)).toEqual([
      '1 hugo.head Closed',
      '1 mona.manager Approved',
      '2 frank.finance Open',
    ]);
    expect(await calls.request(order.requestId)).toMatchObject({ State: 'Pending', CurrentStep: 2, ClosedOn: null });
    expect(await calls.stateOf(order)).toBe('Pending');
    expect((await approve('frank.finance', order.requestId)).status).toBe(200);
    expect(await calls.request(order.requestId)).toMatchObject({ State: 'Approved', ClosedOn: expect.any(String) });
    expect(await calls.stateOf(order)).toBe('Approved');
    expect(await calls.notes('frank.finance', order.recordId)).toEqual([
      expect.stringMatching(/^Order .*: your decision is needed \(FinanceApproval\)\.$/),
    ]);
    expect(await calls.notes('nina.north', order.recordId)).toEqual([
      expect.stringMatching(/^Order .*: approved by Frank Finance\.$/),
    ]);
  });

  // Requirement: R183
  it('skips the step whose criteria do not hold', async () => {
    const order = await calls.order('10800.00');
    const { body } = await approve('hugo.head', order.requestId);
    expect(body.Result).toMatchObject({
      ApprovalRequestId: order.requestId,
      Decision: 'Approve',
      OwnerId: expect.any(String),
    });
    expect(await calls.stateOf(order)).toBe('Approved');
    expect(await calls.status(order.id)).toBe('Draft');
    const started = await app.as('ada.admin').select('WorkflowRun', {
      SelectedFields: ['WorkflowId.Name', 'State'],
      WhereClause: where('RecordId', 'EqualTo', order.recordId),
    });
    expect([body.Log, started.body.Result]).toEqual([
      [],
      [{ 'WorkflowId.Name': 'NotifyOwnerApproved', State: 'Running' }],
    ]);
    expect(await calls.taskTexts(order.requestId)).toEqual(['1 hugo.head Approved', '1 mona.manager Closed']);
  });

  it('closes the request with the first rejection, and notifies the requester with the comment', async () => {
    const order = await calls.order('54000.00');
    const { body } = await calls.decide('mona.manager', order.requestId, 'Reject', { Comment: 'Too cheap' });
    expect(body.Errors).toEqual([]);
    expect(await calls.stateOf(order)).toBe('Rejected');
    expect(await calls.status(order.id)).toBe('Cancelled');
    expect(await calls.taskTexts(order.requestId)).toEqual(['1 hugo.head Closed', '1 mona.manager Rejected']);
    expect(await calls.notes('nina.north', order.recordId)).toEqual([
      expect.stringMatching(/: rejected by Mona Manager\. Too cheap$/),
    ]);
  });

  // Requirement: R185
  it('returns an order with a comment, and the next write resubmits it', async () => {
    const order = await calls.order('54000.00');
    const call = (): Promise<Answer> => calls.decide('mona.manager', order.requestId, 'Return', { Comment: ' ' });
    const [detail] = await refused(app, call, 400, 'Validation');
    expect(detail).toMatchObject({ FieldName: 'Comment', Path: 'Fields[2]' });
    await calls.decide('mona.manager', order.requestId, 'Return', { Comment: 'Which customer?' });
    expect(await calls.stateOf(order)).toBe('Returned');
    const { body } = await app.as('nina.north').update('Order', { Notes: 'Bistro' }, byId(order.id));
    expect(body.Errors).toEqual([]);
    const [again, first] = await calls.requests(order.recordId);
    expect([again.State, first.State]).toEqual(['Pending', 'Returned']);
    expect(await calls.lock('Order', order.id)).toBe(again.Id);
  });

  // Requirement: T47
  it('delegates a task, whose delegate takes its place', async () => {
    const order = await calls.order('10800.00');
    const { body } = await calls.decide('mona.manager', order.requestId, 'Delegate', { DelegateToUserId: USER.frank });
    expect(body.Errors).toEqual([]);
    expect(await calls.taskTexts(order.requestId)).toEqual([
      '1 frank.finance Open',
      '1 hugo.head Open',
      '1 mona.manager Delegated',
    ]);
    expect(await calls.notes('frank.finance', order.recordId)).toHaveLength(1);
    await refused(app, () => approve('mona.manager', order.requestId), 409, 'AlreadyDecided');
    expect((await approve('frank.finance', order.requestId)).status).toBe(200);
    expect(await calls.stateOf(order)).toBe('Approved');
  });

  // Requirement: T47
  it('delegates a task five times, and no more', async () => {
    const order = await calls.order('10800.00');
    const ada = app.as('ada.admin');
    const holders = ['mona.manager'];
    const pass = async (to: string): Promise<Answer> => {
      const DelegateToUserId = await ada.inserted('User', { UserName: to, DisplayName: to });
      await ada.inserted('UserRole', { UserId: DelegateToUserId, RoleId: match('Name', 'SalesManager') });
      return calls.decide(holders.at(-1)!, order.requestId, 'Delegate', { DelegateToUserId });
    };
    for (const to of ['d.one', 'd.two', 'd.three', 'd.four', 'd.five']) {
      expect((await pass(to)).body.Errors).toEqual([]);
      holders.push(to);
    }
    const last = await pass('d.six');
    expect([last.status, last.body.ErrorDetails[0].FieldName]).toEqual([400, 'DelegateToUserId']);
    const open = (await calls.taskTexts(order.requestId)).filter((text) => text.endsWith('Open'));
    expect(open).toEqual(['1 d.five Open', '1 hugo.head Open']);
  });

  it.each([
    ['nobody', {}],
    ['oneself', { DelegateToUserId: USER.mona }],
    ['the requester', { DelegateToUserId: USER.nina }],
    ['a disabled user', { DelegateToUserId: USER.dirkDisabled }],
    ['a user who may not create decisions', { DelegateToUserId: USER.nils }],
    ['an unknown user', { DelegateToUserId: '00000000-0000-4000-8000-000000000001' }],
    ['an assignee of the step', { DelegateToUserId: 'ca900bbe-2633-4262-989b-93a5f81ec958' }],
  ])('refuses to delegate to %s', async (_, more) => {
    const order = await calls.order('10800.00');
    const call = (): Promise<Answer> => calls.decide('mona.manager', order.requestId, 'Delegate', more);
    const [detail] = await refused(app, call, 400, 'Validation');
    expect(detail.FieldName).toBe('DelegateToUserId');
  });

  it.each([
    ['mona.manager', 'Approve'],
    ['nina.north', 'Recall'],
  ])('refuses a delegate that %s names in the decision %s', async (user, decision) => {
    const order = await calls.order('10800.00');
    const call = (): Promise<Answer> => calls.decide(user, order.requestId, decision, { DelegateToUserId: USER.frank });
    const [detail] = await refused(app, call, 400, 'Validation');
    expect(detail).toMatchObject({ FieldName: 'DelegateToUserId', Message: expect.stringContaining(decision) });
    expect(await calls.stateOf(order)).toBe('Pending');
  });

  // Requirement: R182, T83
  it('lets the requester recall without any scope on decisions, and Administrators', async () => {
    const order = await calls.order('10800.00');
    await refused(app, () => calls.decide('sara.south', order.requestId, 'Recall'), 403, 'OutOfScope');
    await refused(app, () => calls.decide('mona.manager', order.requestId, 'Recall'), 403, 'OutOfScope');
    const { body } = await calls.decide('nina.north', order.requestId, 'Recall');
    expect(body.Errors).toEqual([]);
    expect(await calls.stateOf(order)).toBe('Recalled');
    expect(await calls.taskTexts(order.requestId)).toEqual(['1 hugo.head Closed', '1 mona.manager Closed']);
    expect(await calls.notes('nina.north', order.recordId)).toEqual([]);
    const other = await calls.order('10800.00');
    await calls.decide('ada.admin', other.requestId, 'Recall');
    expect(await calls.stateOf(other)).toBe('Recalled');
    expect(await calls.notes('nina.north', other.recordId)).toEqual([expect.stringMatching(/recalled by Ada Admin/)]);
    await refused(app, () => calls.decide('nina.north', other.requestId, 'Recall'), 409, 'AlreadyDecided');
  });

  // Requirement: R184, T46
  it('refuses strangers, Administrators without a task, and unknown requests in the same way', async () => {
    const order = await calls.order('10800.00');
    const unknown = '00000000-0000-4000-8000-000000000001';
    const [one] = await refused(app, () => approve('sven.manager', order.requestId), 403, 'OutOfScope');
    const [two] = await refused(app, () => approve('sven.manager', unknown), 403, 'OutOfScope');
    expect(one).toEqual(two);
    await refused(app, () => approve('ada.admin', order.requestId), 403, 'OutOfScope');
    await refused(app, () => approve('nina.north', order.requestId), 403, 'ScopeNone');
    await refused(app, () => calls.decide('omar.outside', unknown, 'Reject'), 403, 'ScopeNone');
    await refused(app, () => calls.decide('omar.outside', unknown, 'Recall'), 403, 'OutOfScope');
  });

  // Requirement: R184
  it('refuses a second decision, and decisions on closed requests', async () => {
    const order = await calls.order('54000.00');
    await approve('mona.manager', order.requestId);
    await refused(app, () => approve('mona.manager', order.requestId), 409, 'AlreadyDecided');
    await refused(app, () => approve('hugo.head', order.requestId), 409, 'AlreadyDecided');
    await approve('frank.finance', order.requestId);
    await refused(app, () => approve('hugo.head', order.requestId), 409, 'AlreadyDecided');
    await refused(app, () => calls.decide('frank.finance', order.requestId, 'Reject'), 409, 'AlreadyDecided');
  });

  it.each([
    ['without a decision', { Decision: undefined }, 'FieldRule', 'Decision'],
    ['with an unknown decision', { Decision: 'Maybe' }, 'FieldRule', 'Decision'],
    ['without a request', { Decision: 'Approve', ApprovalRequestId: null }, 'FieldRule', 'ApprovalRequestId'],
    [
      'with a request that is no UUID',
      { Decision: 'Approve', ApprovalRequestId: 'x' },
      'Validation',
      'ApprovalRequestId',
    ],
  ])('refuses a decision %s', async (_, fields, code, fieldName) => {
    const { requestId } = await calls.order('10800.00');
    const given = { ApprovalRequestId: requestId, ...fields };
    const left = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const [detail] = await refused(app, () => app.as('mona.manager').insert('ApprovalDecision', left), 400, code);
    expect(detail.FieldName).toBe(fieldName);
  });
});
