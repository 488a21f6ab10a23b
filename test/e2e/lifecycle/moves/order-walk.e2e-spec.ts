import { CUSTOMER } from '../../../support/demo.js';
import { type Answer, assignments, byId, TestApp, where } from '../../../support/test-app.js';
import { codes, move, newOrder, STATUS } from './statuses.js';

let app: TestApp;
// No process executes the workflows of the moves: the invoice is made by hand.
beforeAll(async () => void (app = await TestApp.start({ ROLES: 'api' })));
afterAll(() => app.stop());

const refusal = (answer: Answer): readonly unknown[] => [answer.status, codes(answer), answer.body.Errors];

// Requirement: R162, R164, R165, R169
it('takes an order of the demo from Draft to Closed, with each refusal on its way', async () => {
  const { id, recordId } = await newOrder(app, {}, 0);
  const by = (user: string, to: string): Promise<Answer> => move(app.as(user), recordId, to);
  const moved = async (user: string, to: string): Promise<void> => {
    const answer = await by(user, to);
    expect([answer.status, answer.body.Result?.StatusId]).toEqual([200, to]);
  };
  expect(refusal(await by('nina.north', STATUS.submitted))).toEqual([
    400,
    ['ValidatorFailed'],
    ['An order needs at least one line.'],
  ]);
  const line = {
    OrderId: id,
    LineNumber: 1,
    ProductId: 'ad1effff-32d1-4b82-a466-ba0231f9a6bb',
    Quantity: 2,
    UnitPrice: '10.00',
  };
  await app.as('nina.north').inserted('OrderLine', line);
  expect((await by('fia.clerk', STATUS.submitted)).status).toBe(400);
  expect((await by('otto.audit', STATUS.submitted)).status).toBe(403);
  await moved('nina.north', STATUS.submitted);

  const notAllowed = [400, ['TransitionNotAllowed'], ['The record cannot move from Submitted to Confirmed.']];
  expect(refusal(await by('nina.north', STATUS.confirmed))).toEqual(notAllowed);
  const customer = byId(CUSTOMER.alpenmarkt);
  const limit = (await app.as('ada.admin').row('Customer', CUSTOMER.alpenmarkt)).CreditLimit;
  await app.as('ada.admin').update('Customer', { IsActive: false, CreditLimit: '0' }, customer);
  expect(refusal(await by('mona.manager', STATUS.confirmed))).toEqual([
    400,
    ['ValidatorFailed', 'ValidatorFailed'],
    ['The customer is inactive.', 'Credit limit exceeded.'],
  ]);
  await app.as('ada.admin').update('Customer', { IsActive: true, CreditLimit: limit }, customer);
  await moved('mona.manager', STATUS.confirmed);
  const started = await app.as('ada.admin').select('WorkflowRun', {
    SelectedFields: ['WorkflowId.Name', 'State'],
    WhereClause: where('RecordId', 'EqualTo', recordId),
  });
  expect(started.body.Result).toEqual([{ 'WorkflowId.Name': 'NotifyWarehouse', State: 'Running' }]);

  expect((await by('mona.manager', STATUS.picking)).status).toBe(400);
  await moved('wim.ware', STATUS.picking);
  await moved('wim.ware', STATUS.shipped);
  expect(refusal(await by('fia.clerk', STATUS.invoiced))).toEqual([
    400,
    ['ValidatorFailed'],
    ['No invoice exists for this order.'],
  ]);
  const invoice = await app
    .as('fia.clerk')
    .inserted('Invoice', { OrderId: id, CustomerId: CUSTOMER.alpenmarkt, DueOn: '2099-01-01', Amount: '20.00' });
  await moved('fia.clerk', STATUS.invoiced);
  expect(refusal(await by('fia.clerk', STATUS.closed))).toEqual([
    400,
    ['ValidatorFailed'],
    ['An invoice is still open.'],
  ]);
  await app.as('fia.clerk').inserted('Payment', {
    InvoiceId: invoice,
    Amount: '20.00',
    Method: 'Card',
    ReceivedAt: '2026-01-01T00:00:00Z',
    TransactionId: '00000000-0000-4000-8000-0000000000f1',
  });
  const closed = await by('fia.clerk', STATUS.closed);
  expect([closed.status, closed.body.Result.StatusName, closed.body.Result.ToStatusList]).toEqual([200, 'Closed', []]);
  expect(codes(await by('ada.admin', STATUS.cancelled))).toEqual(['TransitionNotAllowed']);
  const history = await app.as('ada.admin').select('StatusHistory', {
    SelectedFields: ['ToStatusId.Name', 'UserId.UserName'],
    WhereClause: { Filters: [{ FieldName: 'RecordId', Operator: 'EqualTo', Value: recordId }] },
    Sort: [{ FieldName: 'ChangedOn' }],
  });
  expect(history.body.Result.map((row: Record<string, unknown>) => row['ToStatusId.Name'])).toEqual([
    'Draft',
    'Submitted',
    'Confirmed',
    'Picking',
    'Shipped',
    'Invoiced',
    'Closed',
  ]);
});

describe('StatusId', () => {
  const setStatus = { StatusId: STATUS.closed };
  const message = expect.stringContaining('StatusId');

  // Requirement: R113, T35
  it.each<[string, (id: string) => Promise<Answer>]>([
    ['an update', (id) => app.as('nina.north').update('Order', setStatus, byId(id))],
    [
      'an upsert',
      () => app.as('nina.north').upsert('Order', ['ExternalReference'], { ExternalReference: 'PO-O1', ...setStatus }),
    ],
    [
      'a step of a batch',
      (id) =>
        app
          .as('nina.north')
          .batch([{ Operation: 'Update', EntityName: 'Order', Fields: assignments(setStatus), WhereClause: byId(id) }]),
    ],
    [
      'a bulk insert',
      () =>
        app.as('nina.north').send('POST', '/records/bulk-insert', {
          EntityName: 'Order',
          Fields: ['CustomerId', 'StatusId'],
          Values: [[CUSTOMER.alpenmarkt, STATUS.closed]],
        }),
    ],
    ['an insert', () => app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.alpenmarkt, ...setStatus })],
    [
      'the target of a lookup',
      (id) =>
        app.as('fia.clerk').insert('Invoice', {
          OrderId: { Id: id, ...setStatus },
          CustomerId: CUSTOMER.alpenmarkt,
          DueOn: '2099-01-01',
          Amount: '1.00',
        }),
    ],
    [
      'a child row',
      () =>
        app
          .as('ada.admin')
          .update(
            'Order',
            { OrderInvoices: { Update: [{ Id: '69120141-8636-4634-a84d-4777806afd41', StatusId: STATUS.closed }] } },
            byId('1cc6baab-d65c-4da5-94e7-df0efd06e048'),
          ),
    ],
  ])('is refused in %s', async (_, send) => {
    const { id } = await newOrder(app);
    const since = await app.mark();
    const answer = await send(id);
    expect([answer.status, answer.body.Errors]).toEqual([400, expect.arrayContaining([message])]);
    expect(await app.changes(since)).toEqual([]);
  });

  // Requirement: T35
  it('may be the initial status on insert', async () => {
    const answer = await app
      .as('nina.north')
      .insert('Order', { CustomerId: CUSTOMER.alpenmarkt, StatusId: STATUS.draft });
    expect(answer.status).toBe(200);
  });
});
