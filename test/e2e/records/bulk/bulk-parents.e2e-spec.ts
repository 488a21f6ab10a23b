import { CUSTOMER, PRODUCT } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, TestApp, where } from '../../../support/test-app.js';

const MESSAGE = 'An order has three lines at most.';

// Requirement: T27
describe('bulk inserts of children whose parent has a rule on their rollup', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    const EntityId = { Match: { FieldName: 'EntityName', Value: 'Order' } };
    const WhereClause = where('LineCount', 'LessThanOrEqualTo', 3);
    await ada().inserted('Rule', { EntityId, Name: 'FewLines', FieldName: 'LineCount', WhereClause, Message: MESSAGE });
  });
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const newOrder = (): Promise<string> => ada().inserted('Order', { CustomerId: CUSTOMER.bistro });
  const line = (OrderId: string, number: number): readonly unknown[] => [OrderId, number, PRODUCT.water, 1, '1.00'];
  const insert = (Values: readonly unknown[], OnError: string, BatchSize?: number): Promise<Answer> =>
    ada().send('POST', '/records/bulk-insert', {
      EntityName: 'OrderLine',
      Fields: ['OrderId', 'LineNumber', 'ProductId', 'Quantity', 'UnitPrice'],
      Values,
      Options: { OnError, BatchSize },
    });

  it.each([undefined, 2])(
    'SkipRow stores the rows that the rule allows, in order, and reports the others: BatchSize %s',
    async (size) => {
      const [full, fine] = [await newOrder(), await newOrder()];
      const Values = [1, 2, 3, 4, 5].flatMap((number) =>
        number < 4 ? [line(full, number), line(fine, number)] : [line(full, number)],
      );
      const mark = await app.mark();
      const { status, body } = await insert(Values, 'SkipRow', size);
      expect([status, body.Result.Inserted, body.Result.Failed]).toEqual([200, 6, 2]);
      expect(body.Result.RowErrors).toEqual(
        [6, 7].map((RowIndex) => ({ RowIndex, FieldName: 'LineCount', Code: 'FieldRule', Message: MESSAGE })),
      );
      for (const order of [full, fine])
        expect(await ada().row('Order', order)).toMatchObject({ LineCount: 3, SubTotal: 3 });
      const changes = await app.changes(mark);
      expect(changes.filter((change) => change === 'Update Order')).toHaveLength(2);
    },
  );

  it('Rollback reports the rows that break the rule and stores nothing', async () => {
    const order = await newOrder();
    const call = (): Promise<Answer> =>
      insert(
        [1, 2, 3, 4].map((number) => line(order, number)),
        'Rollback',
      );
    const details = await refused(app, call, 400, 'FieldRule');
    expect(details).toMatchObject([{ RowIndex: 3, Path: 'Values[3]', Message: MESSAGE, RecordId: order }]);
    expect(await ada().row('Order', order)).toMatchObject({ LineCount: 0 });
  });
});
