import { CONTACT, CUSTOMER, customer, NOTE, REGION, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, match, TestApp } from '../../../support/test-app.js';

// Requirement: R101
describe('lookups of an insert', () => {
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
  ])('take %s', async (_, value) => {
    const { status, body } = await note('nina.north', value);
    expect([status, body.Result?.CustomerId]).toEqual([200, CUSTOMER.bistro]);
  });

  const deletedId = async (): Promise<string> => {
    const { body } = await app
      .as('ada.admin')
      .insert('Customer', customer({ OwnerId: USER.nina, TaxId: 'DE700000001' }));
    await app.as('ada.admin').delete('Customer', byId(body.Result.Id));
    return body.Result.Id as string;
  };

  // Requirement: R101, T23
  it('answer alike for a missing, deleted or hidden target', async () => {
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
      const { Match } = value as { readonly Match?: { readonly FieldName: string; readonly Value: string } };
      const lookedFor = Match ? ` with the ${Match.FieldName} '${Match.Value}'` : '';
      expect(details).toEqual([
        {
          Code: 'Validation',
          Message: `CustomerId: there is no such Customer${lookedFor}.`,
          FieldName: 'CustomerId',
          Path: 'Fields[1]',
        },
      ]);
    }
  });

  it('say how to match where a text stands in place of an id', async () => {
    const [detail] = await refused(app, () => note('nina.north', 'DE700000001'), 400, 'Validation');
    expect(detail.Message).toBe(
      `CustomerId must be a UUID, not text 'DE700000001'. To give it by TaxId, write {"Match":{"FieldName":"TaxId","Value":"DE700000001"}}.`,
    );
  });

  it.each([
    ['Match on a field that is not unique', match('Name', 'Bistro Blau'), 'Validation'],
    ['Match on no field', match('Nonsense', 1), 'Validation'],
    ['Match without FieldName', { Match: { Value: 1 } }, 'Validation'],
    ['Match of another kind', { Match: 'x' }, 'UnknownField'],
    ['Match with a value of the wrong type', match('ErpId', 'x'), 'Validation'],
    ['Match with null', match('Email', null), 'Validation'],
    ['a text that is no UUID', 'Bistro Blau', 'Validation'],
    ['a number', 4, 'Validation'],
    ['a boolean', true, 'Validation'],
    ['an Id that is none', { Id: 'x' }, 'Validation'],
    ['an array of other things', [1], 'Validation'],
  ])('refuse %s', async (_, value, code) => {
    const details = await refused(app, () => note('nina.north', value), 400, code);
    expect(details[0].Path).toMatch(/^Fields\[1\]/);
  });

  // See docs/interface/records.md#fields-that-every-member-may-read
  it('let every member pick users, teams and statuses', async () => {
    const { status, body } = await app.as('nina.north').insert('Customer', customer({ AccountManagerId: USER.mona }));
    expect([status, body.Result?.AccountManagerId]).toEqual([200, USER.mona]);
    const byName = await app
      .as('nina.north')
      .insert('Customer', customer({ AccountManagerId: match('UserName', 'mona.manager') }));
    expect([byName.status, byName.body.Result?.AccountManagerId]).toEqual([200, USER.mona]);
  });

  it('cannot create or change users, teams or statuses', async () => {
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

  describe('with an inline record', () => {
    const fields = { Name: 'Inline', TaxId: 'DE710000001', RegionId: match('Code', 'NO') };

    it.each([
      ['an object', { ...fields }],
      [
        'assignments',
        Object.entries({ ...fields, TaxId: 'DE710000002' }).map(([FieldName, Value]) => ({ FieldName, Value })),
      ],
    ])('create the target from %s in the same transaction', async (_, value) => {
      const mark = await app.mark();
      const { status, body } = await note('nina.north', value);
      expect(status).toBe(200);
      const target = await app.as('nina.north').select('Customer', { WhereClause: byId(body.Result.CustomerId) });
      expect(target.body.Result).toEqual([
        expect.objectContaining({ Name: 'Inline', RegionId: REGION.north, OwnerId: USER.nina }),
      ]);
      expect((await app.changes(mark)).toSorted()).toEqual(['Create Customer', 'Create Note']);
    });

    // See docs/interface/records.md#lookups
    it('need create scope of the target', async () => {
      const RegionId = { Code: 'XX', Name: 'X', CountryCode: 'XX' };
      await refused(app, () => app.as('nina.north').insert('Customer', customer({ RegionId })), 403, 'ScopeNone');
    });

    // Requirement: T22
    it('roll back both when one fails, with its path', async () => {
      const [detail] = await refused(app, () => note('nina.north', { ...fields, TaxId: 'no' }), 400, 'FieldRule');
      expect(detail).toMatchObject({ FieldName: 'TaxId', Path: 'Fields[1].Value.TaxId' });
      const call = () => app.as('nina.north').insert('Note', { CustomerId: { ...fields, TaxId: 'DE710000003' } });
      await refused(app, call, 400, 'FieldRule');
    });

    it('change the target that the Id names', async () => {
      const mark = await app.mark();
      const { status, body } = await note('nina.north', { Id: CUSTOMER.bistro, Phone: '+49 30 1234567' });
      expect([status, body.Result?.CustomerId]).toEqual([200, CUSTOMER.bistro]);
      const target = await app.as('nina.north').select('Customer', { WhereClause: byId(CUSTOMER.bistro) });
      expect(target.body.Result[0]).toMatchObject({ Phone: '+49 30 1234567', RowVersion: 2, Name: 'Bistro Blau' });
      expect((await app.changes(mark)).toSorted()).toEqual(['Create Note', 'Update Customer']);
    });

    it.each([
      ['has no update scope there', 'fia.clerk', CUSTOMER.bistro, 403, 'ScopeNone'],
      ['may read but not change it', 'fia.clerk', CUSTOMER.dorfladen, 403, 'ScopeNone'],
      ['may not even see it', 'nina.north', CUSTOMER.dorfladen, 403, 'OutOfScope'],
      ['names none', 'nina.north', CONTACT.anna, 400, 'Validation'],
    ])('change nothing for a caller who %s', async (_, user, Id, status, code) => {
      await refused(app, () => note(user, { Id, Phone: '+49 30 7654321' }), status, code);
    });

    // Requirement: T22
    it('refuse a faulty change and roll back the insert', async () => {
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
