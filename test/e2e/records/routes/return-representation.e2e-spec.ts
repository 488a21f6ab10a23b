import { CUSTOMER, customer, ORDER, PRODUCT } from '../../../support/demo.js';
import { type Answer, assignments, byId, TestApp, where } from '../../../support/test-app.js';
import { outcomeOf } from '../../../support/outcome-of.js';

const Prefer = 'return=representation';

// See docs/interface/records.md#results-of-writes
describe('Prefer: return=representation', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const send = (method: string, path: string, body: object, user = 'nina.north', more: object = {}): Promise<Answer> =>
    app.as(user).send(method, `/records/${path}`, body, { Prefer, ...more });
  const update = (entity: string, fields: Record<string, unknown>, clause: unknown, user?: string, Options?: object) =>
    send('PUT', 'update', { EntityName: entity, Fields: assignments(fields), WhereClause: clause, Options }, user);

  it('answers an update with the records as select does, rollups included', async () => {
    const fields = {
      Notes: 'Ring twice',
      OrderLines: { Create: [{ LineNumber: 91, ProductId: PRODUCT.water, Quantity: 2, UnitPrice: '3.50' }] },
    };
    const { status, body, text, headers } = await update('Order', fields, byId(ORDER.o1));
    expect([status, headers.get('Preference-Applied')]).toEqual([200, Prefer]);
    expect(body.Result).toEqual([await app.as('nina.north').row('Order', ORDER.o1)]);
    expect(body.Result[0].Notes).toBe('Ring twice');
    expect(text).toMatch(/"Total":\d+\.\d\d,/);
  });

  it('lists several records by Id, and none', async () => {
    const { body } = await update('Customer', { Segment: 'Retail' }, where('Name', 'IsNotNULL'));
    const ids = body.Result.map(({ Id }: { Id: string }) => Id);
    expect([ids, body.RecordAffected]).toEqual([ids.toSorted(), ids.length]);
    expect(body.Result.every((row: object) => 'OpenBalance' in row)).toBe(true);
    expect((await update('Customer', { Segment: 'Retail' }, where('Name', 'EqualTo', 'nobody'))).body.Result).toEqual(
      [],
    );
  });

  it('answers the identity of a record that is not readable any more', async () => {
    const id = await app.as('nina.north').inserted('Customer', customer());
    const OwnerId = { Match: { FieldName: 'UserName', Value: 'nils.north' } };
    const role = await app.as('ada.admin').inserted('Role', {
      Name: 'Giver',
      RoleAccess: [{ EntityName: 'Customer', Read: 'Own', Update: 'All' }],
    });
    await app
      .as('ada.admin')
      .inserted('User', { UserName: 'gil.giver', DisplayName: 'Gil', UserRole: [{ RoleId: role }] });
    await app
      .as('ada.admin')
      .update('Customer', { OwnerId: { Match: { FieldName: 'UserName', Value: 'gil.giver' } } }, byId(id));
    const { body } = await update('Customer', { OwnerId }, byId(id), 'gil.giver');
    expect(body.Result).toEqual([{ Id: id, RecordInformationId: expect.any(String), RowVersion: 3 }]);
  });

  it('answers a delete with the records as they were', async () => {
    const id = await app
      .as('nina.north')
      .inserted('Contact', { FirstName: 'A', LastName: 'B', CustomerId: CUSTOMER.bistro });
    const before = await app.as('nina.north').row('Contact', id);
    const { body } = await send('DELETE', 'delete', { EntityName: 'Contact', WhereClause: byId(id) });
    expect([body.Result, body.RecordAffected]).toEqual([[before], 1]);
    expect(await app.as('nina.north').row('Contact', id)).toBeUndefined();
  });

  it('answers an upsert with the record and its Operation', async () => {
    const Fields = assignments(customer({ TaxId: 'DE912345678', Name: 'Upserted' }));
    const upsert = () => send('POST', 'upsert', { EntityName: 'Customer', MatchOn: ['TaxId'], Fields });
    for (const Operation of ['Insert', 'Update']) {
      const { body } = await upsert();
      const { Operation: made, ...record } = body.Result;
      expect([made, record]).toEqual([Operation, await app.as('nina.north').row('Customer', record.Id)]);
    }
  });

  it('shows what a dry run would do, and changes nothing', async () => {
    const { body } = await update('Customer', { Phone: '+43 1 5551234' }, byId(CUSTOMER.bistro), 'nina.north', {
      DryRun: true,
    });
    expect(body.Result[0].Phone).toBe('+43 1 5551234');
    expect((await app.as('nina.north').row('Customer', CUSTOMER.bistro)).Phone).not.toBe('+43 1 5551234');
  });

  it('is kept with the outcome of a write that was answered 202, and with an idempotency key', async () => {
    const body = {
      EntityName: 'Customer',
      Fields: assignments({ Phone: '+43 1 5550000' }),
      WhereClause: byId(CUSTOMER.bistro),
    };
    const waiting = await app
      .as('nina.north')
      .send('PUT', '/records/update', body, { Prefer: `${Prefer}, respond-async` });
    expect(waiting.status).toBe(202);
    const outcome = await outcomeOf(app.as('nina.north'), waiting);
    expect(outcome.Result[0].Phone).toBe('+43 1 5550000');
    const keyed = () => send('PUT', 'update', body, 'nina.north', { 'Idempotency-Key': 'once' });
    const first = (await keyed()).body.Result;
    expect((await keyed()).body.Result).toEqual(first);
    expect(first[0].Name).toBe('Bistro Blau');
  });
});
