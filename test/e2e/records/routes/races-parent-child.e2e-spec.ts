import { customer, ORDER, PRODUCT, product, USER } from '../../../support/demo.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';

const ROUNDS = 15;

/** Counts live children without a live parent. */
const orphans = async (app: TestApp, child: string, lookup: string, parent: string): Promise<string> => {
  const schema = await app.schema();
  const [{ count }] = await app.query<{ count: string }>(
    `SELECT count(*) FROM ${schema}."${child}" c LEFT JOIN ${schema}."${parent}" p ON p."Id" = c."${lookup}" AND NOT p."IsDeleted"
     WHERE NOT c."IsDeleted" AND c."${lookup}" IS NOT NULL AND p."Id" IS NULL`,
  );
  return count;
};

describe('concurrent writes of a parent and a child', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const newId = async (entity: string, fields: Readonly<Record<string, unknown>>): Promise<string> =>
    (await ada().insert(entity, fields)).body.Result.Id as string;

  it.each([
    ['cascades to', 'Note', { Subject: 'x' }, 'CustomerId'],
    ['is blocked by', 'Order', {}, 'CustomerId'],
  ])('a soft delete that %s children never leaves a live one behind: %s', async (_, child, fields, lookup) => {
    for (let round = 0; round < ROUNDS; round++) {
      const parent = await newId('Customer', customer());
      const inserts = [1, 2, 3].map(() => ada().insert(child, { ...fields, [lookup]: parent }));
      const [deleted, ...added] = await Promise.all([ada().delete('Customer', byId(parent)), ...inserts]);
      expect([200, 409]).toContain(deleted.status);
      for (const { status } of added) expect([200, 400]).toContain(status);
      if (deleted.status === 409) expect(added.some(({ status }) => status === 200)).toBe(true);
    }
    expect(await orphans(app, child, lookup, 'Customer')).toBe('0');
  });

  it('a hard delete never misses a concurrent child', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ProductId = await newId('Product', product());
      const line = { OrderId: ORDER.o1, LineNumber: 100 + round, ProductId, Quantity: 1, UnitPrice: 1 };
      const [deleted, added] = await Promise.all([
        ada().delete('Product', byId(ProductId)),
        ada().insert('OrderLine', line),
      ]);
      expect([`${deleted.status} ${added.status}`]).toEqual([expect.stringMatching(/^(200 400|409 200)$/)]);
    }
    expect(await orphans(app, 'OrderLine', 'ProductId', 'Product')).toBe('0');
  });

  it('an update that sets a lookup follows the same rules', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const parent = await newId('Customer', customer());
      const child = await newId('Customer', customer());
      const [deleted, moved] = await Promise.all([
        ada().delete('Customer', byId(parent)),
        ada().update('Customer', { ParentCustomerId: parent }, byId(child)),
      ]);
      expect([`${deleted.status} ${moved.status}`]).toEqual([expect.stringMatching(/^(200 400|409 200)$/)]);
    }
    expect(await orphans(app, 'Customer', 'ParentCustomerId', 'Customer')).toBe('0');
  });

  it('an insert that waited for a delete finds its target gone', async () => {
    const parent = await newId('Customer', customer());
    const blocker = await app.connect();
    await blocker.query('BEGIN');
    await blocker.query(`SELECT FROM ${await app.schema()}."Customer" WHERE "Id" = $1 FOR UPDATE`, [parent]);
    await blocker.query(`UPDATE ${await app.schema()}."Customer" SET "IsDeleted" = true WHERE "Id" = $1`, [parent]);
    const byItsId = ada().insert('Note', { Subject: 'x', CustomerId: parent });
    const { TaxId } = (
      await app.query<{ TaxId: string }>(`SELECT "TaxId" FROM ${await app.schema()}."Customer" WHERE "Id" = $1`, [
        parent,
      ])
    )[0];
    const byMatch = ada().insert('Note', { Subject: 'x', CustomerId: { Match: { FieldName: 'TaxId', Value: TaxId } } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await blocker.query('COMMIT');
    blocker.release();
    for (const { status } of [await byItsId, await byMatch]) expect(status).toBe(400);
    expect(await orphans(app, 'Note', 'CustomerId', 'Customer')).toBe('0');
  });

  // Requirement: T26
  it('a line inserted while its order changes owner gets the new owner', async () => {
    const owners = [USER.sara, USER.nina];
    for (let round = 0; round < ROUNDS; round++) {
      const give = ada().update('Order', { OwnerId: owners[round % 2] }, byId(ORDER.o1));
      const line = (n: number): Promise<Answer> =>
        ada().insert('OrderLine', {
          OrderId: ORDER.o1,
          LineNumber: 1_000 + round * 3 + n,
          ProductId: PRODUCT.water,
          Quantity: 1,
          UnitPrice: 1,
        });
      const answers = await Promise.all([line(0), give, line(1), line(2)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    const schema = await app.schema();
    const strangers = await app.query(
      `SELECT l."LineNumber" FROM ${schema}."OrderLine" l JOIN ${schema}."Order" o ON o."Id" = l."OrderId"
       WHERE NOT l."IsDeleted" AND (l."OwnerId", l."OwnerTeamId") IS DISTINCT FROM (o."OwnerId", o."OwnerTeamId")`,
    );
    expect(strangers).toEqual([]);
  });

  it.each([
    ['its id', ORDER.o9],
    ['a unique field', { Match: { FieldName: 'ExternalReference', Value: 'PO-O9' } }],
  ])('a line by %s that waits for the new owner of its order gets that owner', async (_, OrderId) => {
    const schema = await app.schema();
    const blocker = await app.connect();
    await blocker.query('BEGIN');
    await blocker.query(`SELECT FROM ${schema}."Order" WHERE "Id" = $1 FOR UPDATE`, [ORDER.o9]);
    const LineNumber = typeof OrderId === 'string' ? 501 : 502;
    const line = ada().insert('OrderLine', {
      OrderId,
      LineNumber,
      ProductId: PRODUCT.water,
      Quantity: 1,
      UnitPrice: 1,
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const owner = typeof OrderId === 'string' ? USER.sara : USER.mona;
    await blocker.query(`UPDATE ${schema}."Order" SET "OwnerId" = $1 WHERE "Id" = $2`, [owner, ORDER.o9]);
    await blocker.query('COMMIT');
    blocker.release();
    const { status, body } = await line;
    expect([status, body.Result?.OwnerId]).toEqual([200, owner]);
  });
});
