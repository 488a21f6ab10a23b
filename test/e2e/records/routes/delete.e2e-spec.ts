import { CONTACT, CUSTOMER, customer, INVOICE, ORDER, product, REGION, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, TestApp, where } from '../../../support/test-app.js';

describe('DELETE /api/v1/records/delete', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const stored = async (entity: string, id: string): Promise<Row | undefined> =>
    (await app.query<Row>(`SELECT * FROM ${await app.schema()}."${entity}" WHERE "Id" = $1`, [id]))[0];
  const gone = (entity: string, id: string): Promise<Answer> => app.as('ada.admin').delete(entity, byId(id));

  // Requirement: R114, R117, R121
  it('marks a record of a soft-deleting entity, which then appears nowhere', async () => {
    const Id = await app.as('ada.admin').inserted('Note', { Subject: 'going', CustomerId: CUSTOMER.bistro });
    const { status, body } = await gone('Note', Id);
    expect([status, body.RecordAffected, body.Result]).toEqual([200, 1, [{ Id, RowVersion: 2 }]]);
    expect(await stored('Note', Id)).toMatchObject({
      IsDeleted: true,
      DeletedBy: USER.ada,
      UpdatedBy: USER.ada,
      RowVersion: '2',
    });
    const found = await app
      .as('ada.admin')
      .select('Note', { WhereClause: byId(Id), Pager: { PageNumber: 1, PageSize: 10 } });
    expect([found.body.Result, found.body.TotalRecords]).toEqual([[], 0]);
    for (const again of [await gone('Note', Id), await app.as('ada.admin').update('Note', { Body: 'x' }, byId(Id))]) {
      expect([again.status, again.body.RecordAffected]).toEqual([200, 0]);
    }
  });

  // Requirement: R118
  it('removes a record of any other entity', async () => {
    const Id = await app.as('ada.admin').inserted('Product', product());
    expect((await gone('Product', Id)).body.Result).toEqual([{ Id, RowVersion: 1 }]);
    expect(await stored('Product', Id)).toBeUndefined();
    expect((await app.as('ada.admin').insert('Product', product({ Id }))).status).toBe(200);
  });

  it('answers 200 and 0 for no match', async () => {
    const { status, body } = await app
      .as('mona.manager')
      .delete('Note', where('Subject', 'EqualTo', 'no such subject'));
    expect([status, body.RecordAffected, body.Result]).toEqual([200, 0, []]);
  });

  // Requirement: R119, R120
  it('cascades to children on all levels, without counting them', async () => {
    const children = {
      CustomerContacts: [{ FirstName: 'A', LastName: 'B' }],
      CustomerNotes: [{ Subject: 'x' }, { Subject: 'y' }],
    };
    const Id = await app.as('ada.admin').inserted('Customer', customer(children));
    const mark = await app.mark();
    expect((await gone('Customer', Id)).body.RecordAffected).toBe(1);
    for (const entity of ['Contact', 'Note']) {
      expect(
        (await app.as('ada.admin').select(entity, { WhereClause: where('CustomerId', 'EqualTo', Id) })).body.Result,
      ).toEqual([]);
    }
    const changes = await app.changes(mark);
    expect(changes[0]).toBe('Delete Customer');
    expect(changes.toSorted()).toEqual(['Delete Contact', 'Delete Customer', 'Delete Note', 'Delete Note']);
  });

  // Requirement: T31
  it('cascades to children out of the caller’s scope', async () => {
    const Id = await app
      .as('ada.admin')
      .inserted('Customer', customer({ OwnerId: USER.mona, CustomerNotes: [{ Subject: 'of ada' }] }));
    expect((await app.as('mona.manager').delete('Customer', byId(Id))).status).toBe(200);
    expect(
      (await app.as('ada.admin').select('Note', { WhereClause: where('CustomerId', 'EqualTo', Id) })).body.Result,
    ).toEqual([]);
  });

  // Requirement: R119
  it('is blocked by children of a Restrict relation, naming the entity and their number', async () => {
    const details = await refused(app, () => gone('Customer', CUSTOMER.alpenmarkt), 409, 'DeleteBlocked');
    const counts = details.map(({ Params }) => Params);
    expect(counts).toEqual(
      expect.arrayContaining([
        { EntityName: 'Customer', Count: 1 },
        { EntityName: 'Order', Count: 2 },
        { EntityName: 'Invoice', Count: 1 },
      ]),
    );
    expect(details.map(({ Message }) => Message)).toContain(
      '2 records of Order still belong to what would be deleted.',
    );
    expect(await stored('Contact', CONTACT.anna)).toMatchObject({ IsDeleted: false });
  });

  // Requirement: R120
  it('is blocked as a whole by one of several records', async () => {
    const Id = await app.as('ada.admin').inserted('Customer', customer());
    const both = byId([Id, CUSTOMER.bistro]);
    await refused(app, () => app.as('ada.admin').delete('Customer', both), 409, 'DeleteBlocked');
    expect(await stored('Customer', Id)).toMatchObject({ IsDeleted: false });
  });

  // Requirement: R120, T31
  it('is blocked by a Restrict relation at a lower level', async () => {
    await refused(app, () => gone('Order', ORDER.o4), 409, 'DeleteBlocked');
    await refused(app, () => gone('Region', REGION.north), 409, 'DeleteBlocked');
    await refused(app, () => gone('Invoice', INVOICE.i4), 409, 'DeleteBlocked');
  });

  it('is not blocked by children deleted in the same request', async () => {
    const child = customer();
    const Id = await app.as('ada.admin').inserted('Customer', customer({ ChildCustomers: [child] }));
    await refused(app, () => gone('Customer', Id), 409, 'DeleteBlocked');
    const { body } = await app
      .as('ada.admin')
      .select('Customer', { WhereClause: where('TaxId', 'EqualTo', child.TaxId) });
    const both = byId([Id, body.Result[0].Id]);
    expect((await app.as('ada.admin').delete('Customer', both)).body.RecordAffected).toBe(2);
  });

  // Requirement: T31
  it('that marks is not blocked by children that are deleted already', async () => {
    const Id = await app.as('ada.admin').inserted('Customer', customer({ CustomerOrders: [{}] }));
    await refused(app, () => gone('Customer', Id), 409, 'DeleteBlocked');
    await app.as('ada.admin').delete('Order', where('CustomerId', 'EqualTo', Id));
    expect((await gone('Customer', Id)).status).toBe(200);
  });

  // Requirement: T31
  it('that removes is blocked by deleted children too, with an explanation', async () => {
    const ProductId = await app.as('ada.admin').inserted('Product', product());
    const line = await app.as('ada.admin').inserted('OrderLine', {
      OrderId: ORDER.o2,
      LineNumber: 90,
      ProductId,
      Quantity: 1,
      UnitPrice: 1,
    });
    await gone('OrderLine', line);
    const [detail] = await refused(app, () => gone('Product', ProductId), 409, 'DeleteBlocked');
    expect(detail).toMatchObject({
      Message: '1 deleted record of OrderLine still belongs to what would be deleted.',
      Params: { EntityName: 'OrderLine', Count: 1 },
    });
    expect(await stored('Product', ProductId)).toBeDefined();
  });

  // Requirement: R119
  it('clears a SetNull lookup and logs the change of its record', async () => {
    const Id = await app
      .as('ada.admin')
      .inserted('Contact', { CustomerId: CUSTOMER.bistro, FirstName: 'A', LastName: 'B' });
    const order = await app.as('ada.admin').inserted('Order', { CustomerId: CUSTOMER.bistro, ContactId: Id });
    const mark = await app.mark();
    expect((await gone('Contact', Id)).body.RecordAffected).toBe(1);
    const { body } = await app.as('ada.admin').select('Order', { WhereClause: byId(order) });
    expect(body.Result[0]).toMatchObject({ ContactId: null, RowVersion: 2, UpdatedBy: USER.ada });
    expect((await app.changes(mark)).toSorted()).toEqual(['Delete Contact', 'Update Order']);
    const [change] = await app.query<Row>(
      `SELECT old, new FROM platform.change WHERE position > $1 AND entity = 'Order'`,
      [mark],
    );
    expect(change).toEqual({ old: { ContactId: Id }, new: { ContactId: null } });
  });

  // Requirement: T32
  it('keeps the id in live records that refer to a marked record, with null for dotted fields', async () => {
    const parent = await app.as('ada.admin').inserted('Customer', customer());
    const note = await app.as('ada.admin').inserted('Note', { Subject: 'points', CustomerId: parent });
    await app.query(`UPDATE ${await app.schema()}."Customer" SET "IsDeleted" = true WHERE "Id" = $1`, [parent]);
    const selected = { SelectedFields: ['CustomerId', 'CustomerId.Name'], WhereClause: byId(note) };
    const { body } = await app.as('ada.admin').select('Note', selected);
    expect(body.Result).toEqual([{ CustomerId: parent, 'CustomerId.Name': null }]);
    expect((await app.as('ada.admin').update('Note', { Body: 'x' }, byId(note))).status).toBe(200);
    await refused(
      app,
      () => app.as('ada.admin').insert('Note', { Subject: 'x', CustomerId: parent }),
      400,
      'Validation',
    );
  });

  it('with DryRun answers the result and leaves everything', async () => {
    const dry = (id: string): Promise<Answer> => app.as('ada.admin').delete('Customer', byId(id), { DryRun: true });
    const Id = await app.as('ada.admin').inserted('Customer', customer());
    const after = await app.mark();
    expect((await dry(Id)).body.Result).toEqual([{ Id, RowVersion: 2 }]);
    expect([await app.mark(), (await stored('Customer', Id))?.IsDeleted]).toEqual([after, false]);
    await refused(app, () => dry(CUSTOMER.alpenmarkt), 409, 'DeleteBlocked');
  });
});
