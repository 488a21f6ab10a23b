import { CUSTOMER, ORDER, product } from '../../../support/demo.js';
import { StockApp } from '../../../support/stock-fixture.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, where } from '../../../support/test-app.js';

// Requirement: R123
describe('POST /records/purge', () => {
  let stock: StockApp;
  beforeAll(async () => void (stock = await StockApp.open()));
  afterAll(() => stock.close());

  const count = async (entity: string, id: unknown): Promise<number> => {
    const rows = await stock.app.query(`SELECT 1 FROM ${await stock.schema()}."${entity}" WHERE "Id" = $1`, [id]);
    return rows.length;
  };

  it('removes deleted records and what cascades from them, and nothing else', async () => {
    const crate = { Code: stock.newCode(), CrateItems: [{ Position: 1 }] };
    const [gone, live] = [
      await stock.as('kim').inserted('Crate', crate),
      await stock.as('kim').inserted('Crate', { Code: stock.newCode() }),
    ];
    const { body: items } = await stock.as('kim').select('Item', { WhereClause: where('CrateId', 'EqualTo', gone) });
    await stock.as('kim').delete('Crate', byId(gone));
    const mark = await stock.app.mark();
    const { status, body } = await stock.as('root').purge('Crate', byId([gone, live]));
    expect([status, body.RecordAffected, body.Result]).toEqual([200, 1, [{ Id: gone, RowVersion: 2 }]]);
    expect([await count('Crate', gone), await count('Crate', live), await count('Item', items.Result[0].Id)]).toEqual([
      0, 1, 0,
    ]);
    expect(await stock.app.changes(mark)).toEqual(['Delete Crate', 'Delete Item']);
    const { body: entries } = await stock
      .as('root')
      .select('AuditEntry', { WhereClause: where('RecordId', 'EqualTo', gone) });
    const told = entries.Result.map(
      ({ Operation, Source }: Readonly<Record<string, string>>) => `${Operation} ${Source}`,
    );
    expect(told).toEqual(['Create API', 'Delete API', 'Delete Purge']);
    expect((await stock.as('kim').insert('Crate', { Id: gone, Code: stock.newCode() })).status).toBe(200);
  });

  // Requirement: R226
  it('keeps everything in a dry run', async () => {
    const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode() });
    await stock.as('kim').delete('Crate', byId(Id));
    expect((await stock.as('root').purge('Crate', byId(Id), { DryRun: true })).body.RecordAffected).toBe(1);
    expect(await count('Crate', Id)).toBe(1);
  });

  it('clears SetNull lookups of remaining records, deleted ones too', async () => {
    const admin = stock.app.as('ada.admin');
    const contact = { CustomerId: CUSTOMER.bistro, FirstName: 'A', LastName: 'B' };
    const ContactId = await admin.inserted('Contact', contact);
    const order = await admin.inserted('Order', { CustomerId: CUSTOMER.bistro, ContactId });
    await admin.delete('Order', byId(order));
    await admin.delete('Contact', byId(ContactId));
    expect((await admin.purge('Contact', byId(ContactId))).status).toBe(200);
    expect((await admin.restore('Order', byId(order))).status).toBe(200);
  });

  describe('refuses, and writes nothing:', () => {
    it('callers who are not Administrators', async () => {
      await refused(
        stock.app,
        () => stock.as('kim').purge('Crate', byId(stock.newCode())),
        403,
        'AdministratorRequired',
      );
    });

    it('a call without a where-clause', async () => {
      await refused(stock.app, () => stock.as('root').purge('Crate', null), 400, 'WhereClauseRequired');
    });

    // Requirement: T31
    it('records with deleted children of a Restrict relation, naming them', async () => {
      const admin = stock.app.as('ada.admin');
      const customer = await admin.inserted('Customer', {
        Name: 'Gone',
        TaxId: 'DE955555555',
        RegionId: { Match: { FieldName: 'Code', Value: 'NO' } },
        CustomerOrders: [{}],
      });
      await admin.delete('Order', where('CustomerId', 'EqualTo', customer));
      await admin.delete('Customer', byId(customer));
      const [detail] = await refused(stock.app, () => admin.purge('Customer', byId(customer)), 409, 'DeleteBlocked');
      expect(detail).toMatchObject({
        Message: '1 deleted record of Order still belongs to what would be deleted.',
        Params: { EntityName: 'Order', Count: 1 },
      });
      expect((await admin.purge('Order', where('CustomerId', 'EqualTo', customer))).body.RecordAffected).toBe(1);
      expect((await admin.purge('Customer', byId(customer))).status).toBe(200);
    });

    // Requirement: R112
    it('a stale version', async () => {
      const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode() });
      await stock.as('kim').delete('Crate', byId(Id));
      const stale = (): Promise<Answer> => stock.as('root').purge('Crate', byId(Id), { ExpectedVersion: 1 });
      await refused(stock.app, stale, 412, 'VersionMismatch');
    });
  });

  // Requirement: T31
  it('allows the delete of a product after its deleted lines are purged', async () => {
    const admin = stock.app.as('ada.admin');
    const ProductId = await admin.inserted('Product', product());
    const line = { OrderId: ORDER.o2, LineNumber: 91, ProductId, Quantity: 1, UnitPrice: 1 };
    const Id = await admin.inserted('OrderLine', line);
    await admin.delete('OrderLine', byId(Id));
    await refused(stock.app, () => admin.delete('Product', byId(ProductId)), 409, 'DeleteBlocked');
    await admin.purge('OrderLine', byId(Id));
    expect((await admin.delete('Product', byId(ProductId))).status).toBe(200);
  });

  it('lets one of a concurrent purge and restore of a record find nothing', async () => {
    for (let round = 0; round < 10; round++) {
      const Id = await stock.as('kim').inserted('Crate', { Code: stock.newCode(), CrateItems: [{ Position: 1 }] });
      await stock.as('kim').delete('Crate', byId(Id));
      const answers = await Promise.all([
        stock.as('root').purge('Crate', byId(Id)),
        stock.as('root').restore('Crate', byId(Id)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.map(({ body }) => `${body.RecordAffected}`).toSorted()).toEqual(['0', '1']);
    }
  });
});
