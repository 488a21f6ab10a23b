import { CUSTOMER, PRODUCT } from '../../../support/demo.js';
import { byId, type Row, TestApp, where } from '../../../support/test-app.js';

describe('starts of approvals', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const line = (LineNumber: number, UnitPrice: string, Quantity = 1) => ({
    LineNumber,
    ProductId: PRODUCT.water,
    Quantity,
    UnitPrice,
  });
  const order = (lines: readonly object[], more: object = {}) => ({
    CustomerId: CUSTOMER.bistro,
    OrderLines: lines,
    ...more,
  });
  const requestsOf = async (recordId: string): Promise<Row[]> =>
    (
      await app.as('ada.admin').select('ApprovalRequest', {
        SelectedFields: [
          'Id',
          'RecordId',
          'EntityName',
          'ProcessId.Name',
          'State',
          'CurrentStep',
          'RequestedBy',
          'OwnerId',
          'Steps',
        ],
        WhereClause: where('RecordId', 'EqualTo', recordId),
      })
    ).body.Result;
  const tasksOf = async (requestId: string): Promise<Row[]> =>
    (
      await app.as('ada.admin').select('ApprovalTask', {
        SelectedFields: ['Step', 'StepName', 'AssigneeId.UserName', 'State', 'OwnerId', 'RecordId'],
        WhereClause: where('RequestId', 'EqualTo', requestId),
        Sort: [{ FieldName: 'AssigneeId.UserName' }],
      })
    ).body.Result;

  // Requirement: R179, T48
  it('starts a request when an order over the limit is written', async () => {
    const created = await app.as('nina.north').insert('Order', order([line(1, '54000.00')]));
    expect(created.body.Errors).toEqual([]);
    const { RecordInformationId, OwnerId } = created.body.Result;
    const [request, ...others] = await requestsOf(RecordInformationId);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      EntityName: 'Order',
      'ProcessId.Name': 'OrderApproval',
      State: 'Pending',
      CurrentStep: 1,
      RequestedBy: OwnerId,
      OwnerId,
    });
    const tasks = await tasksOf(request.Id as string);
    expect(tasks.map((task) => [task['AssigneeId.UserName'], task.Step, task.StepName, task.State])).toEqual([
      ['hugo.head', 1, 'SalesApproval', 'Open'],
      ['mona.manager', 1, 'SalesApproval', 'Open'],
    ]);
  });

  // Requirement: T68
  it('starts a request when lines lift an order over the limit', async () => {
    const created = await app.as('nina.north').insert('Order', order([line(1, '9000.00')]));
    const { Id, RecordInformationId } = created.body.Result;
    expect(await requestsOf(RecordInformationId)).toEqual([]);
    const lifted = await app.as('nina.north').insert('OrderLine', { OrderId: Id, ...line(2, '1800.00') });
    expect(lifted.body.Errors).toEqual([]);
    expect(await requestsOf(RecordInformationId)).toHaveLength(1);
  });

  it('starts nothing for records that do not meet the criteria', async () => {
    const created = await app.as('nina.north').insert('Order', order([line(1, '10.00')]));
    const { Id, RecordInformationId } = created.body.Result;
    await app.as('nina.north').update('Order', { Notes: 'x' }, byId(Id));
    expect(await requestsOf(RecordInformationId)).toEqual([]);
  });
});
