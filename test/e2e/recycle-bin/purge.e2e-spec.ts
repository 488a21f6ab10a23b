import { CUSTOMER, ORDER, product } from '../../support/demo.js';
import { depotSchema, openDepot } from '../../support/depot.js';
import { refused } from '../../support/refusal.js';
import { type Answer, type Caller, TestApp, where } from '../../support/test-app.js';

type Row = Readonly<Record<string, unknown>>;

describe('POST /records/purge (R123)', () => {
  let app: TestApp;
  let as: (user: string) => Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    as = await openDepot(app);
  });
  afterAll(() => app.stop());

  let taken = 0;
  const code = (): string => `P${++taken}`;
  const inserted = async (caller: Caller, entity: string, fields: Row): Promise<string> => {
    const { status, body } = await caller.insert(entity, fields);
    expect([status, body.Errors]).toEqual([200, []]);
    return body.Result.Id as string;
  };
  const byId = (id: unknown): unknown => where('Id', Array.isArray(id) ? 'IN' : 3, id);
  const count = async (entity: string, id: unknown): Promise<number> => {
    const rows = await app.query(`SELECT 1 FROM ${await depotSchema(app)}."${entity}" WHERE "Id" = $1`, [id]);
    return rows.length;
  };

  it('removes deleted records with what cascades from them, and only those', async () => {
    const crate = { Code: code(), CrateItems: [{ Position: 1 }] };
    const [gone, live] = [
      await inserted(as('kim'), 'Crate', crate),
      await inserted(as('kim'), 'Crate', { Code: code() }),
    ];
    const { body: items } = await as('kim').select('Item', { WhereClause: where('CrateId', 3, gone) });
    await as('kim').delete('Crate', byId(gone));
    const mark = await app.mark();
    const { status, body } = await as('root').purge('Crate', byId([gone, live]));
    expect([status, body.RecordAffected, body.Result]).toEqual([200, 1, [{ Id: gone, RowVersion: 2 }]]);
    expect([await count('Crate', gone), await count('Crate', live), await count('Item', items.Result[0].Id)]).toEqual([
      0, 1, 0,
    ]);
    expect(await app.changes(mark)).toEqual(['Delete Crate', 'Delete Item']);
    const { body: entries } = await as('root').select('AuditEntry', { WhereClause: where('RecordId', 3, gone) });
    const told = entries.Result.map(
      ({ Operation, Source }: Readonly<Record<string, string>>) => `${Operation} ${Source}`,
    );
    expect(told).toEqual(['Create API', 'Delete API', 'Delete Purge']);
    expect((await as('kim').insert('Crate', { Id: gone, Code: code() })).status).toBe(200);
  });

  it('a dry run leaves everything (R226)', async () => {
    const Id = await inserted(as('kim'), 'Crate', { Code: code() });
    await as('kim').delete('Crate', byId(Id));
    expect((await as('root').purge('Crate', byId(Id), { DryRun: true })).body.RecordAffected).toBe(1);
    expect(await count('Crate', Id)).toBe(1);
  });

  it('clears SetNull lookups of records that stay, deleted ones too', async () => {
    const admin = app.as('ada.admin');
    const contact = { CustomerId: CUSTOMER.bistro, FirstName: 'A', LastName: 'B' };
    const ContactId = await inserted(admin, 'Contact', contact);
    const order = await inserted(admin, 'Order', { CustomerId: CUSTOMER.bistro, ContactId });
    await admin.delete('Order', byId(order));
    await admin.delete('Contact', byId(ContactId));
    expect((await admin.purge('Contact', byId(ContactId))).status).toBe(200);
    expect((await admin.restore('Order', byId(order))).status).toBe(200);
  });

  describe('refuses, and writes nothing:', () => {
    it('everybody but Administrators', async () => {
      await refused(app, () => as('kim').purge('Crate', byId(code())), 403, 'AdministratorRequired');
    });

    it('a call without a where-clause', async () => {
      await refused(app, () => as('root').purge('Crate', null), 400, 'WhereClauseRequired');
    });

    it('records that deleted ones of a Restrict relation belong to, naming them (T31)', async () => {
      const admin = app.as('ada.admin');
      const customer = await inserted(admin, 'Customer', {
        Name: 'Gone',
        TaxId: 'DE955555555',
        RegionId: { Match: { FieldName: 'Code', Value: 'NO' } },
        CustomerOrders: [{}],
      });
      await admin.delete('Order', where('CustomerId', 3, customer));
      await admin.delete('Customer', byId(customer));
      const [detail] = await refused(app, () => admin.purge('Customer', byId(customer)), 409, 'DeleteBlocked');
      expect(detail).toMatchObject({
        Message: '1 deleted record of Order still belongs to what would be deleted.',
        Params: { EntityName: 'Order', Count: 1 },
      });
      expect((await admin.purge('Order', where('CustomerId', 3, customer))).body.RecordAffected).toBe(1);
      expect((await admin.purge('Customer', byId(customer))).status).toBe(200);
    });

    it('a stale version (R112)', async () => {
      const Id = await inserted(as('kim'), 'Crate', { Code: code() });
      await as('kim').delete('Crate', byId(Id));
      const stale = (): Promise<Answer> => as('root').purge('Crate', byId(Id), { ExpectedVersion: 1 });
      await refused(app, stale, 412, 'VersionMismatch');
    });
  });

  it('frees a product of its deleted lines, which kept it from being removed (T31)', async () => {
    const admin = app.as('ada.admin');
    const ProductId = await inserted(admin, 'Product', product());
    const line = { OrderId: ORDER.o2, LineNumber: 91, ProductId, Quantity: 1, UnitPrice: 1 };
    const Id = await inserted(admin, 'OrderLine', line);
    await admin.delete('OrderLine', byId(Id));
    await refused(app, () => admin.delete('Product', byId(ProductId)), 409, 'DeleteBlocked');
    await admin.purge('OrderLine', byId(Id));
    expect((await admin.delete('Product', byId(ProductId))).status).toBe(200);
  });

  it('a purge and a restore of one record at once: one of them finds nothing', async () => {
    for (let round = 0; round < 10; round++) {
      const Id = await inserted(as('kim'), 'Crate', { Code: code(), CrateItems: [{ Position: 1 }] });
      await as('kim').delete('Crate', byId(Id));
      const answers = await Promise.all([as('root').purge('Crate', byId(Id)), as('root').restore('Crate', byId(Id))]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.map(({ body }) => `${body.RecordAffected}`).toSorted()).toEqual(['0', '1']);
    }
  });
});
