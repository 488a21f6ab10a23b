import { IdentityProvider, keycloakToken, byToken } from '../../../support/identity-provider.js';
import { customer, ROLE, TEAM, USER } from '../../../support/demo.js';
import { mapped, meOf, setProvision, signIn } from '../../../support/provisioned-app.js';
import { until } from '../../../support/until.js';
import { byId, TestApp, type Row } from '../../../support/test-app.js';

const NOBODY = '403 NotMember';

describe('an environment that provisions people by their tokens', () => {
  const provider = new IdentityProvider('https://id.example/realms/north');
  let app: TestApp;
  const settings = () => ({
    JWT_SECRET: 'a-secret-for-the-tokens-of-tests-0123456789',
    DEV_TOKENS: 'true',
    JWT_ISSUERS: JSON.stringify([provider.setting()]),
  });
  const admin = () => app.as('ada.admin');
  const usersOf = async (ExternalId: string): Promise<readonly Row[]> => {
    const schema = await app.schema();
    return app.query(`SELECT * FROM "${schema}"."User" WHERE "ExternalId" = $1 AND NOT "IsDeleted"`, [ExternalId]);
  };
  beforeAll(async () => {
    await provider.start();
    app = await TestApp.start(settings());
    await setProvision(app, 'create');
    await mapped(admin(), 'sellers', { Claim: 'realm_access.roles', Value: 'sales', RoleId: ROLE.salesRep });
    await mapped(admin(), 'storekeepers', { Claim: 'realm_access.roles', Value: 'stock', RoleId: ROLE.warehouse });
    await mapped(admin(), 'north', { Claim: 'realm_access.roles', Value: 'north', TeamId: TEAM.salesNorth });
  }, 120_000);
  afterAll(async () => {
    await app.stop();
    provider.stop();
  });

  it('makes a person whom nobody made, in the call, with the roles and teams of their token', async () => {
    const answer = await signIn(app, provider, keycloakToken('p-1', ['sales', 'north']));
    expect(meOf(answer)).toEqual({ Roles: ['SalesRep'], Teams: ['SalesNorth'] });
    expect(answer.body.Result).toMatchObject({
      UserName: 'kim@keycloak.example',
      DisplayName: 'Kim Keycloak',
      Email: 'kim@keycloak.example',
    });
  });

  it('takes a role that has gone, and gives a new one, in the same call', async () => {
    await signIn(app, provider, keycloakToken('p-2', ['sales']));
    const next = await signIn(app, provider, keycloakToken('p-2', ['stock']));
    expect(meOf(next)).toEqual({ Roles: ['WarehouseOperator'], Teams: [] });
    expect(await usersOf('p-2')).toHaveLength(1);
  });

  it('leaves roles alone that no mapping names', async () => {
    await signIn(app, provider, keycloakToken('p-3', ['sales']));
    const [{ Id }] = await usersOf('p-3');
    await admin().inserted('UserRole', { UserId: Id, RoleId: ROLE.salesAssistant });
    const next = await signIn(app, provider, keycloakToken('p-3', ['stock']));
    expect(meOf(next)).toEqual({ Roles: ['SalesAssistant', 'WarehouseOperator'], Teams: [] });
  });

  it.each<[string, unknown, readonly string[]]>([
    ['an absent claim changes nothing', undefined, ['SalesRep']],
    ['an empty list takes mapped roles', { roles: [] }, []],
    ['a text counts as a list of one', { roles: 'stock' }, ['WarehouseOperator']],
    ['a number changes nothing', { roles: 7 }, ['SalesRep']],
    ['an object changes nothing', { roles: { sales: true } }, ['SalesRep']],
    ['null changes nothing', { roles: null }, ['SalesRep']],
    ['elements that are no texts count for nothing', { roles: [7, null, { a: 1 }, 'stock'] }, ['WarehouseOperator']],
    ['values differ in letter case', { roles: ['SALES', 'stock'] }, ['WarehouseOperator']],
    ['other names of the same path are no claim', 'sales', ['SalesRep']],
  ])('%s', async (title, realm_access, roles) => {
    const sub = `claim ${title}`;
    await signIn(app, provider, keycloakToken(sub, ['sales']));
    const next = await signIn(app, provider, keycloakToken(sub, [], { realm_access }));
    expect(meOf(next)).toEqual({ Roles: roles, Teams: [] });
  });

  it('changes nothing by an older token, by the same one, and by one from the future', async () => {
    const old = provider.sign(keycloakToken('p-4', ['stock']));
    const now = provider.sign(keycloakToken('p-4', ['sales']));
    const rep = { Roles: ['SalesRep'], Teams: [] };
    expect(meOf(await byToken(app, now).get('/me'))).toEqual(rep);
    expect(meOf(await byToken(app, old).get('/me'))).toEqual(rep);
    const [{ Id }] = await usersOf('p-4');
    await admin().delete('UserRole', {
      LogicalOperator: 'AND',
      Filters: [{ FieldName: 'UserId', Operator: 'EqualTo', Value: Id }],
    });
    expect(meOf(await byToken(app, now).get('/me'))).toEqual({ Roles: [], Teams: [] });
    const iat = Math.floor(Date.now() / 1_000) + 3_600;
    expect(meOf(await signIn(app, provider, keycloakToken('p-4', ['stock'], { iat })))).toEqual({
      Roles: [],
      Teams: [],
    });
    expect(meOf(await signIn(app, provider, keycloakToken('p-4', ['stock'])))).toEqual({
      Roles: ['WarehouseOperator'],
      Teams: [],
    });
  });

  it('makes one user of many first requests, on two nodes', async () => {
    const node = await app.startAnother(settings());
    const tokens = [provider.sign(keycloakToken('p-5', ['sales'])), provider.sign(keycloakToken('p-5', ['sales']))];
    const calls = Array.from({ length: 40 }, (_, i) => byToken(i % 2 ? app : node, tokens[i % 3 ? 0 : 1]).get('/me'));
    const answers = await Promise.all(calls);
    expect([...new Set(answers.map((answer) => JSON.stringify(meOf(answer))))]).toEqual([
      JSON.stringify({ Roles: ['SalesRep'], Teams: [] }),
    ]);
    expect(await usersOf('p-5')).toHaveLength(1);
    await node.stop();
  });

  it('takes a role within a second on the other node, and lets requests that have begun end', async () => {
    const node = await app.startAnother(settings());
    const token = provider.sign(keycloakToken('p-11', ['sales']));
    const [here, there] = [byToken(app, token), byToken(node, token)];
    const id = await here.inserted('Customer', customer());
    expect((await there.get('/me')).body.Result.Roles).toHaveLength(1);
    const holder = await app.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT 1 FROM "${await app.schema()}"."Customer" WHERE "Id" = $1 FOR UPDATE`, [id]);
    const begun = here.update('Customer', { Name: 'Late' }, byId(id));
    await until('the update waits', async () => {
      const waiting = await app.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
      return waiting.length > 0;
    });
    expect(meOf(await signIn(app, provider, keycloakToken('p-11', [])))).toEqual({ Roles: [], Teams: [] });
    const start = performance.now();
    await until('the role is gone', async () => (await there.get('/me')).body.Result.Roles.length === 0);
    expect(performance.now() - start).toBeLessThan(1_000);
    await holder.query('COMMIT');
    holder.release();
    expect((await begun).status).toBe(200);
    expect((await here.update('Customer', { Name: 'Later' }, byId(id))).status).toBe(403);
    await node.stop();
  });

  it('admits nobody without a matching claim, an issuer or a subject, and whom an Administrator has locked out', async () => {
    expect(meOf(await signIn(app, provider, keycloakToken('p-6', ['other'], { email_verified: false })))).toBe(NOBODY);
    expect(await usersOf('p-6')).toEqual([]);
    await signIn(app, provider, keycloakToken('p-7', ['sales']));
    const [{ Id }] = await usersOf('p-7');
    await admin().update('User', { IsActive: false }, byId(Id));
    expect(meOf(await signIn(app, provider, keycloakToken('p-7', ['stock'])))).toBe('401 TokenInvalid');
    const roles = await app.query(
      `SELECT "RoleId" FROM "${await app.schema()}"."UserRole" WHERE "UserId" = $1 AND NOT "IsDeleted"`,
      [Id],
    );
    expect(roles).toEqual([{ RoleId: ROLE.salesRep }]);
  });

  it('sends no statement for a token that it has stored', async () => {
    const caller = byToken(app, provider.sign(keycloakToken('p-8', ['sales'])));
    await caller.get('/me');
    const before = await app.mark();
    const stored = async () => app.query(`SELECT xmin::text, issued_at FROM platform.issued_token ORDER BY person`);
    const rows = await stored();
    for (let i = 0; i < 5; i++) await caller.get('/me');
    expect([await app.mark(), await stored()]).toEqual([before, rows]);
  });

  it('names the mapping in the audit log, in GET /me and in explanations', async () => {
    const token = provider.sign(keycloakToken('p-9', ['sales', 'north']));
    const { body } = await byToken(app, token).get('/me');
    expect(body.Result.Roles).toEqual([
      { Id: ROLE.salesRep, Name: 'SalesRep', Label: 'Sales representative', Mapping: 'sellers' },
    ]);
    expect(body.Result.Teams).toMatchObject([{ Name: 'SalesNorth', Mapping: 'north' }]);
    const [{ Id }] = await usersOf('p-9');
    const filter = (FieldName: string, Value: unknown) => ({ FieldName, Operator: 'EqualTo', Value });
    const audit = await admin().select('AuditEntry', {
      SelectedFields: ['EntityName', 'Operation', 'UserId', 'Source', 'Via'],
      WhereClause: {
        LogicalOperator: 'AND',
        Filters: [filter('Source', 'Mapping'), filter('EntityName', 'TeamMember')],
      },
    });
    expect(audit.body.Result.at(-1)).toMatchObject({
      Operation: 'Create',
      Source: 'Mapping',
      Via: { Kind: 'Mapping', Name: 'north' },
    });
    const explained = await admin().get(`/access/explain?entityName=Customer&operation=Read&userId=${String(Id)}`);
    expect(explained.body.Result.Reasons).toContainEqual(expect.objectContaining({ Kind: 'Mapping', Name: 'sellers' }));
  });

  it('never gives Administrator unless the mapping allows it, and leaves it to the last one', async () => {
    const Claim = 'realm_access.roles';
    const [{ RoleId }] = await app.query<{ RoleId: string }>(
      `SELECT "Id"::text AS "RoleId" FROM "${await app.schema()}"."Role" WHERE "Name" = 'Administrator'`,
    );
    const refused = await admin().insert('IdentityMapping', { Name: 'admins', Claim, Value: 'admin', RoleId });
    expect([refused.status, refused.body.ErrorDetails[0].FieldName]).toEqual([400, 'AllowAdministrator']);
    await mapped(admin(), 'admins', { Claim, Value: 'admin', RoleId, AllowAdministrator: true });
    const given = await signIn(app, provider, keycloakToken('p-10', ['admin']));
    expect(given.body.Result.IsAdministrator).toBe(true);
    const taken = await signIn(app, provider, keycloakToken('p-10', []));
    expect(taken.body.Result.IsAdministrator).toBe(false);
    await signIn(app, provider, keycloakToken('p-10', ['admin']));
    const [{ Id }] = await usersOf('p-10');
    const demoted = byToken(app, provider.sign(keycloakToken('p-10', ['admin'])));
    expect((await demoted.update('User', { IsActive: false }, byId(USER.ada))).status).toBe(200);
    const kept = await signIn(app, provider, keycloakToken('p-10', []));
    expect(kept.body.Result.IsAdministrator).toBe(true);
    await demoted.update('User', { IsActive: true }, byId(USER.ada));
    const last = await signIn(app, provider, keycloakToken('p-10', []));
    expect([last.body.Result.Id, last.body.Result.IsAdministrator]).toEqual([Id, false]);
  });
});
