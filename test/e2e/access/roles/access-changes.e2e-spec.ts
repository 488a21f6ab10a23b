import { CUSTOMER, REGION, ROLE, TEAM, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';

const allOf = (filters: Readonly<Record<string, unknown>>): unknown => ({
  Filters: Object.entries(filters).map(([FieldName, Value]) => ({ FieldName, Operator: 3, Value })),
});

// Requirement: R161
describe('changes of roles, members and users', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const read = async (user: string, entity: string): Promise<string> =>
    (await app.as(user).get(`/access?entityName=${entity}`)).body.Result[0].Read;
  const done = async (call: Promise<Answer>): Promise<Answer> => {
    const answer = await call;
    expect([answer.status, answer.body.Errors]).toEqual([200, []]);
    expect(answer.body.RecordAffected).toBe(1);
    return answer;
  };

  it('apply a granted and a revoked scope to the very next request', async () => {
    const ada = app.as('ada.admin');
    for (let round = 0; round < 5; round++) {
      expect(await read('tess.temp', 'Customer')).toBe('None');
      await done(ada.insert('RoleAccess', { RoleId: ROLE.salesAssistant, EntityName: 'Customer', Read: 'Team' }));
      expect(await read('tess.temp', 'Customer')).toBe('Team');
      const found = await app.as('tess.temp').select('Customer', { WhereClause: byId(CUSTOMER.cafe) });
      expect(found.body.Result).toHaveLength(1);
      const row = allOf({ RoleId: ROLE.salesAssistant, EntityName: 'Customer' });
      await done(ada.update('RoleAccess', { Read: 'Own' }, row));
      expect(await read('tess.temp', 'Customer')).toBe('Own');
      await done(ada.delete('RoleAccess', row));
      await refused(app, () => app.as('tess.temp').select('Customer'), 403, 'ScopeNone');
    }
  });

  it('apply when a role is given to a user and taken away', async () => {
    expect(await read('omar.outside', 'Order')).toBe('None');
    await done(app.as('ada.admin').insert('UserRole', { UserId: USER.omar, RoleId: ROLE.warehouse }));
    expect(await read('omar.outside', 'Order')).toBe('All');
    await done(app.as('ada.admin').delete('UserRole', allOf({ UserId: USER.omar, RoleId: ROLE.warehouse })));
    expect(await read('omar.outside', 'Order')).toBe('None');
  });

  it('apply when a user joins and leaves a team', async () => {
    const sees = async (): Promise<number> => {
      const { body } = await app.as('mona.manager').select('Customer', { WhereClause: byId(CUSTOMER.fern) });
      return body.Result.length;
    };
    expect(await sees()).toBe(0);
    await done(app.as('ada.admin').insert('TeamMember', { UserId: USER.mona, TeamId: TEAM.salesSouth }));
    expect(await sees()).toBe(1);
    await done(app.as('ada.admin').delete('TeamMember', allOf({ UserId: USER.mona, TeamId: TEAM.salesSouth })));
    expect(await sees()).toBe(0);
  });

  // Requirement: R79
  it('apply when a team moves below another: Team scope of the parent then covers its members', async () => {
    const sees = async (): Promise<number> => {
      const { body } = await app.as('hugo.head').select('Customer', { WhereClause: byId(CUSTOMER.fern) });
      return body.Result.length;
    };
    expect(await sees()).toBe(1);
    const south = byId(TEAM.salesSouth);
    const parent = (await app.as('ada.admin').select('Team', { WhereClause: south })).body.Result[0].ParentTeamId;
    await done(app.as('ada.admin').update('Team', { ParentTeamId: TEAM.finance }, south));
    expect(await sees()).toBe(0);
    await done(app.as('ada.admin').update('Team', { ParentTeamId: parent }, south));
    expect(await sees()).toBe(1);
  });

  it('apply when a user is disabled and enabled', async () => {
    expect((await app.as('nils.north').get('/access')).status).toBe(200);
    await done(app.as('ada.admin').update('User', { IsActive: false }, byId(USER.nils)));
    expect((await app.as('nils.north').get('/access')).status).toBe(401);
    await done(app.as('ada.admin').update('User', { IsActive: true }, byId(USER.nils)));
    expect((await app.as('nils.north').get('/access')).status).toBe(200);
  });

  it('make a new user with roles a member at once, and a deleted user no member', async () => {
    expect((await app.as('new.comer').get('/access')).status).toBe(403);
    const fields = { UserName: 'new.comer', DisplayName: 'New', UserRole: [{ RoleId: ROLE.salesRep }] };
    const { body } = await done(app.as('ada.admin').insert('User', fields));
    expect(await read('new.comer', 'Customer')).toBe('Own');
    await done(app.as('ada.admin').delete('User', byId(body.Result.Id)));
    expect((await app.as('new.comer').get('/access')).status).toBe(403);
  });

  it('raise the access version only for committed changes, not for refusals, dry runs or business data', async () => {
    const versions = async (): Promise<unknown> => {
      const text = 'SELECT id, definitions_version, principals_version FROM platform.environment ORDER BY id';
      return app.query(text);
    };
    const before = await versions();
    const Fields = [{ FieldName: 'Name', Value: 'X' }];
    const body = { EntityName: 'Role', Fields, Options: { DryRun: true } };
    expect((await app.as('ada.admin').send('POST', '/records/insert', body)).status).toBe(200);
    await refused(app, () => app.as('ada.admin').insert('Role', { Name: 'SalesRep' }), 409, 'Conflict');
    await refused(app, () => app.as('nina.north').insert('Role', { Name: 'Y' }), 403, 'ScopeNone');
    const same = byId(ROLE.salesRep);
    expect((await app.as('ada.admin').update('Role', { Name: 'SalesRep' }, same)).status).toBe(200);
    expect((await app.as('ada.admin').update('Region', { Name: 'North!' }, byId(REGION.north))).status).toBe(200);
    expect(await versions()).toEqual(before);
  });
});
