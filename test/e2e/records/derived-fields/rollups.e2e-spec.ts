import { LOGGED_CHANGES } from '../../../support/logged-changes.js';
import { CUSTOMER, PRODUCT } from '../../../support/demo.js';
import { byId, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

const line = (LineNumber: number, Quantity: number, UnitPrice: string) => {
  return { LineNumber, ProductId: PRODUCT.water, Quantity, UnitPrice };
};

async function order(...OrderLines: readonly object[]): Promise<string> {
  const fields = { CustomerId: CUSTOMER.alpenmarkt, OrderDate: '2026-05-01', DiscountPercent: '10.00', OrderLines };
  const { body } = await app.as('ada.admin').insert('Order', fields);
  return body.Result.Id as string;
}

async function rollupsOf(id: string): Promise<object> {
  const { body } = await app.as('ada.admin').select('Order', {
    WhereClause: byId(id),
    SelectedFields: ['LineCount', 'SubTotal', 'Total'],
  });
  return (body.Result as unknown as object[])[0];
}

const loaded = async (EntityName: string, SelectedFields: readonly string[], clause: unknown) =>
  (await app.as('ada.admin').select(EntityName, { SelectedFields, WhereClause: clause })).body.Result;

// See docs/definitions.md#rollup-fields
it('rollups are right in loaded data, also over computed fields of rollups', async () => {
  const orders = await loaded('Order', ['SubTotal', 'Total'], where('ExternalReference', 'IN', ['PO-O4', 'PO-O9']));
  expect(orders).toEqual(
    expect.arrayContaining([
      { SubTotal: 3070, Total: 2763 },
      { SubTotal: 0, Total: 0 },
    ]),
  );
  const customers = await loaded('Customer', ['OpenBalance'], byId(CUSTOMER.dorfladen));
  expect(customers).toEqual([{ OpenBalance: 1763 }]);
});

// Requirement: T22
it('rollups are part of the answer and the log of a record created with its children', async () => {
  const fields = {
    CustomerId: CUSTOMER.alpenmarkt,
    OrderDate: '2026-05-01',
    DiscountPercent: '10.00',
    OrderLines: [line(1, 2, '10.00'), line(2, 1, '5.00')],
  };
  const { body, text } = await app.as('ada.admin').insert('Order', fields);
  expect(body.Result).toMatchObject({ LineCount: 2, RowVersion: 1 });
  expect(text).toContain('"SubTotal":25.00');
  const logged = await app.query<{ new: object }>(`SELECT new FROM ${LOGGED_CHANGES} c WHERE record_id = $1`, [
    body.Result.Id,
  ]);
  expect(logged).toEqual([{ new: expect.objectContaining({ LineCount: 2, SubTotal: 25, Total: 22.5 }) }]);
});

// Requirement: T68
it('rollups follow inserts, updates, moves and deletes of children, once per write, as an edit by the service', async () => {
  const ada = app.as('ada.admin');
  const [a, b] = [await order(line(1, 1, '10.00')), await order()];
  await ada.insert('OrderLine', { OrderId: a, ...line(2, 2, '1.50') });
  expect(await rollupsOf(a)).toEqual({ LineCount: 2, SubTotal: 13, Total: 11.7 });
  const second = {
    Filters: [
      { FieldName: 'OrderId', Operator: 'EqualTo', Value: a },
      { FieldName: 'LineNumber', Operator: 'EqualTo', Value: 2 },
    ],
  };
  await ada.update('OrderLine', { Quantity: 4 }, second);
  expect(await rollupsOf(a)).toEqual({ LineCount: 2, SubTotal: 16, Total: 14.4 });
  await ada.delete('OrderLine', second);
  expect(await rollupsOf(a)).toEqual({ LineCount: 1, SubTotal: 10, Total: 9 });
  expect(await rollupsOf(b)).toEqual({ LineCount: 0, SubTotal: 0, Total: 0 });
  const edits = await app.query<object>(
    `SELECT old, new, source, user_id::text AS "userId", row_version::int AS version FROM platform.change
     WHERE record_id = $1 AND operation = 'Update' ORDER BY position`,
    [a],
  );
  expect(edits).toHaveLength(3);
  expect(edits[0]).toEqual({
    old: { LineCount: 1, SubTotal: 10, Total: 9 },
    new: { LineCount: 2, SubTotal: 13, Total: 11.7 },
    source: 'Rollup',
    userId: '00000000-0000-0000-0000-000000000000',
    version: 2,
  });
});

// Requirement: T68
it('rollups need no right of the writer on the parent, and a refused write leaves them unchanged', async () => {
  const id = await order(line(1, 1, '10.00'));
  const refused = await app.as('ada.admin').insert('OrderLine', { OrderId: id, ...line(1, 1, '1.00') });
  expect(refused.status).toBe(409);
  expect(await rollupsOf(id)).toEqual({ LineCount: 1, SubTotal: 10, Total: 9 });
  const rolledBack = await app.as('ada.admin').send('POST', '/records/insert', {
    EntityName: 'OrderLine',
    Fields: Object.entries({ OrderId: id, ...line(2, 1, '1.00') }).map(([FieldName, Value]) => ({ FieldName, Value })),
    Options: { DryRun: true },
  });
  expect(rolledBack.status).toBe(200);
  expect(await rollupsOf(id)).toMatchObject({ LineCount: 1 });
});

// Requirement: T67
it('rollups lose no update of concurrent writers', async () => {
  const id = await order();
  const ada = app.as('ada.admin');
  const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
  const added = await Promise.all(numbers.map((n) => ada.insert('OrderLine', { OrderId: id, ...line(n, n, '1.00') })));
  expect(added.map(({ status }) => status)).toEqual(numbers.map(() => 200));
  expect(await rollupsOf(id)).toEqual({ LineCount: 20, SubTotal: 210, Total: 189 });
  const ids = added.map(({ body }) => body.Result.Id as string);
  await Promise.all(
    ids.map((lineId, i) =>
      i % 2 ? ada.delete('OrderLine', byId(lineId)) : ada.update('OrderLine', { Quantity: 1 }, byId(lineId)),
    ),
  );
  expect(await rollupsOf(id)).toEqual({ LineCount: 10, SubTotal: 10, Total: 9 });
});

// Requirement: R33, T68
it('rollups equal a recomputation after random writes, some of them concurrent', async () => {
  // Large orders would wait for approval, locked.
  await app.as('ada.admin').update('ApprovalProcess', { IsActive: false }, where('Name', 'EqualTo', 'OrderApproval'));
  const ada = app.as('ada.admin');
  const orders = await Promise.all([order(), order(line(1, 3, '2.00')), order(line(1, 1, '7.25'), line(2, 2, '0.05'))]);
  const schema = await app.schema();
  const random = (n: number): number => Math.floor(Math.random() * n);
  let next = 10;
  const writes = [
    () => ada.insert('OrderLine', { OrderId: orders[random(3)], ...line(next++, 1 + random(9), `${random(90)}.25`) }),
    () => ada.update('OrderLine', { Quantity: 1 + random(9) }, where('OrderId', 'EqualTo', orders[random(3)])),
    () => ada.delete('OrderLine', where('LineNumber', 'EqualTo', 10 + random(next - 9))),
    () => ada.update('Order', { DiscountPercent: `${random(50)}.50` }, byId(orders[random(3)])),
  ];
  for (let round = 0; round < 15; round++) {
    const answers = await Promise.all([0, 1, 2, 3].map(() => writes[random(writes.length)]()));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const wrong = await app.query(
      `SELECT o."Id" FROM "${schema}"."Order" o LEFT JOIN LATERAL (
         SELECT count(*) AS n, COALESCE(sum(l."Quantity" * l."UnitPrice"), 0) AS total
         FROM "${schema}"."OrderLine" l WHERE l."OrderId" = o."Id" AND NOT l."IsDeleted") c ON true
       WHERE NOT o."IsDeleted" AND (o."LineCount", o."SubTotal", o."Total")
         IS DISTINCT FROM (c.n, c.total, round(c.total * (100 - o."DiscountPercent") / 100, 2))`,
    );
    expect(wrong).toEqual([]);
  }
});
