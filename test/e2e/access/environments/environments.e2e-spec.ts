import { cloneEnvironments } from '../../../support/clone-environments.js';
import { ROLE, USER } from '../../../support/demo.js';
import { byToken, IdentityProvider, keycloakToken } from '../../../support/identity-provider.js';
import { keyOf } from '../../../support/keys.js';
import { mapped, setProvision, signIn } from '../../../support/provisioned-app.js';
import { type Answer, byId, DEVELOPMENT, type Place, type Row, SOUTHBAY, TestApp } from '../../../support/test-app.js';

/** Places of an answer, as `Northgate/OrderToCash/Development`. */
const placesOf = ({ body }: Answer): readonly string[] =>
  body.Result.map((row: Record<string, string>) => [row.TenantName, row.AppName, row.EnvironmentName].join('/'));

const HOME = 'Northgate/OrderToCash/Development';
const SOUTH = 'Southbay/OrderToCash/Development';

const told = ({ status, body }: Answer): string => `${status} ${body.ErrorDetails[0].Code}`;

describe('environments of the caller', () => {
  const north = new IdentityProvider('https://keycloak.example/realms/north');
  let app: TestApp;
  const list = async (user: string, headers: Partial<Place> = {}): Promise<Answer> => {
    const { body } = await app.send('POST', '/dev/token', { UserName: user });
    return app.send('GET', '/api/v1/environments', undefined, {
      Authorization: `Bearer ${body.AccessToken}`,
      ...headers,
    });
  };
  const admin = () => app.as('ada.admin');
  beforeAll(async () => {
    await north.start();
    app = await TestApp.start({
      JWT_SECRET: 'a-secret-for-the-tokens-of-tests-0123456789',
      DEV_TOKENS: 'true',
      JWT_ISSUERS: JSON.stringify([north.setting({ Tenants: ['NORTHGATE'] })]),
    });
  }, 120_000);
  afterAll(async () => {
    await app.stop();
    north.stop();
  });

  it('are answered with names and labels to a token without context headers', async () => {
    const { status, body } = await list('nina.north');
    expect(status).toBe(200);
    expect(body).toMatchObject({ IsSuccess: true, TotalRecords: body.Result.length });
    const row = body.Result.find((each: Place & { EnvironmentName: string }) => each.EnvironmentName === 'Development');
    expect(Object.keys(row)).toEqual([
      'TenantId',
      'TenantName',
      'TenantLabel',
      'AppId',
      'AppName',
      'AppLabel',
      'EnvironmentId',
      'EnvironmentName',
      'EnvironmentLabel',
      'IsAdministrator',
    ]);
    expect(row).toMatchObject({ TenantName: 'Northgate', AppLabel: 'OrderToCash', IsAdministrator: false });
    const { TenantId, AppId, EnvironmentId } = row;
    expect((await app.as('nina.north', { TenantId, AppId, EnvironmentId }).get('/me')).status).toBe(200);
  });

  it('are those where the caller is a user, never those of other tenants', async () => {
    expect(placesOf(await list('bob.bay'))).toEqual([SOUTH]);
    expect(placesOf(await list('nina.north'))).toContain(HOME);
    expect(placesOf(await list('nina.north'))).not.toContain(SOUTH);
    for (const { TenantName, AppName, EnvironmentName } of (await list('ada.admin')).body.Result) {
      const place = { TenantId: TenantName, AppId: AppName, EnvironmentId: EnvironmentName };
      expect((await app.as('ada.admin', place).get('/me')).status).toBe(200);
    }
  });

  it('are found by name in any letter case and by id, and tell where the caller is an Administrator', async () => {
    const named = await list('ada.admin');
    expect(named.body.Result[0].IsAdministrator).toBe(true);
    for (const user of ['ADA.ADMIN', USER.ada, USER.ada.toUpperCase()])
      expect((await list(user)).body.Result).toEqual(named.body.Result);
  });

  it('do not depend on context headers', async () => {
    const expected = placesOf(await list('nina.north'));
    for (const place of [DEVELOPMENT, SOUTHBAY, { TenantId: 'Nowhere' }, { TenantId: 'no such form!' }])
      expect(placesOf(await list('nina.north', place))).toEqual(expected);
  });

  it('lack those where the user is disabled or deleted', async () => {
    await admin().update('User', { IsActive: false }, byId(USER.sara));
    expect(placesOf(await list('sara.south'))).not.toContain(HOME);
    await admin().update('User', { IsActive: true }, byId(USER.sara));
    expect(placesOf(await list('sara.south'))).toContain(HOME);
    const gone = await admin().inserted('User', { UserName: 'gone', DisplayName: 'Gone' });
    expect(placesOf(await list('gone'))).toEqual([HOME]);
    expect((await admin().delete('User', byId(gone))).status).toBe(200);
    expect((await byToken(app, north.sign(keycloakToken('gone'))).get('/environments')).body.Result).toEqual([]);
  });

  it('are none for a person who is nobody’s user', async () => {
    const { status, body } = await byToken(app, north.sign(keycloakToken('nobody'))).get('/environments');
    expect(status).toBe(200);
    expect(body).toMatchObject({ Result: [], TotalRecords: 0 });
    const system = north.sign(keycloakToken('00000000-0000-0000-0000-000000000000'));
    expect((await byToken(app, system).get('/environments')).body.Result).toEqual([]);
  });

  it('are those of the tenants that the issuer signs people in to', async () => {
    const ofIssuer = (sub: string) => byToken(app, north.sign(keycloakToken(sub))).get('/environments');
    expect(placesOf(await ofIssuer('bob.bay'))).toEqual([]);
    expect(placesOf(await ofIssuer('nils.north'))).toContain(HOME);
    await admin().update('User', { ExternalIssuer: north.issuer, ExternalId: 'n-1' }, byId(USER.nils));
    expect(placesOf(await ofIssuer('n-1'))).toEqual([HOME]);
    expect(placesOf(await ofIssuer('nils.north'))).not.toContain(HOME);
    expect(placesOf(await list('nils.north'))).not.toContain(HOME);
    await admin().update('User', { ExternalIssuer: 'https://elsewhere.example' }, byId(USER.nils));
    expect(placesOf(await ofIssuer('n-1'))).toEqual([]);
  });

  it('are the one environment of a key', async () => {
    const { caller } = await keyOf(app, USER.ada, { Name: 'lists' });
    const { status, body } = await caller.get('/environments');
    expect(status).toBe(200);
    expect(body.Result).toMatchObject([{ EnvironmentName: 'Development', IsAdministrator: false }]);
    const elsewhere = { TenantId: 'Southbay' };
    expect(told(await caller.send('GET', '/environments', undefined, elsewhere))).toBe('400 ContextInvalid');
  });

  it('need a token or a key', async () => {
    const path = '/api/v1/environments';
    expect(told(await app.send('GET', path))).toBe('401 TokenMissing');
    expect(told(await app.send('GET', path, undefined, { ...DEVELOPMENT }))).toBe('401 TokenMissing');
    expect(told(await app.send('GET', path, undefined, { Authorization: 'Bearer x' }))).toBe('401 TokenInvalid');
    expect(told(await app.send('GET', path, undefined, { 'X-Api-Key': 'x' }))).toBe('401 TokenInvalid');
    expect(told(await app.send('POST', path, {}))).toBe('405 MethodNotAllowed');
  });
});

