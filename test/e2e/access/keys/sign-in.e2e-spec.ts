import { CUSTOMER, customer, ROLE, USER } from '../../../support/demo.js';
import { bySecret, inDays, type Key, keyOf as keyOfUser, told } from '../../../support/keys.js';
import { until } from '../../../support/until.js';
import { type Answer, assignments, byId, DEVELOPMENT, type Row, TestApp } from '../../../support/test-app.js';

describe('calls by key', () => {
  let app: TestApp;
  let node: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    node = await app.startAnother();
  }, 120_000);
  afterAll(async () => {
    await node.stop();
    await app.stop();
  });

  const keyOf = (userId: string, more?: Row): Promise<Key> => keyOfUser(app, userId, more);
  const me = async (secret: string, headers = {}): Promise<string> =>
    told(await app.send('GET', '/api/v1/me', undefined, { Authorization: `Bearer ${secret}`, ...headers }));

  it('know their environment, and show who calls', async () => {
    const { caller, secret, id } = await keyOf(USER.nina);
    const { status, body } = await caller.get('/me');
    expect(status).toBe(200);
    expect(body.Result).toMatchObject({ UserName: 'nina.north', ApiKey: { Id: id, Name: 'a key' } });
    const byHeader = await app.send('GET', '/api/v1/me', undefined, { 'X-Api-Key': secret });
    expect([byHeader.status, byHeader.body.Result.UserName]).toEqual([200, 'nina.north']);
    const { body: plain } = await app.as('nina.north').get('/me');
    expect(plain.Result.ApiKey).toBeUndefined();
  });

  it('accept context headers that agree, and refuse others', async () => {
    const { secret } = await keyOf(USER.nina);
    expect(await me(secret, DEVELOPMENT)).toBe('200');
    expect(await me(secret, { TenantId: DEVELOPMENT.TenantId.toUpperCase() })).toBe('200');
    for (const name of ['TenantId', 'AppId', 'EnvironmentId'])
      expect(await me(secret, { ...DEVELOPMENT, [name]: 'another' })).toBe('400 ContextInvalid');
  });

  it('are refused with an unknown, revoked, deleted or expired key, and that of a disabled user', async () => {
    expect(await me(`dws_00000000_${'A'.repeat(43)}`)).toBe('401 TokenInvalid');
    expect(await me('dws_x')).toBe('401 TokenInvalid');
    const ada = app.as('ada.admin');
    const revoked = await keyOf(USER.nina);
    expect(await me(revoked.secret)).toBe('200');
    await ada.update('ApiKey', { RevokedOn: new Date().toISOString() }, byId(revoked.id));
    expect(await me(revoked.secret)).toBe('401 TokenInvalid');
    const deleted = await keyOf(USER.nina);
    expect(await me(deleted.secret)).toBe('200');
    await ada.delete('ApiKey', byId(deleted.id));
    expect(await me(deleted.secret)).toBe('401 TokenInvalid');
    const short = await keyOf(USER.nina, { ExpiresOn: new Date(Date.now() + 1_500).toISOString() });
    expect(await me(short.secret)).toBe('200');
    while ((await me(short.secret)) === '200');
    expect(await me(short.secret)).toBe('401 TokenExpired');
    const disabled = await keyOf(USER.nils);
    await ada.update('User', { IsActive: false }, byId(USER.nils));
    expect(await me(disabled.secret)).toBe('401 TokenInvalid');
    await ada.update('User', { IsActive: true }, byId(USER.nils));
    expect(await me(disabled.secret)).toBe('200');
  });

  it('are refused from addresses that AllowedIps does not list', async () => {
    expect(await me((await keyOf(USER.nina, { AllowedIps: ['127.0.0.0/8', '::1'] })).secret)).toBe('200');
    expect(await me((await keyOf(USER.nina, { AllowedIps: ['10.0.0.0/8'] })).secret)).toBe('401 TokenInvalid');
  });

  it('end within a second on all nodes when the key is revoked', async () => {
    const { secret, id } = await keyOf(USER.nina);
    const there = bySecret(node, secret);
    expect((await there.get('/me')).status).toBe(200);
    await app.as('ada.admin').update('ApiKey', { RevokedOn: new Date().toISOString() }, byId(id));
    const begun = performance.now();
    while ((await there.get('/me')).status === 200) expect(performance.now() - begun).toBeLessThan(5_000);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('have the rights of the user and of the key, whichever are narrower', async () => {
    const ninas = await app.as('nina.north').select('Customer');
    const all = await keyOf(USER.nina);
    expect((await all.caller.select('Customer')).body.Result).toEqual(ninas.body.Result);
    const orders = await keyOf(USER.nina, { Entities: ['order'] });
    expect(told(await orders.caller.select('Customer'))).toBe('403 ScopeNone');
    expect(told(await orders.caller.select('Order'))).toBe('200');
    const reads = await keyOf(USER.nina, { Operations: ['Read'] });
    expect(told(await reads.caller.select('Customer'))).toBe('200');
    expect(told(await reads.caller.update('Customer', { Name: 'X' }, byId(CUSTOMER.bistro)))).toBe('403 ScopeNone');
    expect(told(await reads.caller.insert('Customer', { Name: 'X' }))).toBe('403 ScopeNone');
    const noRoles = await keyOf(USER.nina, { RoleIds: [ROLE.warehouse] });
    expect(told(await noRoles.caller.select('Customer'))).toBe('403 ScopeNone');
    expect((await noRoles.caller.get('/me')).body.Result.Roles).toEqual([]);
    const narrow = await keyOf(USER.ada, { Entities: ['Customer'], Operations: ['Read'], AllowAdministration: true });
    expect(told(await narrow.caller.select('Customer'))).toBe('200');
    for (const entity of ['Order', 'UserRole', 'ApiKey', 'AuditEntry'])
      expect(told(await narrow.caller.select(entity))).toBe('403 ScopeNone');
    expect((await narrow.caller.get('/me')).body.Result.IsAdministrator).toBe(false);
    const people = await narrow.caller.select('User', { WhereClause: byId(USER.nina) });
    expect(Object.keys(people.body.Result[0]).toSorted()).toEqual(['DisplayName', 'Id', 'IsActive']);
  });

  it('lose the role that their user loses', async () => {
    const { caller } = await keyOf(USER.tess, { Entities: ['Customer', 'Region'] });
    const id = await app.as('ada.admin').inserted('UserRole', { UserId: USER.tess, RoleId: ROLE.salesRep });
    const creating = (): Promise<Answer> => caller.insert('Customer', customer());
    expect(told(await creating())).toBe('200');
    await app.as('ada.admin').delete('UserRole', byId(id));
    expect(told(await creating())).toBe('403 ScopeNone');
  });

  it('follow a role that the user loses', async () => {
    const { caller } = await keyOf(USER.tess);
    const access = { RoleId: ROLE.salesAssistant, EntityName: 'Customer', Read: 'Team' };
    const id = await app.as('ada.admin').inserted('RoleAccess', access);
    expect(told(await caller.select('Customer'))).toBe('200');
    await app.as('ada.admin').delete('RoleAccess', byId(id));
    expect(told(await caller.select('Customer'))).toBe('403 ScopeNone');
  });

  it('write no keys, users, roles and definitions without AllowAdministration', async () => {
    const plain = await keyOf(USER.ada);
    const values: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      ApiKey: { UserId: USER.ada, Name: 'more', ExpiresOn: inDays(9), AllowAdministration: true },
      User: { UserName: 'x', DisplayName: 'X' },
      Role: { Name: 'X' },
      RoleAccess: { RoleId: ROLE.salesRep, EntityName: 'Order', Read: 'All' },
      UserRole: { UserId: USER.nina, RoleId: ROLE.warehouse },
      Permission: { Name: 'X' },
      Team: { Name: 'X' },
      Entity: { EntityName: 'X', DisplayField: 'Name' },
      Workflow: { Name: 'X' },
      SavedQuery: { Name: 'X', EntityName: 'Order' },
    };
    for (const [entity, fields] of Object.entries(values)) {
      expect([entity, told(await plain.caller.insert(entity, fields))]).toEqual([entity, '403 ScopeNone']);
      const step = { Operation: 'Insert', EntityName: entity, Fields: assignments(fields) };
      expect([entity, (await plain.caller.batch([step])).status]).toEqual([entity, 403]);
      expect(told(await plain.caller.delete(entity, byId(USER.ada)))).toBe('403 ScopeNone');
      expect(told(await plain.caller.update(entity, {}, byId(USER.ada)))).toMatch(/^40[03]/);
    }
    const change = { RevokedOn: null, ExpiresOn: inDays(700) };
    expect(told(await plain.caller.update('ApiKey', change, byId(plain.id)))).toBe('403 ScopeNone');
    for (const path of ['/environment/export', '/queries/advice'])
      expect(told(await plain.caller.get(path))).toBe('403 AdministratorRequired');
    for (const path of ['/environment/plan', '/environment/apply', '/access/clone-role'])
      expect([path, told(await plain.caller.send('POST', path, {}))]).toEqual([path, '403 AdministratorRequired']);
    expect(told(await plain.caller.purge('Order', byId(CUSTOMER.cafe)))).toBe('403 AdministratorRequired');
    const administers = await keyOf(USER.ada, { AllowAdministration: true });
    expect(told(await administers.caller.insert('Role', { Name: 'By key' }))).toBe('200');
    const exported = await administers.caller.get('/environment/export');
    expect(exported.status).toBe(200);
    expect(exported.text).not.toContain('ApiKey');
    expect(exported.text).not.toContain(administers.id);
  });

  it('execute neither workflows nor routines with a key that leaves that out', async () => {
    const { caller } = await keyOf(USER.ada, { AllowAdministration: true, Operations: ['Read', 'Create'] });
    const routines = await caller.send('POST', '/database/execute', { ObjectName: 'x', ObjectType: 2 });
    expect(told(routines)).toBe('403 PermissionRequired');
    expect(routines.body.ErrorDetails[0].Params).toEqual({ Kind: 'Key', Name: 'a key' });
  });

  it('decide no approval unless the key names decisions', async () => {
    const { caller } = await keyOf(USER.mona);
    const fields = { ApprovalRequestId: CUSTOMER.cafe, Decision: 'Recall' };
    expect(told(await caller.insert('ApprovalDecision', fields))).toBe('403 ScopeNone');
  });

  it('are named in the audit log', async () => {
    const { caller, id } = await keyOf(USER.nina);
    const { status, body, text } = await caller.update('Customer', { Name: 'Renamed' }, byId(CUSTOMER.bistro));
    expect({ status, text }).toEqual({ status: 200, text });
    const WhereClause = { Filters: [{ FieldName: 'CorrelationId', Operator: 3, Value: body.CorrelationId }] };
    const audit = await app.as('ada.admin').select('AuditEntry', { WhereClause });
    expect(audit.body.Result[0]).toMatchObject({
      UserId: USER.nina,
      Source: 'API',
      Via: { Kind: 'ApiKey', Id: id, Name: 'a key' },
    });
    const others = await app.as('nina.north').update('Customer', { Name: 'Bistro' }, byId(CUSTOMER.bistro));
    const filter = { Filters: [{ FieldName: 'CorrelationId', Operator: 3, Value: others.body.CorrelationId }] };
    const plain = await app.as('ada.admin').select('AuditEntry', { WhereClause: filter });
    expect(plain.body.Result[0]).toMatchObject({ Source: 'API', Via: { Kind: 'Token', Id: null, Name: null } });
  });

  it('go on while a key is replaced by another one', async () => {
    const old = await keyOf(USER.erp);
    const refusals: string[] = [];
    let { secret } = old;
    const stop = new AbortController();
    const calling = (async () => {
      while (!stop.signal.aborted) {
        const answer = await me(secret);
        if (answer !== '200') refusals.push(answer);
      }
    })();
    const next = await keyOf(USER.erp);
    secret = next.secret;
    expect(await me(next.secret)).toBe('200');
    await app.as('ada.admin').update('ApiKey', { RevokedOn: new Date().toISOString() }, byId(old.id));
    expect(await me(old.secret)).toBe('401 TokenInvalid');
    expect(await me(next.secret)).toBe('200');
    stop.abort();
    await calling;
    expect(refusals).toEqual([]);
  });

  it('leave the time of their last use, within a minute', async () => {
    const { id, secret } = await keyOf(USER.erp);
    const used = async (): Promise<number> => Date.parse((await app.as('ada.admin').row('ApiKey', id)).LastUsedOn);
    expect(await used()).toBeNaN();
    const before = Date.now();
    expect(await me(secret)).toBe('200');
    await until('the use is stored', async () => (await used()) >= before, 60_000);
  }, 90_000);

  it('do not replay what a token or another key has been answered', async () => {
    const { caller } = await keyOf(USER.nina, { Entities: ['Order'] });
    const fields = { Name: 'Once' };
    const headers = { 'Idempotency-Key': 'one and the same' };
    const first = await app.as('nina.north').insert('Customer', fields, headers);
    const outcome = await caller.get(`/operations/${first.body.CorrelationId}`);
    expect(told(outcome)).toBe('404 NotFound');
    expect(told(await caller.insert('Customer', fields, headers))).toBe('403 ScopeNone');
  });
});
