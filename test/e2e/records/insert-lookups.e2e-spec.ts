import { CONTACT, CUSTOMER, customer, NOTE, REGION, USER } from '../../support/demo.js';
import { refused } from '../../support/refusal.js';
import { type Answer, match, TestApp, where } from '../../support/test-app.js';

describe('lookups of an insert (R101)', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const note = (user: string, CustomerId: unknown): Promise<Answer> =>
    app.as(user).insert('Note', { Subject: 'x', CustomerId });

  it.each([
    ['its id', CUSTOMER.bistro],
    ['its id in upper case', CUSTOMER.bistro.toUpperCase()],
    ['an object with its Id alone', { Id: CUSTOMER.bistro }],
    ['assignments with its Id alone', [{ FieldName: 'Id', Value: CUSTOMER.bistro }]],
    ['a unique field, in any letter case as it is CaseInsensitive', match('TaxId', 'de822222222')],
    ['a unique field named in another letter case', match('email', 'bistro@customer.example')],
    ['Match on Id', match('Id', CUSTOMER.bistro)],
    ['Match on a unique UUID', match('ErpId', '31faa0b1-a011-4481-b1f6-4ed6a545ee87')],
    ['Match on a number of the service', match('CustomerNumber', 'CUS-00002')],
  ])('takes %s', async (_, value) => {
    const { status, body } = await note('nina.north', value);
    expect([status, body.Result?.CustomerId]).toEqual([200, CUSTOMER.bistro]);
  });

  const deletedId = async (): Promise<string> => {
    const { body } = await app
      .as('ada.admin')
      .insert('Customer', customer({ OwnerId: USER.nina, TaxId: 'DE700000001' }));
    await app.as('ada.admin').delete('Customer', where('Id', 3, body.Result.Id));
    return body.Result.Id as string;
  };

  it('answers alike for a target that is missing, deleted or out of read scope (R101, T23)', async () => {
    const values: readonly unknown[] = [
      '00000000-0000-4000-8000-000000000000',
      CUSTOMER.dorfladen,
      await deletedId(),
      NOTE.n1,
      match('TaxId', 'DE844444444'),
      match('TaxId', 'DE700000001'),
      match('TaxId', 'XX000000000'),
      match('Id', CUSTOMER.dorfladen),
    ];
    for (const value of values) {
      const details = await refused(app, () => note('nina.north', value), 400, 'Validation');
      expect(details).toEqual([
        {
          Code: 'Validation',
          Message: 'CustomerId: there is no such Customer.',
          FieldName: 'CustomerId',
          Path: 'Fields[1]',
        },
      ]);
    }
  });

  it.each([
    ['Match on a field that is not unique', match('Name', 'Bistro Blau')],
    ['Match on no field', match('Nonsense', 1)],
    ['Match without FieldName', { Match: { Value: 1 } }],
    ['Match of another kind', { Match: 'x' }],
    ['Match with a value of the wrong type', match('ErpId', 'x')],
    ['Match with null', match('Email', null)],
    ['a text that is no UUID', 'Bistro Blau'],
    ['a number', 4],
    ['a boolean', true],
    ['an Id that is none', { Id: 'x' }],
    ['an array of other things', [1]],
  ])('refuses %s', async (_, value) => {
    const details = await refused(app, () => note('nina.north', value), 400, expect.any(String) as never);
    expect(details[0].Path).toMatch(/^Fields\[1\]/);
  });

  it('users, teams and the like can be picked by every member (contract §14.4)', async () => {
    const { status, body } = await app.as('nina.north').insert('Customer', customer({ AccountManagerId: USER.mona }));
    expect([status, body.Result?.AccountManagerId]).toEqual([200, USER.mona]);
    const byName = await app
      .as('nina.north')
      .insert('Customer', customer({ AccountManagerId: match('UserName', 'mona.manager') }));
    expect([byName.status, byName.body.Result?.AccountManagerId]).toEqual([200, USER.mona]);
  });

  it('but not created or changed through a lookup', async () => {
    for (const AccountManagerId of [
      { UserName: 'x', DisplayName: 'x' },
      { Id: USER.mona, DisplayName: 'Hacked' },
    ]) {
      await refused(
        app,
        () => app.as('ada.admin').insert('Customer', customer({ AccountManagerId })),
        400,
        'Validation',
      );
    }
  });

  describe('with a record in it', () => {
    const fields = { Name: 'Inline', TaxId: 'DE710000001', RegionId: match('Code', 'NO') };

    it.each([
      ['an object', { ...fields }],
      [
        'assignments',
        Object.entries({ ...fields, TaxId: 'DE710000002' }).map(([FieldName, Value]) => ({ FieldName, Value })),
      ],
    ])('creates the target from %s in the same transaction', async (_, value) => {
      const mark = await app.mark();
      const { status, body } = await note('nina.north', value);
      expect(status).toBe(200);
      const target = await app
        .as('nina.north')
        .select('Customer', { WhereClause: where('Id', 3, body.Result.CustomerId) });
      expect(target.body.Result).toEqual([
        expect.objectContaining({ Name: 'Inline', RegionId: REGION.north, OwnerId: USER.nina }),
      ]);
      expect((await app.changes(mark)).toSorted()).toEqual(['Create Customer', 'Create Note']);
    });

    it('needs create scope of the target (contract §14.4)', async () => {
      const RegionId = { Code: 'XX', Name: 'X', CountryCode: 'XX' };
      await refused(app, () => app.as('nina.north').insert('Customer', customer({ RegionId })), 403, 'ScopeNone');
    });

    it('undoes both when one fails, and says where (T22)', async () => {
      const [detail] = await refused(app, () => note('nina.north', { ...fields, TaxId: 'no' }), 400, 'FieldRule');
      expect(detail).toMatchObject({ FieldName: 'TaxId', Path: 'Fields[1].Value.TaxId' });
      const call = () => app.as('nina.north').insert('Note', { CustomerId: { ...fields, TaxId: 'DE710000003' } });
      await refused(app, call, 400, 'FieldRule');
    });

    it('changes the target that its Id names', async () => {
      const mark = await app.mark();
      const { status, body } = await note('nina.north', { Id: CUSTOMER.bistro, Phone: '+49 30 1234567' });
      expect([status, body.Result?.CustomerId]).toEqual([200, CUSTOMER.bistro]);
      const target = await app.as('nina.north').select('Customer', { WhereClause: where('Id', 3, CUSTOMER.bistro) });
      expect(target.body.Result[0]).toMatchObject({ Phone: '+49 30 1234567', RowVersion: 2, Name: 'Bistro Blau' });
      expect((await app.changes(mark)).toSorted()).toEqual(['Create Note', 'Update Customer']);
    });

    it.each([
      ['has no update scope there', 'fia.clerk', CUSTOMER.bistro, 403, 'ScopeNone'],
      ['may read but not change it', 'fia.clerk', CUSTOMER.dorfladen, 403, 'ScopeNone'],
      ['may not even see it', 'nina.north', CUSTOMER.dorfladen, 403, 'OutOfScope'],
      ['names none', 'nina.north', CONTACT.anna, 400, 'Validation'],
    ])('changes nothing for one who %s', async (_, user, Id, status, code) => {
      await refused(app, () => note(user, { Id, Phone: '+49 30 7654321' }), status, code);
    });

    it('refuses a faulty change and undoes the insert (T22)', async () => {
      const [detail] = await refused(
        app,
        () => note('nina.north', { Id: CUSTOMER.bistro, Phone: 'x' }),
        400,
        'FieldRule',
      );
      expect(detail).toMatchObject({ FieldName: 'Phone', Path: 'Fields[1].Value.Phone' });
      await refused(app, () => note('nina.north', { Id: CUSTOMER.bistro, TaxId: 'DE811111111' }), 409, 'Conflict');
    });
  });
});
