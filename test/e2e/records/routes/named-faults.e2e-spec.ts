import { CUSTOMER, ORDER, PRODUCT } from '../../../support/demo.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';

// See docs/interface/records.md#error-paths
describe('faults of nested records', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const places = ({ body }: Answer): unknown =>
    body.ErrorDetails.map(({ Params }: { Params?: { EntityName?: string; NamedPath?: string } }) => [
      Params?.EntityName,
      Params?.NamedPath,
    ]);
  const line = (Quantity: number) => ({ LineNumber: 1, ProductId: PRODUCT.water, Quantity, UnitPrice: '1.00' });

  it('name their entity and their path by names, in each form of a record', async () => {
    const asList = Object.entries(line(0)).map(([FieldName, Value]) => ({ FieldName, Value }));
    const OrderLines = [line(1), line(0), { LineNumber: 3, Quantity: 1, UnitPrice: 'x' }, asList, { Fields: asList }];
    const answer = await app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro, orderlines: OrderLines });
    expect(answer.status).toBe(400);
    expect(places(answer)).toEqual([
      ['OrderLine', 'OrderLines[2].UnitPrice'],
      ['OrderLine', 'OrderLines[1].Quantity'],
      ['OrderLine', 'OrderLines[2].ProductId'],
      ['OrderLine', 'OrderLines[3].Quantity'],
      ['OrderLine', 'OrderLines[4].Quantity'],
    ]);
  });

  it('name them in the children of an update, and leave faults of the record itself as they are', async () => {
    const changes = { Create: [line(0)] };
    const answer = await app.as('nina.north').update('Order', { Priority: 'Nix', OrderLines: changes }, byId(ORDER.o1));
    expect(places(answer)).toEqual([
      [undefined, undefined],
      ['OrderLine', 'OrderLines.Create[0].Quantity'],
    ]);
  });
});
