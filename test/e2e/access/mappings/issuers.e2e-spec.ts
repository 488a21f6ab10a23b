import { ROLE, USER } from '../../../support/demo.js';
import {
  auth0Token,
  byToken,
  entraToken,
  IdentityProvider,
  keycloakToken,
} from '../../../support/identity-provider.js';
import { mapped, meOf, setProvision, signIn } from '../../../support/provisioned-app.js';
import { byId, DEVELOPMENT, SOUTHBAY, TestApp } from '../../../support/test-app.js';

const NOBODY = '403 NotMember';
const GROUP = 'f1e0c9a4-5f7d-4f0f-9a52-0c6d3a0e7b11';

describe('several issuers', () => {
  const north = new IdentityProvider('https://keycloak.example/realms/north');
  const south = new IdentityProvider('https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0');
  const both = new IdentityProvider('https://northgate.eu.auth0.com/');
  const stranger = new IdentityProvider('https://elsewhere.example');
  let app: TestApp;
  const admin = () => app.as('ada.admin');
  beforeAll(async () => {
    for (const provider of [north, south, both]) await provider.start();
    app = await TestApp.start({
      JWT_SECRET: 'a-secret-for-the-tokens-of-tests-0123456789',
      DEV_TOKENS: 'true',
      JWT_ISSUERS: JSON.stringify([
        north.setting({ Tenants: ['NORTHGATE'] }),
        south.setting({ Tenants: ['Southbay'] }),
        both.setting({ UserClaim: 'https://northgate.example/email' }),
      ]),
    });
    await setProvision(app, 'create');
    await setProvision(app, 'link', SOUTHBAY);
    await mapped(admin(), 'sellers', {
      Issuer: north.issuer,
      Claim: 'resource_access.orders.web.roles',
      Value: 'sales',
      RoleId: ROLE.salesRep,
    });
    await mapped(admin(), 'everybody of Auth0', {
      Issuer: both.issuer,
      Claim: 'https://northgate.example/roles',
      Value: 'Sales Manager',
      RoleId: ROLE.salesAssistant,
    });
    await mapped(admin(), 'a group', { Claim: 'groups', Value: GROUP, RoleId: ROLE.warehouse });
  }, 120_000);
  afterAll(async () => {
    await app.stop();
    for (const provider of [north, south, both]) provider.stop();
  });

  it('sign in to their own tenants only', async () => {
    const token = north.sign(keycloakToken('t-1', ['sales']));
    expect(meOf(await byToken(app, token).get('/me'))).toEqual({ Roles: ['SalesRep'], Teams: [] });
    expect(meOf(await byToken(app, token, SOUTHBAY).get('/me'))).toBe(NOBODY);
    const [{ TenantId }] = await app.query<{ TenantId: string }>(
      `SELECT id::text AS "TenantId" FROM platform.tenant WHERE name = 'Northgate'`,
    );
    expect((await byToken(app, token, { ...DEVELOPMENT, TenantId }).get('/me')).status).toBe(200);
    expect(meOf(await byToken(app, south.sign(entraToken('t-2', [GROUP]))).get('/me'))).toBe(NOBODY);
  });

  it('that are nobody’s, or sign with the keys of another one, are refused', async () => {
    expect(meOf(await signIn(app, stranger, keycloakToken('t-3', ['sales'])))).toBe('401 TokenInvalid');
    const forged = { ...keycloakToken('t-3', ['sales']), iss: north.issuer };
    expect(meOf(await signIn(app, south, forged))).toBe('401 TokenInvalid');
    expect(meOf(await signIn(app, north, { ...keycloakToken('t-3'), iss: undefined }))).toBe('401 TokenInvalid');
    expect(meOf(await signIn(app, north, { ...keycloakToken('t-3'), aud: 'another' }))).toBe('401 TokenInvalid');
  });

  it('with the same subject mean different people', async () => {
    const ofNorth = await signIn(app, north, keycloakToken('same', ['sales']));
    const ofBoth = await signIn(app, both, auth0Token('same', ['Sales Manager']));
    expect([ofNorth, ofBoth].map(meOf)).toEqual([
      { Roles: ['SalesRep'], Teams: [] },
      { Roles: ['SalesAssistant'], Teams: [] },
    ]);
    expect(ofNorth.body.Result.Id).not.toBe(ofBoth.body.Result.Id);
  });

  it('find users by the claim that their setting names, unless the user has an identity of another issuer', async () => {
    const claims = { 'https://northgate.example/email': 'nina.north' };
    expect((await signIn(app, both, auth0Token('auth0|1', [], claims))).body.Result.Id).toBe(USER.nina);
    const nils = { 'https://northgate.example/email': 'nils.north' };
    await admin().update('User', { ExternalIssuer: north.issuer, ExternalId: 'nils' }, byId(USER.nils));
    expect(meOf(await signIn(app, both, auth0Token('auth0|2', [], nils)))).toBe(NOBODY);
    expect((await signIn(app, north, keycloakToken('nils'))).body.Result.Id).toBe(USER.nils);
    const twice = await admin().update('User', { ExternalIssuer: north.issuer, ExternalId: 'nils' }, byId(USER.sara));
    expect([twice.status, twice.body.ErrorDetails[0].Code]).toEqual([409, 'Conflict']);
    for (const fields of [{ ExternalId: 'x' }, { ExternalIssuer: 'x' }, { ExternalIssuer: null }]) {
      const own = await app.as('mona.manager').update('User', fields, byId(USER.mona));
      expect(own.status).toBe(403);
    }
  });

  it('refuse tokens that leave out groups', async () => {
    const overage = {
      groups: undefined,
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.microsoft.com/v1.0/users/x/getMemberObjects' } },
    };
    const iss = both.issuer;
    for (const more of [overage, { groups: undefined, hasgroups: true }]) {
      const answer = await signIn(app, both, entraToken('e-1', [], { ...more, iss }));
      expect(meOf(answer)).toBe('401 TokenInvalid');
      const refused = await signIn(
        app,
        both,
        entraToken('e-1', [], { ...more, 'https://northgate.example/email': 'e' }),
      );
      expect(meOf(refused)).toBe('403 ClaimsIncomplete');
    }
  });

  it('refuse tokens whose groups make them too long, with an answer that says so', async () => {
    const groups = (count: number) => [GROUP, ...Array.from({ length: count }, (_, i) => `team-${i}`)];
    const sign = (count: number) => signIn(app, north, keycloakToken('g-1', [], { groups: groups(count) }));
    expect(meOf(await sign(300))).toEqual({ Roles: ['WarehouseOperator'], Teams: [] });
    expect(meOf(await sign(600))).toBe('401 TokenInvalid');
    expect((await sign(10_000)).status).toBe(431);
  });

  it('refuse a mapping for an issuer whose tokens are not accepted only where all issuers are named', async () => {
    const fields = { Claim: 'groups', Value: 'x', RoleId: ROLE.warehouse, Issuer: 'https://other.example' };
    expect((await admin().insert('IdentityMapping', { Name: 'others', ...fields })).status).toBe(200);
  });

  it('link a person by a verified address, once, and never an inactive or ambiguous one', async () => {
    const bob = app.as('bob.bay', SOUTHBAY);
    const person = (UserName: string, more = {}) =>
      bob.inserted('User', { UserName, DisplayName: UserName, Email: `${UserName}@entra.example`, ...more });
    const id = await person('lina');
    const token = (sub: string, name: string, more = {}) =>
      entraToken(sub, [], { email: `${name.toUpperCase()}@entra.example`, xms_edov: true, ...more });
    const at = async (claims: object) => signIn(app, south, { ...claims }, SOUTHBAY);
    expect(meOf(await at(token('l-1', 'lina', { xms_edov: undefined })))).toBe(NOBODY);
    expect(meOf(await at(token('l-1', 'lina', { email_verified: false })))).toBe(NOBODY);
    expect((await at(token('l-1', 'lina'))).body.Result.Id).toBe(id);
    expect((await at(token('l-1', 'somebody'))).body.Result.Id).toBe(id);
    expect(meOf(await at(token('l-2', 'lina')))).toBe(NOBODY);
    await person('gone', { IsActive: false });
    expect(meOf(await at(token('l-3', 'gone')))).toBe(NOBODY);
    await person('robot', { Kind: 'Service' });
    expect(meOf(await at(token('l-4', 'robot')))).toBe(NOBODY);
    await person('two');
    await person('two.more', { Email: 'two@entra.example' });
    expect(meOf(await at(token('l-5', 'two')))).toBe(NOBODY);
    const racing = await person('racer');
    const answers = await Promise.all(['l-6', 'l-7'].map((sub) => at(token(sub, 'racer'))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 200)!.body.Result.Id).toBe(racing);
  });
});

