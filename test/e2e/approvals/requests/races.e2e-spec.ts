import { USER } from '../../../support/demo.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';
import { ApprovalCalls } from './approval-calls.js';

const ROUNDS = 8;

// Requirement: R184, T47
describe('decisions at the same time', () => {
  let app: TestApp;
  let other: TestApp;
  let calls: ApprovalCalls;
  beforeAll(async () => {
    app = await TestApp.start();
    other = await app.startAnother();
    calls = new ApprovalCalls(app);
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const codes = (answers: readonly Answer[]): readonly string[] =>
    answers.map(({ status, body }) => (status === 200 ? 'done' : `${status} ${body.ErrorDetails[0].Code}`)).toSorted();
  const decide = (node: TestApp, user: string, requestId: string, Decision: string, more = {}): Promise<Answer> =>
    node.as(user).insert('ApprovalDecision', { ApprovalRequestId: requestId, Decision, ...more });

  it('lets the request advance once when two last approvals meet', async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const order = await calls.order('54000.00');
      const answers = await Promise.all([
        decide(app, 'mona.manager', order.requestId, 'Approve'),
        decide(other, 'hugo.head', order.requestId, 'Approve'),
      ]);
      expect(codes(answers)).toEqual(['409 AlreadyDecided', 'done']);
      expect((await calls.taskTexts(order.requestId)).filter((text) => text.startsWith('2'))).toEqual([
        '2 frank.finance Open',
      ]);
    }
  });

  it.each([
    ['reject', 'mona.manager', 'Reject'],
    ['recall', 'nina.north', 'Recall'],
    ['return', 'mona.manager', 'Return'],
  ])('decides once between approve and %s', async (_, user, decision) => {
    for (let i = 0; i < ROUNDS; i++) {
      const order = await calls.order('10800.00');
      const answers = await Promise.all([
        decide(app, 'hugo.head', order.requestId, 'Approve'),
        decide(other, user, order.requestId, decision, { Comment: 'race' }),
      ]);
      expect(codes(answers)).toEqual(['409 AlreadyDecided', 'done']);
      expect(['Approved', 'Rejected', 'Returned', 'Recalled']).toContain(await calls.stateOf(order));
      expect((await calls.taskTexts(order.requestId)).filter((text) => text.endsWith('Open'))).toEqual([]);
    }
  });

  it('decides a task or reassigns it, never both', async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const order = await calls.order('10800.00');
      const tasks = await calls.tasks(order.requestId);
      const task = tasks.find((each) => each['AssigneeId.UserName'] === 'mona.manager')!;
      const answers = await Promise.all([
        decide(app, 'mona.manager', order.requestId, 'Approve'),
        other.as('ada.admin').update('ApprovalTask', { AssigneeId: USER.frank }, byId(task.Id)),
      ]);
      expect(codes(answers)).toEqual(['409 AlreadyDecided', 'done']);
      const texts = await calls.taskTexts(order.requestId);
      expect(texts).toEqual(
        answers[0].status === 200
          ? ['1 hugo.head Closed', '1 mona.manager Approved']
          : ['1 frank.finance Open', '1 hugo.head Open'],
      );
    }
  });

  it('decides many requests by several users without a deadlock', async () => {
    const orders = await Promise.all([...Array(12)].map(() => calls.order('10800.00')));
    const bulk = (node: TestApp, user: string, rows: readonly string[]): Promise<Answer> =>
      node.as(user).send('POST', '/records/bulk-insert', {
        EntityName: 'ApprovalDecision',
        Fields: ['ApprovalRequestId', 'Decision'],
        Values: rows.map((id) => [id, 'Approve']),
        Options: { OnError: 'SkipRow' },
      });
    const ids = orders.map(({ requestId }) => requestId);
    const [one, two] = await Promise.all([bulk(app, 'mona.manager', ids), bulk(other, 'hugo.head', ids.toReversed())]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.Result.Inserted + two.body.Result.Inserted).toBe(12);
    for (const order of orders) expect(await calls.stateOf(order)).toBe('Approved');
  });
});
