import { byId, type Caller, match, TestApp, where } from '../../../support/test-app.js';
import { customer, ROLE, USER } from '../../../support/demo.js';

describe('rights on own fields of users and teams', () => {
  let app: TestApp;
  let admin: Caller;
  /** A member without any scope on User. */
  let member: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.as('ada.admin');
    member = app.as('nina.north');
    const EntityId = match('EntityName', 'User');
    await admin.inserted('Field', { EntityId, FieldName: 'Badge', FieldType: 'Text', Unique: true });
    await admin.inserted('Field', { EntityId, FieldName: 'Salary', FieldType: 'Int' });
    await admin.inserted('Field', {
      EntityId,
      FieldName: 'RegionId',
      FieldType: 'Lookup',
      TargetId: match('EntityName', 'Region'),
    });
    await admin.update('User', { Badge: 'B-7', Salary: 4711 }, byId(USER.ada));
  });
  afterAll(() => app.stop());

  const ADA = byId(USER.ada);
  const ascending = (FieldName: string) => [{ FieldName, Order: 'ASC' }];

  it('keeps the fields that every member may read', async () => {
    const { status, body } = await member.select('User', { WhereClause: ADA });
    expect([status, Object.keys(body.Result[0]).toSorted()]).toEqual([200, ['DisplayName', 'Id', 'IsActive']]);
  });

  it.each<[string, object]>([
    ['selects', { SelectedFields: ['Id', 'Salary'] }],
    ['filters', { WhereClause: where('Salary', 'EqualTo', 4711) }],
    ['unique filters', { WhereClause: where('Badge', 'EqualTo', 'B-7') }],
    ['sorts', { Sort: ascending('Salary') }],
    ['groups', { GroupBy: ['Salary'], Aggregates: [{ Function: 'Count', Alias: 'N' }] }],
    ['aggregates', { Aggregates: [{ Function: 'Max', FieldName: 'Salary', Alias: 'M' }] }],
    ['lookups of them', { WhereClause: where('RegionId.Name', 'EqualTo', 'North') }],
    ['distinct', { SelectedFields: ['Salary'], Distinct: true }],
  ])('refuses %s of them to a member without scope', async (_, more) => {
    const { status, text } = await member.select('User', more as never);
    expect([status, text]).toEqual([403, expect.not.stringContaining('4711')]);
  });

  it.each<[string, object]>([
    ['a dotted path', { SelectedFields: ['Id', 'OwnerId.Salary', 'OwnerId.Badge'], LoadLookUpValues: true }],
    ['a lookup', { LoadLookUpValues: true }],
    ['record information', { LoadRecordInfo: true }],
    ['an include', { Includes: [{ Relation: 'OwnerId' }] }],
    ['a search', { GlobalSearch: 'B-7' }],
  ])('shows nothing of them by %s', async (_, more) => {
    const { text } = await member.select('Customer', more as never);
    expect(text).not.toMatch(/4711|B-7/);
  });

  it('answers filters and sorts through lookups as for values that are not there', async () => {
    const filtered = await member.select('Customer', { WhereClause: where('CreatedBy.Salary', 'EqualTo', 4711) });
    expect(filtered.body.Result ?? []).toEqual([]);
    const searched = await member.select('User', { GlobalSearch: 'B-7' });
    expect(searched.body.Result ?? []).toEqual([]);
  });

  it('refuses to name a user by an own field', async () => {
    const fields = customer({ OwnerId: { Match: { FieldName: 'Badge', Value: 'B-7' } } });
    const { status, body } = await member.insert('Customer', fields);
    expect([status, body.Errors.join(' ')]).toEqual([400, expect.not.stringContaining('Badge')]);
  });

  it('hides them from history, descriptions, documents and lists', async () => {
    const { body } = await admin.select('User', { WhereClause: ADA, SelectedFields: ['RecordInformationId'] });
    const paths = [
      `/records/User/${USER.ada}`,
      `/records/User/${USER.ada}/history`,
      `/records/User/${body.Result[0].RecordInformationId}/history`,
      '/entities/User',
      '/openapi.json',
      '/me',
    ];
    for (const path of paths) {
      const { text } = await member.get(path);
      expect([path, /4711|B-7|Salary|Badge/.exec(text)]).toEqual([path, null]);
    }
    const audit = await member.select('AuditEntry', { WhereClause: where('EntityName', 'EqualTo', 'User') });
    expect(audit.text).not.toMatch(/4711|B-7/);
  });

  it('writes them by write scope only', async () => {
    for (const id of [USER.ada, USER.nina]) {
      const { status } = await member.update('User', { Salary: 1 }, byId(id));
      expect([status]).toEqual([403]);
    }
  });

  it('reads and writes them by scope, and by WritableFields', async () => {
    const access = { RoleId: ROLE.salesRep, EntityName: 'User', Read: 'All', Update: 'All', WritableFields: ['Badge'] };
    const id = await admin.inserted('RoleAccess', access);
    expect((await member.row('User', USER.ada)).Salary).toBe(4711);
    expect((await member.update('User', { Badge: 'B-8' }, byId(USER.nina))).status).toBe(200);
    expect((await member.update('User', { Salary: 1 }, byId(USER.nina))).status).toBe(403);
    const taken = await member.update('User', { Badge: 'B-7' }, byId(USER.nina));
    expect(taken.status).toBe(409);
    await admin.delete('RoleAccess', byId(id));
    expect(await member.row('User', USER.ada)).not.toHaveProperty('Salary');
  });

  it('lets only those define them who may write definitions', async () => {
    const fields = { EntityId: match('EntityName', 'User'), FieldName: 'Mine', FieldType: 'Text' };
    expect((await member.insert('Field', fields)).status).toBe(403);
  });
});
