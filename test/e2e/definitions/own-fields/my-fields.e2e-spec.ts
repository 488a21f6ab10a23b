import { byId, type Caller, match, TestApp } from '../../../support/test-app.js';
import { customer, REGION, USER } from '../../../support/demo.js';

interface Clause {
  readonly Filters: readonly object[];
  readonly FilterLogic?: string;
}

describe('where-clauses that compare with own fields of the caller', () => {
  let app: TestApp;
  let admin: Caller;
  const field = (fields: object): Promise<string> =>
    admin.inserted('Field', { EntityId: match('EntityName', 'User'), ...fields });
  const mine = (FieldName: string, Operator: string, Value: unknown) => ({
    Filters: [{ FieldName, Operator, Value, ValueType: 4 }],
  });
  const names = async (where: Clause, more: object = {}, caller = admin): Promise<readonly string[]> => {
    const WhereClause = {
      Filters: [{ FieldName: 'Note', Operator: 'EqualTo', Value: 'own' }, ...where.Filters],
      FilterLogic: where.FilterLogic ?? '1 AND 2',
    };
    const { status, body, text } = await caller.select('Probe', { WhereClause, ...more });
    if (status !== 200) throw new Error(text);
    return body.Result.map(({ Name }: { Name: string }) => Name).toSorted();
  };
  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.as('ada.admin');
    const types = {
      Name: 'Text',
      Note: 'Text',
      Size: 'Int',
      Price: 'Decimal',
      Day: 'Date',
      At: 'DateTime',
      IsOn: 'Bool',
      Key: 'Uuid',
    };
    const Fields = Object.entries(types).map(([FieldName, FieldType]) => ({ FieldName, FieldType }));
    const lookup = { FieldName: 'AreaId', FieldType: 'Lookup', Target: 'Region' };
    const kind = { FieldName: 'Grade', FieldType: 'Enum', Values: ['A', 'B', 'C'] };
    const document = { FormatVersion: 1, Entities: [{ EntityName: 'Probe', Fields: [...Fields, lookup, kind] }] };
    const own = ['Size', 'Price', 'Day', 'At', 'IsOn', 'Key', 'Name'].map((name) => ({
      FieldName: name,
      FieldType: types[name as keyof typeof types],
    }));
    document.Entities.push({ EntityName: 'User', Fields: [...own, lookup, { ...kind, Values: ['B', 'A'] }] } as never);
    const { status, text } = await admin.send('POST', '/environment/apply', document);
    if (status !== 200) throw new Error(text);
    const day = { Day: '2026-03-01', At: '2026-03-01T10:00:00.123Z', IsOn: true, Key: USER.nina };
    await admin.inserted('Probe', {
      Name: 'Same',
      Note: 'own',
      Size: 5,
      Price: '12345678901234.56',
      ...day,
      AreaId: REGION.north,
      Grade: 'B',
    });
    await admin.inserted('Probe', {
      Name: 'Other',
      Note: 'own',
      Size: 9,
      Price: 1,
      Day: '2026-04-01',
      At: '2026-03-01T10:00:01Z',
      IsOn: false,
      Key: USER.ada,
      AreaId: REGION.south,
      Grade: 'C',
    });
    await admin.inserted('Probe', { Name: 'None', Note: 'own' });
    const values = { Name: 'sAm_', Size: 5, Price: '12345678901234.56', ...day, AreaId: REGION.north, Grade: 'B' };
    const updated = await admin.update('User', values, byId(USER.ada));
    if (updated.status !== 200) throw new Error(updated.text);
  });
  afterAll(() => app.stop());

  it.each(['Size', 'Price', 'Day', 'At', 'IsOn', 'Key', 'AreaId', 'Grade'])('compares with My.%s', async (name) => {
    expect(await names(mine(name, 'EqualTo', `My.${name}`))).toEqual(['Same']);
    expect(await names(mine(name, 'NotEqualTo', ` my.${name.toUpperCase()} `))).toEqual(['Other']);
    expect(await names(mine(name, 'IN', [`My.${name}`]))).toEqual(['Same']);
  });

  it('compares in order, between, and by patterns', async () => {
    expect(await names(mine('Size', 'GreaterThan', 'My.Size'))).toEqual(['Other']);
    expect(await names(mine('Price', 'GreaterThan', 'My.Size'))).toEqual(['Same']);
    expect(await names(mine('Size', 'Between', ['My.Size', 'My.Size']))).toEqual(['Same']);
    expect(await names(mine('Name', 'StartsWith', 'My.Name'))).toEqual([]);
    await admin.update('User', { Name: 'sAm' }, byId(USER.ada));
    expect(await names(mine('Name', 'StartsWith', 'My.Name'))).toEqual(['Same']);
  });

  it.each([
    ['EqualTo', 'My.Size'],
    ['NotEqualTo', 'My.Size'],
    ['IN', ['My.Size']],
    ['NOTIN', ['My.Size']],
    ['LessThan', 'My.Size'],
    ['NotBetween', ['My.Size', 'My.Size']],
  ])('matches nothing by %s where the caller has no value', async (operator, value) => {
    await admin.update('User', { Size: null }, byId(USER.ada));
    try {
      for (const more of [{}, { Options: { NullSafeNegation: true } }]) {
        expect(await names(mine('Size', operator, value), more)).toEqual([]);
        expect(await names({ ...mine('Size', operator, value), FilterLogic: '1 AND NOT 2' }, more)).toEqual([]);
      }
    } finally {
      await admin.update('User', { Size: 5 }, byId(USER.ada));
    }
  });

  it('reads the values of each caller, at once', async () => {
    const nina = app.as('nina.north');
    const where = { WhereClause: mine('RegionId', 'EqualTo', 'My.AreaId') };
    const regions = async (caller: Caller): Promise<ReadonlySet<unknown>> => {
      const { body } = await caller.select('Customer', where);
      return new Set(body.Result.map(({ RegionId }: { RegionId: unknown }) => RegionId));
    };
    expect(await regions(admin)).toEqual(new Set([REGION.north]));
    expect(await regions(nina)).toEqual(new Set());
    await admin.inserted('Customer', customer({ RegionId: REGION.south, OwnerId: USER.nina }));
    await admin.update('User', { AreaId: REGION.south }, byId(USER.nina));
    expect(await regions(nina)).toEqual(new Set([REGION.south]));
    expect(await regions(admin)).toEqual(new Set([REGION.north]));
  });

  it.each([
    ['a misspelt name', 'Size', 'My.Sise', 'such as My.Size'],
    ['a field of ours', 'Name', 'My.Email', 'own fields of User, such as'],
    ['no name', 'Size', 'My.', 'own fields of User'],
    ['a path', 'Size', 'My.AreaId.Name', 'own fields of User'],
    ['a name of JavaScript', 'Size', 'My.constructor', 'own fields of User'],
    ['another type', 'Size', 'My.Name', 'fields of its kind, and My.Name is Text'],
    ['a day with a time', 'At', 'My.Day', 'fields of its kind, and My.Day is Date'],
  ])('refuses %s', async (_, name, value, message) => {
    const { status, body } = await admin.select('Probe', { WhereClause: mine(name, 'EqualTo', value) });
    expect([status, body.ErrorDetails[0].Code, body.Errors[0]]).toEqual([
      400,
      'BadFilter',
      expect.stringContaining(message),
    ]);
  });

  it('keeps a field that a saved query compares with, and signs people in when it goes', async () => {
    const id = await field({ FieldName: 'Zone', FieldType: 'Text' });
    await admin.update('User', { Zone: 'a' }, byId(USER.ada));
    const query = { Name: 'Mine', EntityName: 'Probe', WhereClause: mine('Name', 'EqualTo', 'My.Zone') };
    const saved = await admin.inserted('SavedQuery', query);
    const refused = await admin.delete('Field', byId(id));
    expect([refused.status, refused.body.ErrorDetails[0].Code]).toEqual([409, 'DeleteBlocked']);
    await admin.delete('SavedQuery', byId(saved));
    expect((await admin.delete('Field', byId(id))).status).toBe(200);
    expect((await admin.get('/me')).status).toBe(200);
  });

  it('signs people in while another node lacks the column', async () => {
    const schema = await app.schema();
    await field({ FieldName: 'Lost', FieldType: 'Text' });
    await app.query(`ALTER TABLE "${schema}"."User" DROP COLUMN "Lost"`);
    expect((await app.as('nils.north').get('/me')).status).toBe(200);
    expect(await names(mine('Name', 'EqualTo', 'My.Lost'))).toEqual([]);
  });
});
