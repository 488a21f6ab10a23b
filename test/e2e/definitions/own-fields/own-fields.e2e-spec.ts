import { byId, type Caller, match, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { USER } from '../../../support/demo.js';

describe('own fields of users and teams', () => {
  let app: TestApp;
  let admin: Caller;
  const field = (entity: string, fields: object): Promise<string> =>
    admin.inserted('Field', { EntityId: match('EntityName', entity), ...fields });
  const refusal = async (entity: string, fields: object): Promise<readonly unknown[]> => {
    const mark = await app.mark();
    const { status, body } = await admin.insert('Field', { EntityId: match('EntityName', entity), ...fields });
    expect(await app.mark()).toBe(mark);
    return [status, body.ErrorDetails[0].FieldName, body.Errors.join(' ')];
  };
  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.as('ada.admin');
    await field('User', { FieldName: 'Region', FieldType: 'Text', MaxLength: 20, Label: 'Sales region' });
  });
  afterAll(() => app.stop());

  it('stores, selects and describes values', async () => {
    expect((await admin.update('User', { Region: 'North' }, byId(USER.ada))).status).toBe(200);
    const { body } = await admin.select('User', { WhereClause: where('Region', 'EqualTo', 'North') });
    expect(body.Result).toEqual([expect.objectContaining({ Id: USER.ada, Region: 'North' })]);
    const { Fields } = (await admin.get('/entities/User')).body.Result;
    const described = { FieldName: 'Region', Label: 'Sales region', MaxLength: 20 };
    expect(Fields).toContainEqual(expect.objectContaining(described));
    await field('Team', { FieldName: 'Budget', FieldType: 'Decimal', Precision: 12, Scale: 2 });
    const team = await admin.inserted('Team', { Name: 'Budgeted', Budget: 12.5 });
    expect((await admin.row('Team', team)).Budget).toBe(12.5);
  });

  it('checks values like those of business entities', async () => {
    const { status, body } = await admin.update('User', { Region: 'x'.repeat(21) }, byId(USER.ada));
    expect([status, body.ErrorDetails[0].FieldName, body.Errors[0]]).toEqual([
      400,
      'Region',
      expect.stringContaining('at most 20 characters'),
    ]);
    const misspelt = await admin.update('User', { Regoin: 'x' }, byId(USER.ada));
    expect([misspelt.status, misspelt.body.Errors[0]]).toEqual([400, expect.stringContaining("'Region'")]);
  });

  it.each([
    ['a name of ours in another letter case', 'User', 'Username', 'User.Username: User has a field of this name'],
    ['a name of ours of a team', 'Team', 'NAME', 'Team.NAME: Team has a field of this name'],
    ['our prefix', 'User', 'DsCostCentre', 'names that begin with Ds, in any letter case, are reserved'],
    ['our prefix in another letter case', 'Team', 'DSTILL', 'names that begin with Ds'],
    ['a system field', 'User', 'OwnerId', 'User.OwnerId: OwnerId is a reserved name'],
    ['a system field in another letter case', 'User', 'RowVERSION', 'is a reserved name'],
    ['a column of ours', 'User', 'DeletedBy', 'is a reserved name'],
    ['an own field in another letter case', 'User', 'REGION', 'letter case makes no difference'],
    ['a name of JavaScript', 'User', 'constructor', 'is not a valid name'],
    ['a name with a quote', 'User', 'A"; DROP', 'is not a valid name'],
    ['a relation', 'User', 'UserManagerId', 'a relation of User has this name'],
  ])('refuses %s as a name', async (_, entity, FieldName, message) => {
    const [status, member, text] = await refusal(entity, { FieldName, FieldType: 'Text' });
    expect([status, member, text]).toEqual([400, 'FieldName', expect.stringContaining(message)]);
  });

  it('takes names of JavaScript that are valid', async () => {
    await field('User', { FieldName: 'Constructor', FieldType: 'Text' });
    await field('User', { FieldName: 'ToString', FieldType: 'Int' });
    expect((await admin.update('User', { Constructor: 'a', ToString: 1 }, byId(USER.ada))).status).toBe(200);
    expect(await admin.row('User', USER.ada)).toMatchObject({ Constructor: 'a', ToString: 1 });
  });

  it.each([
    ['Required', { FieldType: 'Text', Required: true }, 'cannot be Required'],
    ['FieldType', { FieldType: 'Computed', ResultType: 'Text', Expression: 'UserName' }, 'derived or numbered'],
    ['FieldType', { FieldType: 'Rollup', Function: 'Count' }, ''],
    ['FieldType', { FieldType: 'AutoNumber', Pattern: 'U-{000}' }, 'derived or numbered'],
    ['Default', { FieldType: 'Date', Default: 'Today' }, 'must be a constant'],
    ['Default', { FieldType: 'Lookup', TargetId: match('EntityName', 'User'), Default: 'Me' }, 'must be a constant'],
    ['Default', { FieldType: 'Text', Unique: true, Default: 'a' }, 'must be a constant'],
    ['Default', { FieldType: 'Int', Default: 'a' }, 'Default must be'],
  ])('refuses what could keep people from signing in: %s %j', async (member, fields, message) => {
    expect(await refusal('User', { FieldName: 'Refused', ...fields })).toEqual([
      400,
      member,
      expect.stringContaining(message),
    ]);
  });

  it.each(['Role', 'UserRole', 'Entity', 'ApiKey'])('refuses own fields of %s', async (entity) => {
    const [status, , text] = await refusal(entity, { FieldName: 'Own', FieldType: 'Text' });
    expect([status, text]).toEqual([400, expect.stringContaining('part of the service itself')]);
  });

  it('keeps the fields of the service', async () => {
    const { body } = await admin.select('Field', {
      WhereClause: {
        Filters: [
          { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: 'User' },
          { FieldName: 'FieldName', Operator: 'EqualTo', Value: 'Email' },
        ],
      },
    });
    const [{ Id }] = body.Result;
    expect((await admin.update('Field', { Required: true }, byId(Id))).status).toBe(400);
    expect((await admin.update('Field', { FieldName: 'Mine' }, byId(Id))).status).toBe(400);
    expect((await admin.delete('Field', byId(Id))).status).toBe(400);
  });

  it('adds columns to one environment only', async () => {
    const other = app.as('ada.admin', SOUTHBAY);
    const { status, text } = await other.select('User', { SelectedFields: ['Id', 'Region'] });
    expect([status, text]).toEqual([expect.any(Number), expect.not.stringContaining('North')]);
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it('deletes a field, and its column with the purge', async () => {
    const id = await field('User', { FieldName: 'Gone', FieldType: 'Int' });
    expect((await admin.update('User', { Gone: 5 }, byId(USER.ada))).status).toBe(200);
    expect((await admin.delete('Field', byId(id))).status).toBe(200);
    expect(await admin.row('User', USER.ada)).not.toHaveProperty('Gone');
    expect((await admin.restore('Field', byId(id))).status).toBe(200);
    expect((await admin.row('User', USER.ada)).Gone).toBe(5);
    await admin.delete('Field', byId(id));
    expect((await admin.purge('Field', byId(id))).status).toBe(200);
    expect((await admin.get('/me')).status).toBe(200);
  });

  it('has lookups, whose targets stay or go', async () => {
    const TargetId = match('EntityName', 'Region');
    await field('User', { FieldName: 'RegionId', FieldType: 'Lookup', TargetId });
    const RegionId = await admin.inserted('Region', { Code: 'EAST', Name: 'East', CountryCode: 'DE' });
    await admin.update('User', { RegionId }, byId(USER.nina));
    const blocked = await admin.delete('Region', byId(RegionId));
    expect([blocked.status, blocked.body.ErrorDetails[0].Code]).toEqual([409, 'DeleteBlocked']);
    const relation = {
      Name: 'PeopleOfRegion',
      ParentEntityId: match('EntityName', 'Region'),
      ChildEntityId: match('EntityName', 'User'),
      ChildField: 'RegionId',
    };
    const cascading = await admin.insert('Relation', { ...relation, OnDelete: 'Cascade' });
    expect([cascading.status, cascading.body.Errors[0]]).toEqual([
      400,
      expect.stringContaining('its records are not deleted with others'),
    ]);
    await admin.inserted('Relation', { ...relation, OnDelete: 'SetNull' });
    expect((await admin.delete('Region', byId(RegionId))).status).toBe(200);
    expect(await admin.row('User', USER.nina)).toMatchObject({ RegionId: null, IsActive: true });
    expect((await app.as('nina.north').get('/me')).status).toBe(200);
  });

  it('describes them in OpenAPI', async () => {
    await field('Team', { FieldName: 'Floor', FieldType: 'Int', Label: 'Floor of the office' });
    const { text } = await admin.get('/openapi.json');
    expect(text).toContain('Sales region');
    expect(text).toContain('Floor of the office');
  });

  it('indexes them', async () => {
    const id = await field('User', { FieldName: 'Desk', FieldType: 'Text', Indexed: true });
    await until('the index is ready', async () => (await admin.row('Field', id)).IndexState === 'Ready');
  });
});
