import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { ApprovalCalls, type Submitted } from './approval-calls.js';

describe('moves after a return or a recall', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  const status: Record<string, string> = {};
  const ada = (): Caller => app.as('ada.admin');
  const nina = (): Caller => app.as('nina.north');

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api' });
    calls = new ApprovalCalls(app);
    const { body } = await ada().select('Status', { SelectedFields: ['Id', 'Name', 'LifecycleId.EntityName'] });
    for (const row of body.Result) if (row['LifecycleId.EntityName'] === 'Order') status[row.Name] = row.Id;
  });
  afterAll(() => app.stop());

  const move = (recordId: string, name: string, as = nina()): Promise<Answer> =>
    as.send('PUT', `/status/update?recordId=${recordId}&nextStatusId=${status[name]}`);
  const submit = ({ recordId }: Submitted): Promise<Answer> => move(recordId, 'Submitted');
  const available = async ({ recordId }: Submitted): Promise<Row> =>
    (await nina().get(`/status/available?recordId=${recordId}&includeBlocked=true`)).body.Result;
  const recall = (order: Submitted, user = 'nina.north'): Promise<Answer> =>
    calls.decide(user, order.requestId, 'Recall');
  const process = async (fields: Row): Promise<readonly string[]> => {
    const { body } = await ada().update('ApprovalProcess', fields, where('Name', 'EqualTo', 'OrderApproval'));
    expect(body.Errors).toEqual([]);
    return body.Log;
  };
  const ok = async (answer: Promise<Answer>): Promise<void> => expect((await answer).body.Errors).toEqual([]);
  const approved = async ({ recordId }: Submitted): Promise<void> => {
    const [{ Id }] = await calls.requests(recordId);
    await ok(calls.decide('mona.manager', Id as string, 'Approve'));
  };

  it('refuses the moves of a recalled record until a request is approved', async () => {
    const order = await calls.order('20000.00');
    await ok(recall(order));
    const [detail] = await refused(app, () => submit(order), 423, 'ApprovalLocked');
    expect(detail).toMatchObject({ RecordId: order.recordId, Message: expect.stringMatching(/to submit it again/) });
    expect(await available(order)).toMatchObject({
      ToStatusList: [],
      Blocked: expect.arrayContaining([
        expect.objectContaining({
          ToStatusName: 'Submitted',
          Reasons: [expect.stringMatching(/returned or recalled/)],
          ErrorDetails: [expect.objectContaining({ Params: { Kind: 'Lock', Rule: 'BlocksMoves' } })],
        }),
      ]),
    });
    const bulk = { RecordIds: [order.recordId], NextStatusId: status.Submitted, EntityName: 'Order' };
    const { body } = await nina().send('POST', '/status/bulk-update', bulk);
    expect(body.Result).toMatchObject([{ IsSuccess: false, StatusCode: '423' }]);
    await ok(nina().update('Order', { Priority: 'Urgent' }, byId(order.id)));
    expect(await calls.requests(order.recordId)).toMatchObject([{ State: 'Pending' }, { State: 'Recalled' }]);
    await refused(app, () => submit(order), 423, 'ApprovalLocked');
    await approved(order);
    await ok(submit(order));
  });

  it('refuses the moves of a returned record', async () => {
    const order = await calls.order('20000.00');
    await ok(calls.decide('mona.manager', order.requestId, 'Return', { Comment: 'Which customer?' }));
    await refused(app, () => submit(order), 423, 'ApprovalLocked');
    await ok(nina().update('Order', { Priority: 'Urgent' }, byId(order.id)));
    await approved(order);
    await ok(submit(order));
  });

  it('keeps records without moves that no write submits again, and says so when the process is saved', async () => {
    const order = await calls.order('20000.00');
    const log = await process({ StartOn: ['Insert'] });
    expect(log).toEqual([
      expect.stringMatching(/^OrderApproval: StartOn has no Update, so .* never submitted by itself/),
    ]);
    try {
      await ok(recall(order));
      await ok(nina().update('Order', { Priority: 'Urgent' }, byId(order.id)));
      expect(await calls.requests(order.recordId)).toHaveLength(1);
      await refused(app, () => submit(order), 423, 'ApprovalLocked');
      await ok(ada().insert('ApprovalRequest', { RecordId: order.recordId }));
      await approved(order);
      await ok(submit(order));
    } finally {
      expect(await process({ StartOn: ['Insert', 'Update'] })).toEqual([]);
    }
  });

  it('does not free a record whose values meet the criteria no more', async () => {
    const order = await calls.order('20000.00');
    await ok(recall(order));
    const [line] = (await ada().select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', order.id) })).body
      .Result;
    await ok(nina().update('OrderLine', { UnitPrice: '1.00' }, byId(line.Id)));
    await refused(app, () => submit(order), 423, 'ApprovalLocked');
    await ok(recall(order, 'ada.admin'));
    await ok(submit(order));
  });

  it.each<[how: string, fields: Row, back: Row]>([
    ['without BlocksMoves', { BlocksMoves: false }, { BlocksMoves: true }],
    ['while the process is inactive', { IsActive: false }, { IsActive: true }],
  ])('moves records %s', async (_, fields, back) => {
    const order = await calls.order('20000.00');
    await ok(recall(order));
    await process(fields);
    try {
      await ok(submit(order));
    } finally {
      await process(back);
    }
  });

  it('releases a record that an Administrator recalls', async () => {
    const order = await calls.order('20000.00');
    await ok(recall(order, 'ada.admin'));
    await ok(submit(order));
    expect(await calls.request(order.requestId)).toMatchObject({ State: 'Recalled', BlocksMoves: false });
  });

  it('makes a move that itself submits the record, then locks it', async () => {
    const criteria = where('StatusId.Name', 'EqualTo', 'Submitted');
    const { body } = await ada().select('ApprovalProcess', { WhereClause: where('Name', 'EqualTo', 'OrderApproval') });
    const [{ StartCriteria }] = body.Result;
    await process({ StartCriteria: criteria });
    try {
      const { body: made } = await nina().insert('Order', {
        CustomerId: (await ada().select('Customer', { WhereClause: where('Name', 'StartsWith', 'Bistro') })).body
          .Result[0].Id,
        OrderLines: [
          {
            LineNumber: 1,
            ProductId: (await ada().select('Product')).body.Result[0].Id,
            Quantity: 1,
            UnitPrice: '5.00',
          },
        ],
      });
      const order = { id: made.Result.Id, recordId: made.Result.RecordInformationId, requestId: '' };
      await ok(submit(order));
      const [{ Id }] = await calls.requests(order.recordId);
      await ok(calls.decide('mona.manager', Id as string, 'Return', { Comment: 'Again' }));
      expect(await calls.status(order.id)).toBe('Draft');
      expect((await available(order)).ToStatusList).toMatchObject([{ ToStatusName: 'Submitted' }]);
      await refused(app, () => move(order.recordId, 'Cancelled'), 423, 'ApprovalLocked');
      await ok(submit(order));
      expect(await calls.requests(order.recordId)).toMatchObject([{ State: 'Pending' }, { State: 'Returned' }]);
      await ok(recall({ ...order, requestId: (await calls.requests(order.recordId))[0].Id as string }));
      await refused(app, () => move(order.recordId, 'Cancelled'), 423, 'ApprovalLocked');
    } finally {
      await process({ StartCriteria });
    }
  });
});
