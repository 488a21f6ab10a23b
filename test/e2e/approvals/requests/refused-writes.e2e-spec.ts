import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Caller, type Row, TestApp } from '../../../support/test-app.js';
import { ApprovalCalls, type Submitted } from './approval-calls.js';

/** Records of an approval that is decided in part. */
type Ids = Readonly<Record<'ApprovalRequest' | 'ApprovalTask' | 'ApprovalDecision' | 'StatusHistory', string>>;

// Requirement: R181, T46
describe('writes of records that approvals write', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  let ada: Caller;
  let order: Submitted;
  let ids: Ids;
  beforeAll(async () => {
    app = await TestApp.start();
    calls = new ApprovalCalls(app);
    ada = app.as('ada.admin');
    order = await calls.order('54000.00');
    const { body } = await calls.decide('mona.manager', order.requestId, 'Approve');
    const [task] = await calls.tasks(order.requestId);
    const history = await ada.select('StatusHistory', { Pager: { PageNumber: 1, PageSize: 1 } });
    ids = {
      ApprovalRequest: order.requestId,
      ApprovalTask: task.Id as string,
      ApprovalDecision: body.Result.Id,
      StatusHistory: history.body.Result[0].Id,
    };
  });
  afterAll(() => app.stop());

  const field = (FieldName: string, Value: unknown) => ({ FieldName, Value });
  const step = (Operation: string, EntityName: string, more: Row) => ({ Operation, EntityName, ...more });
  const refuse = (call: () => Promise<Answer>) => refused(app, call, 400, 'Validation');

  it.each<[entity: keyof Ids, field: string]>([
    ['ApprovalRequest', 'Comment'],
    ['ApprovalDecision', 'Comment'],
    ['StatusHistory', 'Comment'],
  ])('refuses an update of %s', async (entity, name) => {
    await refuse(() => ada.update(entity, { [name]: 'x' }, byId(ids[entity])));
    const where = byId(ids[entity]);
    await refuse(() =>
      ada.batch([step('Update', entity, { Fields: [field(name, 'x')], WhereClause: where })], { Mode: 'Atomic' }),
    );
  });

  it.each<keyof Ids>(['ApprovalRequest', 'ApprovalTask', 'ApprovalDecision', 'StatusHistory'])(
    'refuses a delete, restore, purge and upsert of %s',
    async (entity) => {
      const where = byId(ids[entity]);
      await refuse(() => ada.delete(entity, where));
      await refuse(() => ada.batch([step('Delete', entity, { WhereClause: where })], { Mode: 'Atomic' }));
      await refuse(() => ada.restore(entity, where));
      await refuse(() => ada.purge(entity, where));
      await refuse(() => ada.upsert(entity, ['Id'], { Id: ids[entity], Comment: 'x' }));
    },
  );

  it('refuses created tasks and history, also in bulk', async () => {
    for (const entity of ['ApprovalTask', 'StatusHistory']) {
      await refuse(() => ada.insert(entity, {}));
      const body = { EntityName: entity, Fields: ['Step'], Values: [[1]] };
      await refuse(() => ada.send('POST', '/records/bulk-insert', body));
    }
  });

  it('refuses nested tasks, and nested changes of requests and tasks', async () => {
    const { recordId } = await calls.creditNote();
    const tasks = [[field('AssigneeId', null)]];
    await refuse(() => ada.insert('ApprovalRequest', { RecordId: recordId, Tasks: tasks }));
    const inline = { Id: ids.ApprovalRequest, Comment: 'x' };
    await refuse(() => ada.insert('ApprovalDecision', { ApprovalRequestId: inline, Decision: 'Recall' }));
    const children = { Update: [{ Id: ids.ApprovalTask, AssigneeId: null }] };
    await refuse(() => ada.update('ApprovalRequest', { Tasks: children }, byId(ids.ApprovalRequest)));
    const decisions = { Delete: [ids.ApprovalDecision] };
    await refuse(() => ada.update('ApprovalRequest', { Decisions: decisions }, byId(ids.ApprovalRequest)));
  });
});
