import { CUSTOMER, customer } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { byId, TestApp, where } from '../../../support/test-app.js';

const year = new Date().getUTCFullYear();

// Requirement: R102
describe('automatic numbers', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const orders = (count: number): Promise<readonly string[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { status, body } = await app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro });
        expect(status).toBe(200);
        return body.Result.OrderNumber as string;
      }),
    );

  it('follow the pattern of their field', async () => {
    const [order] = await orders(1);
    expect(order).toMatch(new RegExp(`^SO-${year}-\\d{6}$`));
    const { body } = await app.as('nina.north').insert('Customer', customer());
    expect(body.Result.CustomerNumber).toMatch(/^CUS-\d{5}$/);
  });

  it('are unique under 20 concurrent inserts, and none is lost', async () => {
    const [before] = await orders(1);
    const numbers = await orders(20);
    expect(new Set(numbers).size).toBe(20);
    const first = Number(before.slice(-6)) + 1;
    const expected = Array.from({ length: 20 }, (_, i) => `SO-${year}-${String(first + i).padStart(6, '0')}`);
    expect(numbers.toSorted()).toEqual(expected);
  });

  it('are drawn once per row of an insert', async () => {
    const ChildCustomers = [customer(), customer(), customer()];
    const { body } = await app.as('nina.north').insert('Customer', customer({ ChildCustomers }));
    const { body: all } = await app
      .as('nina.north')
      .select('Customer', { WhereClause: where('ParentCustomerId', 'EqualTo', body.Result.Id) });
    const numbers = all.Result.map((row: { CustomerNumber: string }) => row.CustomerNumber);
    expect(new Set([...numbers, body.Result.CustomerNumber]).size).toBe(4);
  });

  // Requirement: T81
  it('are never reused, even after a delete; a refused write may leave a gap', async () => {
    const { body } = await app.as('ada.admin').insert('Customer', customer());
    await app.as('ada.admin').delete('Customer', byId(body.Result.Id));
    await refused(
      app,
      () => app.as('ada.admin').insert('Customer', customer({ TaxId: 'DE811111111' })),
      409,
      'Conflict',
    );
    const next = await app.as('ada.admin').insert('Customer', customer());
    expect(next.body.Result.CustomerNumber > body.Result.CustomerNumber).toBe(true);
  });

  it('start a new sequence at the first number of a year, under concurrent inserts', async () => {
    const schema = await app.schema();
    const sequences = await app.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = $1::regnamespace AND relname LIKE 'Order.%${year}%'`,
      [schema],
    );
    expect(sequences).toHaveLength(1);
    await app.query(`DELETE FROM ${schema}."OrderLine"`);
    await app.query(
      `DELETE FROM ${schema}."Payment"; DELETE FROM ${schema}."CreditNote"; DELETE FROM ${schema}."Invoice"`,
    );
    await app.query(`DELETE FROM ${schema}."Order"`);
    await app.query(`DROP SEQUENCE ${schema}.${sequences[0].name}`);
    const numbers = await orders(12);
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 12 }, (_, i) => `SO-${year}-${String(i + 1).padStart(6, '0')}`),
    );
  });

  it('grow beyond the width of their pattern', async () => {
    const schema = await app.schema();
    const [{ name }] = await app.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = $1::regnamespace AND relname LIKE 'Customer.%'`,
      [schema],
    );
    await app.query(`SELECT setval('${schema}.${name}', 99999)`);
    const { body } = await app.as('nina.north').insert('Customer', customer());
    expect(body.Result.CustomerNumber).toBe('CUS-100000');
  });
});