describe('environments that provision people', () => {
  const north = new IdentityProvider('https://keycloak.example/realms/north');
  const south = new IdentityProvider('https://keycloak.example/realms/south');
  let app: TestApp;
  const listed = async (claims: Row, provider = north): Promise<Answer> =>
    byToken(app, provider.sign(claims)).get('/environments');
  const users = async (): Promise<number> => {
    const [{ count }] = await app.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${await app.schema()}"."User"`,
    );
    return count;
  };
  const sales = (sub: string, more: Row = {}): Row => keycloakToken(sub, ['sales'], more);
  beforeAll(async () => {
    await Promise.all([north.start(), south.start()]);
    app = await TestApp.start({
      JWT_SECRET: 'a-secret-for-the-tokens-of-tests-0123456789',
      DEV_TOKENS: 'true',
      JWT_ISSUERS: JSON.stringify([north.setting(), south.setting({ Tenants: ['Southbay'] })]),
    });
    await setProvision(app, 'create');
    const ada = app.as('ada.admin');
    await mapped(ada, 'sellers', { Claim: 'realm_access.roles', Value: 'sales', RoleId: ROLE.salesRep });
    await mapped(ada, 'others', { Claim: 'groups', Value: '/x', Issuer: south.issuer, RoleId: ROLE.salesRep });
  }, 120_000);
  afterAll(async () => {
    await app.stop();
    north.stop();
    south.stop();
  });

  it('are listed before the first call, which makes the user', async () => {
    const before = await users();
    const { body } = await listed(sales('p-1'));
    expect(placesOf({ body } as Answer)).toEqual([HOME]);
    expect(body.Result[0]).toMatchObject({ TenantName: 'Northgate', IsAdministrator: false });
    expect(await users()).toBe(before);
    expect((await signIn(app, north, sales('p-1'))).status).toBe(200);
    expect(await users()).toBe(before + 1);
    expect(placesOf(await listed(sales('p-1')))).toEqual([HOME]);
  });

  it.each<[string, () => Row]>([
    ['no mapping matches', () => keycloakToken('p-2')],
    ['a mapping of another issuer matches', () => keycloakToken('p-2', ['x'])],
    ['the token is from the future', () => sales('p-2', { iat: Math.floor(Date.now() / 1_000) + 600 })],
    ['the token leaves out a claim', () => sales('p-2', { _claim_names: { 'realm_access.roles': 'elsewhere' } })],
  ])('are not listed where %s', async (_, claims) => {
    expect((await signIn(app, north, claims())).status).toBe(403);
    expect(placesOf(await listed(claims()))).toEqual([]);
  });

  it('are those of the tenants of the issuer', async () => {
    expect(placesOf(await listed(sales('p-3'), south))).toEqual([]);
    expect(placesOf(await listed(sales('p-3')))).toEqual([HOME]);
  });

  it('lack those where the user, or one with the address, is deactivated', async () => {
    const ada = app.as('ada.admin');
    await signIn(app, north, sales('p-4', { email: 'p4@north.example' }));
    const [user] = await app.query<{ Id: string }>(
      `SELECT "Id" FROM "${await app.schema()}"."User" WHERE "ExternalId" = 'p-4'`,
    );
    expect((await ada.update('User', { IsActive: false }, byId(user.Id))).status).toBe(200);
    expect(placesOf(await listed(sales('p-4', { email: 'p4@north.example' })))).toEqual([]);
    expect(placesOf(await listed(sales('p-5', { email: 'p4@north.example' })))).toEqual([]);
    expect(placesOf(await listed(sales('p-5', { email: 'p5@north.example' })))).toEqual([HOME]);
  });

  it('are listed to the person whose verified address one user has', async () => {
    const [{ Email }] = await app.query<{ Email: string }>(
      `SELECT "Email" FROM "${await app.schema()}"."User" WHERE "Id" = $1`,
      [USER.ada],
    );
    const verified = { email: Email.toUpperCase(), email_verified: true };
    await setProvision(app, 'link');
    try {
      const { body } = await listed(keycloakToken('p-6', [], verified));
      expect(body.Result).toMatchObject([{ EnvironmentName: 'Development', IsAdministrator: true }]);
      expect(placesOf(await listed(keycloakToken('p-6', [], { email: Email, email_verified: false })))).toEqual([]);
      expect(placesOf(await listed(sales('p-7')))).toEqual([]);
      await setProvision(app, 'off');
      expect(placesOf(await listed(keycloakToken('p-6', [], verified)))).toEqual([]);
    } finally {
      await setProvision(app, 'create');
    }
  });
});

it('lists many environments by their names', async () => {
  const app = await TestApp.start();
  try {
    await cloneEnvironments(app.databaseUrl, await app.schema(), 30);
    const places = placesOf(await app.as('nina.north').get('/environments'));
    const copies = Array.from({ length: 30 }, (_, n) => `Tenant${n}/Copies/Copy`).toSorted();
    expect(places).toEqual([...places.filter((place) => !place.startsWith('Tenant')), ...copies]);
  } finally {
    await app.stop();
  }
}, 120_000);

it('counts as a request of the person, and is refused beyond their limit', async () => {
  const app = await TestApp.start({ LIMIT_WINDOW_SECONDS: '86400', USER_REQUESTS: '20' });
  try {
    const nina = app.as('nina.north');
    const answers = await Promise.all(Array.from({ length: 30 }, () => nina.get('/environments')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(told(answers.find(({ status }) => status !== 200)!)).toBe('429 RateLimited');
    expect((await app.as('nils.north').get('/environments')).status).toBe(200);
  } finally {
    await app.stop();
  }
}, 120_000);
