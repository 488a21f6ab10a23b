import { CUSTOMER, ORDER, product } from '../../support/demo.js';
import { Depot } from '../../support/depot.js';
import { refused } from '../../support/refusal.js';
import { type Answer, byId, where } from '../../support/test-app.js';

describe('POST /records/purge (R123)', () => {
  let depot: Depot;
  beforeAll(async () => void (depot = await Depot.open()));
  afterAll(() => depot.close());

  const count = async (entity: string, id: unknown): Promise<number> => {
    const rows = await depot.app.query(`SELECT 1 FROM ${await depot.schema()}."${entity}" WHERE "Id" = $1`, [id]);
    return rows.length;
  };

  it('removes deleted records with what cascades from them, and only those', async () => {
    const crate = { Code: depot.newCode(), CrateItems: [{ Position: 1 }] };
    const [gone, live] = [
      await depot.as('kim').inserted('Crate', crate),
      await depot.as('kim').inserted('Crate', { Code: depot.newCode() }),
    ];
    const { body: items } = await depot.as('kim').select('Item', { WhereClause: where('CrateId', 3, gone) });
    await depot.as('kim').delete('Crate', byId(gone));
    const mark = await depot.app.mark();
    const { status, body } = await depot.as('root').purge('Crate', byId([gone, live]));
    expect([status, body.RecordAffected, body.Result]).toEqual([200, 1, [{ Id: gone, RowVersion: 2 }]]);
    expect([await count('Crate', gone), await count('Crate', live), await count('Item', items.Result[0].Id)]).toEqual([
      0, 1, 0,
    ]);
    expect(await depot.app.changes(mark)).toEqual(['Delete Crate', 'Delete Item']);
    const { body: entries } = await depot.as('root').select('AuditEntry', { WhereClause: where('RecordId', 3, gone) });
    const told = entries.Result.map(
      ({ Operation, Source }: Readonly<Record<string, string>>) => `${Operation} ${Source}`,
    );
    expect(told).toEqual(['Create API', 'Delete API', 'Delete Purge']);
    expect((await depot.as('kim').insert('Crate', { Id: gone, Code: depot.newCode() })).status).toBe(200);
  });

  it('a dry run leaves everything (R226)', async () => {
    const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode() });
    await depot.as('kim').delete('Crate', byId(Id));
    expect((await depot.as('root').purge('Crate', byId(Id), { DryRun: true })).body.RecordAffected).toBe(1);
    expect(await count('Crate', Id)).toBe(1);
  });

  it('clears SetNull lookups of records that stay, deleted ones too', async () => {
    const admin = depot.app.as('ada.admin');
    const contact = { CustomerId: CUSTOMER.bistro, FirstName: 'A', LastName: 'B' };
    const ContactId = await admin.inserted('Contact', contact);
    const order = await admin.inserted('Order', { CustomerId: CUSTOMER.bistro, ContactId });
    await admin.delete('Order', byId(order));
    await admin.delete('Contact', byId(ContactId));
    expect((await admin.purge('Contact', byId(ContactId))).status).toBe(200);
    expect((await admin.restore('Order', byId(order))).status).toBe(200);
  });

  describe('refuses, and writes nothing:', () => {
    it('everybody but Administrators', async () => {
      await refused(
        depot.app,
        () => depot.as('kim').purge('Crate', byId(depot.newCode())),
        403,
        'AdministratorRequired',
      );
    });

    it('a call without a where-clause', async () => {
      await refused(depot.app, () => depot.as('root').purge('Crate', null), 400, 'WhereClauseRequired');
    });

    it('records that deleted ones of a Restrict relation belong to, naming them (T31)', async () => {
      const admin = depot.app.as('ada.admin');
      const customer = await admin.inserted('Customer', {
        Name: 'Gone',
        TaxId: 'DE955555555',
        RegionId: { Match: { FieldName: 'Code', Value: 'NO' } },
        CustomerOrders: [{}],
      });
      await admin.delete('Order', where('CustomerId', 3, customer));
      await admin.delete('Customer', byId(customer));
      const [detail] = await refused(depot.app, () => admin.purge('Customer', byId(customer)), 409, 'DeleteBlocked');
      expect(detail).toMatchObject({
        Message: '1 deleted record of Order still belongs to what would be deleted.',
        Params: { EntityName: 'Order', Count: 1 },
      });
      expect((await admin.purge('Order', where('CustomerId', 3, customer))).body.RecordAffected).toBe(1);
      expect((await admin.purge('Customer', byId(customer))).status).toBe(200);
    });

    it('a stale version (R112)', async () => {
      const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode() });
      await depot.as('kim').delete('Crate', byId(Id));
      const stale = (): Promise<Answer> => depot.as('root').purge('Crate', byId(Id), { ExpectedVersion: 1 });
      await refused(depot.app, stale, 412, 'VersionMismatch');
    });
  });

  it('frees a product of its deleted lines, which kept it from being removed (T31)', async () => {
    const admin = depot.app.as('ada.admin');
    const ProductId = await admin.inserted('Product', product());
    const line = { OrderId: ORDER.o2, LineNumber: 91, ProductId, Quantity: 1, UnitPrice: 1 };
    const Id = await admin.inserted('OrderLine', line);
    await admin.delete('OrderLine', byId(Id));
    await refused(depot.app, () => admin.delete('Product', byId(ProductId)), 409, 'DeleteBlocked');
    await admin.purge('OrderLine', byId(Id));
    expect((await admin.delete('Product', byId(ProductId))).status).toBe(200);
  });

  it('a purge and a restore of one record at once: one of them finds nothing', async () => {
    for (let round = 0; round < 10; round++) {
      const Id = await depot.as('kim').inserted('Crate', { Code: depot.newCode(), CrateItems: [{ Position: 1 }] });
      await depot.as('kim').delete('Crate', byId(Id));
      const answers = await Promise.all([
        depot.as('root').purge('Crate', byId(Id)),
        depot.as('root').restore('Crate', byId(Id)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.map(({ body }) => `${body.RecordAffected}`).toSorted()).toEqual(['0', '1']);
    }
  });
});