describe('mappings', () => {
  const provider = new IdentityProvider('https://id.example');
  let app: TestApp;
  beforeAll(async () => {
    await provider.start();
    app = await TestApp.start({
      JWT_SECRET: 'a-secret-for-the-tokens-of-tests-0123456789',
      JWT_ISSUER: 'https://tests.example',
      DEV_TOKENS: 'true',
      JWT_ISSUERS: JSON.stringify([provider.setting()]),
    });
  }, 120_000);
  afterAll(async () => {
    await app.stop();
    provider.stop();
  });

  const GOOD = { Claim: 'groups', Value: 'x' };
  it.each<[string, object, string]>([
    ['an issuer that is nobody’s', { ...GOOD, RoleId: ROLE.warehouse, Issuer: 'https://id.exampel' }, 'Issuer'],
    ['neither role nor team', GOOD, 'RoleId'],
    ['role and team', { ...GOOD, RoleId: ROLE.warehouse, TeamId: '2d5856b7-1c63-4a51-920f-d6411497fb6b' }, 'RoleId'],
    ['a role that is not there', { ...GOOD, RoleId: USER.nina }, 'RoleId'],
    ['no claim', { Value: 'x', RoleId: ROLE.warehouse }, 'Claim'],
  ])('with %s are refused', async (_, fields, field) => {
    const { status, body } = await app.as('ada.admin').insert('IdentityMapping', { Name: 'bad', ...fields });
    expect([status, body.ErrorDetails[0].FieldName]).toEqual([400, field]);
  });

  it('have names of their own, and are written by Administrators alone', async () => {
    const fields = { ...GOOD, Name: 'mine', RoleId: ROLE.warehouse, Issuer: provider.issuer };
    expect((await app.as('ada.admin').insert('IdentityMapping', fields)).status).toBe(200);
    expect((await app.as('ada.admin').insert('IdentityMapping', { ...fields, Name: 'MINE' })).status).toBe(409);
    expect((await app.as('nina.north').insert('IdentityMapping', { ...fields, Name: 'more' })).status).toBe(403);
  });

  it('move with the environment', async () => {
    const ada = app.as('ada.admin');
    const exported = (await ada.get('/environment/export')).body;
    const { IdentityMappings, ...rest } = exported.Result ?? exported;
    expect(IdentityMappings).toEqual([
      expect.objectContaining({ Name: 'mine', Claim: 'groups', Value: 'x', Role: 'WarehouseOperator' }),
    ]);
    const production = app.as('ada.admin', { ...DEVELOPMENT, EnvironmentId: 'Production' });
    const document = { ...rest, IdentityMappings };
    const plan = await production.send('POST', '/environment/plan', document);
    expect(plan.body.Result.Changes ?? plan.body.Result).toBeDefined();
    expect((await production.send('POST', '/environment/apply', document)).status).toBe(200);
    const there = await production.select('IdentityMapping');
    expect(there.body.Result).toMatchObject([{ Name: 'mine', RoleId: expect.any(String) }]);
    const wrong = { ...rest, IdentityMappings: [{ ...IdentityMappings[0], Issuer: 'https://nobody.example' }] };
    const gone = await ada.delete('Role', byId(ROLE.warehouse));
    expect([gone.status, gone.body.ErrorDetails[0].Code]).toEqual([409, 'DeleteBlocked']);
    const refused = await production.send('POST', '/environment/apply', wrong);
    expect([refused.status, refused.body.ErrorDetails[0].Message]).toEqual([
      400,
      expect.stringContaining('https://nobody.example'),
    ]);
  });
});
