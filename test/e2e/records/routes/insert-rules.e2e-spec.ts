import { CUSTOMER, customer, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';

describe('rules and hooks of an insert', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  // Requirement: R97
  it('a cross-field rule refuses with its message, at its field', async () => {
    const call = (): Promise<Answer> => app.as('nina.north').insert('Customer', customer({ Segment: 'KeyAccount' }));
    expect(await refused(app, call, 400, 'FieldRule')).toEqual([
      {
        Code: 'FieldRule',
        Message: 'A key account needs an account manager.',
        FieldName: 'AccountManagerId',
        Path: 'Fields',
      },
    ]);
    const fields = customer({ Segment: 'KeyAccount', AccountManagerId: USER.mona });
    expect((await app.as('nina.north').insert('Customer', fields)).status).toBe(200);
  });

  // Requirement: R97
  it.each([
    [{ OrderDate: '2026-05-02', RequestedDeliveryAt: '2026-05-01T23:59:59Z' }, 400],
    [{ OrderDate: '2026-05-02', RequestedDeliveryAt: '2026-05-02T00:00:00Z' }, 200],
    [{ OrderDate: '2026-05-02', RequestedDeliveryAt: null }, 200],
    [{ RequestedDeliveryAt: '2020-01-01T00:00:00Z' }, 400],
  ])('a rule that compares fields answers %j with %i; defaults count', async (fields, status) => {
    const call = (): Promise<Answer> =>
      app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.bistro, ...fields });
    if (status === 200) return expect((await call()).status).toBe(200);
    const details = await refused(app, call, 400, 'FieldRule');
    expect(details.map(({ Message }) => Message)).toEqual(['RequestedDeliveryAt must not be before OrderDate.']);
  });

  // Requirement: R96
  it('a faulty value is reported once, and rules that read it are skipped', async () => {
    const fields = { CustomerId: CUSTOMER.bistro, RequestedDeliveryAt: 'tomorrow' };
    const details = await refused(app, () => app.as('nina.north').insert('Order', fields), 400, 'Validation');
    expect(details).toHaveLength(1);
  });

  // Requirement: R95, R96
  it('a declared hook refuses by the value of a lookup’s target, with its message', async () => {
    const call = (): Promise<Answer> => app.as('nils.north').insert('Order', { CustomerId: CUSTOMER.gastro });
    expect(await refused(app, call, 400, 'HookRejected')).toEqual([
      { Code: 'HookRejected', Message: 'Customer is inactive.', FieldName: 'CustomerId', Path: 'Fields[0]' },
    ]);
  });

  it('a declared hook sees records created by the same request', async () => {
    const inline = (IsActive: boolean): Promise<Answer> =>
      app.as('nils.north').insert('Order', { CustomerId: customer({ IsActive }) });
    await refused(app, () => inline(false), 400, 'HookRejected');
    expect((await inline(true)).status).toBe(200);
    const CustomerOrders = [{}];
    const asChild = (): Promise<Answer> =>
      app.as('nils.north').insert('Customer', customer({ IsActive: false, CustomerOrders }));
    const [detail] = await refused(app, asChild, 400, 'HookRejected');
    expect(detail.Path).toBe('Fields[4].Value[0]');
  });

  // Requirement: R4, R95
  it('a registered hook runs inside the transaction and may refuse', async () => {
    const started = performance.now();
    expect((await app.as('nina.north').insert('Note', { Subject: 'SLOW:300' })).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(290);
    const call = (): Promise<Answer> => app.as('nina.north').insert('Note', { Subject: 'SLOWFAIL:10' });
    expect(await refused(app, call, 400, 'HookRejected')).toEqual([
      { Code: 'HookRejected', Message: 'Rejected after wait.', FieldName: 'Subject', Path: 'Fields[0]' },
    ]);
  });

  // Requirement: R100
  it('a refusal by a child’s hook rolls back its parent', async () => {
    const CustomerNotes = [{ Subject: 'fine' }, { Subject: 'SLOWFAIL:1' }];
    await refused(app, () => app.as('nina.north').insert('Customer', customer({ CustomerNotes })), 400, 'HookRejected');
  });

  describe('with Options.DryRun', () => {
    const dry = (EntityName: string, fields: Readonly<Record<string, unknown>>): Promise<Answer> => {
      const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
      const body = { EntityName, Fields, Options: { DryRun: true } };
      return app.as('nina.north').send('POST', '/records/insert', body);
    };

    // See docs/interface/records.md#dry-run
    it('answers the result and leaves nothing', async () => {
      const mark = await app.mark();
      const operations = await app.query('SELECT count(*) FROM platform.operation');
      const fields = customer({ CustomerContacts: [{ FirstName: 'A', LastName: 'B' }] });
      const { status, body } = await dry('Customer', fields);
      expect([status, body.RecordAffected, body.Result.TaxId]).toEqual([200, 1, fields.TaxId]);
      const found = await app.as('nina.north').select('Customer', { WhereClause: byId(body.Result.Id) });
      expect(found.body.Result).toEqual([]);
      expect(await app.changes(mark)).toEqual([]);
      expect(await app.query('SELECT count(*) FROM platform.operation')).toEqual(operations);
    });

    it('refuses what a real insert would refuse', async () => {
      await refused(app, () => dry('Customer', customer({ TaxId: 'DE811111111' })), 409, 'Conflict');
      await refused(app, () => dry('Customer', customer({ RegionId: USER.nina })), 400, 'Validation');
      await refused(app, () => dry('Note', { Subject: 'SLOWFAIL:1' }), 400, 'HookRejected');
      await refused(app, () => dry('Product', {}), 403, 'ScopeNone');
    });
  });
});
