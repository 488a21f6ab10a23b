import { ROLE, USER } from '../../../support/demo.js';
import { inDays } from '../../../support/keys.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';

const SECRET = /^dws_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/;

describe('keys when they are saved', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const fields = (more = {}) => ({ UserId: USER.erp, Name: 'import', ExpiresOn: inDays(30), ...more });
  const created = (more = {}, headers = {}): Promise<Answer> =>
    app.as('ada.admin').insert('ApiKey', fields(more), headers);

  it('answers the secret once, and stores its hash alone', async () => {
    const headers = { 'Idempotency-Key': 'first key' };
    const given = fields();
    const first = await app.as('ada.admin').insert('ApiKey', given, headers);
    expect(first.status).toBe(200);
    const { Secret: secret, Id: id } = first.body.Result;
    expect(secret).toMatch(SECRET);
    expect(secret.slice(4, 12)).toBe(id.slice(-8));
    const second = await app.as('ada.admin').insert('ApiKey', given, headers);
    expect([second.status, second.body.Result.Id, second.body.Result.Secret]).toEqual([200, id, undefined]);
    const outcome = await app.as('ada.admin').get(`/operations/${first.body.CorrelationId}`);
    const read = await app.as('ada.admin').select('ApiKey', { WhereClause: byId(id) });
    const audit = await app.as('ada.admin').select('AuditEntry');
    for (const { status, text } of [second, outcome, read, audit]) {
      expect(status).toBe(200);
      expect(text).not.toContain(secret.slice(13));
    }
    const rows = await app.query<{ n: number; hash: string }>(
      `SELECT count(*)::int AS n FROM platform.api_key WHERE hash = sha256($1::bytea) AND key_id = $2::uuid`,
      [Buffer.from(secret), id],
    );
    expect(rows).toEqual([{ n: 1 }]);
    const tables = await app.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables)
      expect(await app.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE $1`, [`%${secret.slice(13)}%`])).toEqual([]);
  });

  it('answers the secret beside the bare Id, too', async () => {
    const { body } = await created({}, { Prefer: 'return=id' });
    expect(Object.keys(body.Result)).toEqual(['Id', 'Secret']);
    expect(body.Result.Secret).toMatch(SECRET);
  });

  it('answers 200 with the secret where the caller would not wait', async () => {
    const { status, body } = await created({}, { Prefer: 'respond-async' });
    expect([status, SECRET.test(body.Result.Secret)]).toEqual([200, true]);
  });

  it.each([
    ['ExpiresOn', { ExpiresOn: inDays(-1) }],
    ['ExpiresOn', { ExpiresOn: inDays(733) }],
    ['RoleIds', { RoleIds: [USER.erp] }],
    ['RoleIds', { RoleIds: [] }],
    ['Entities', { Entities: ['Ordr'] }],
    ['Entities', { Entities: 'Order' }],
    ['Operations', { Operations: ['Read', 'Write'] }],
    ['AllowedIps', { AllowedIps: ['10.0.0.0/33'] }],
  ])('refuses a wrong %s', async (name, more) => {
    const [detail] = await refused(app, () => created(more), 400, 'FieldRule');
    expect(detail.FieldName).toBe(name);
  });

  it('demands an expiry', async () => {
    await refused(app, () => created({ ExpiresOn: null }), 400, 'FieldRule');
  });

  it('names all faults of a key', async () => {
    const details = await refused(app, () => created({ Operations: ['X'], Entities: ['Y'] }), 400, 'FieldRule');
    expect(details.map(({ FieldName }) => FieldName)).toEqual(['Entities', 'Operations']);
  });

  it('refuses AllowAdministration for a user who is no Administrator', async () => {
    await refused(app, () => created({ AllowAdministration: true }), 403, 'AdministratorRequired');
    expect((await created({ AllowAdministration: true, UserId: USER.ada })).status).toBe(200);
  });

  it('refuses routes whose answer has no place for a secret', async () => {
    const ada = app.as('ada.admin');
    const step = {
      Operation: 'Insert',
      EntityName: 'ApiKey',
      Fields: Object.entries(fields()).map(([FieldName, Value]) => ({ FieldName, Value })),
    };
    await refused(app, () => ada.batch([step]), 400, 'Validation');
    const nested = { UserName: 'with.key', DisplayName: 'K', ApiKey: [{ Name: 'k', ExpiresOn: inDays(1) }] };
    await refused(app, () => ada.insert('User', nested), 400, 'Validation');
  });

  it('keeps a revoked key revoked', async () => {
    const id = (await created()).body.Result.Id;
    const ada = app.as('ada.admin');
    expect((await ada.update('ApiKey', { RevokedOn: new Date().toISOString() }, byId(id))).status).toBe(200);
    await refused(app, () => ada.update('ApiKey', { RevokedOn: null }, byId(id)), 400, 'FieldRule');
    await refused(app, () => ada.update('ApiKey', { RevokedOn: inDays(1) }, byId(id)), 400, 'FieldRule');
    expect((await ada.update('ApiKey', { Name: 'old' }, byId(id))).status).toBe(200);
  });

  it('gives keys of their own to members with the permission ApiKeys.Own, and to nobody else', async () => {
    const own = { UserId: USER.nina, Name: 'mine', ExpiresOn: inDays(1) };
    await refused(app, () => app.as('nina.north').insert('ApiKey', own), 403, 'ScopeNone');
    const PermissionId = await app.as('ada.admin').inserted('Permission', { Name: 'ApiKeys.Own' });
    await app.as('ada.admin').inserted('RolePermission', { RoleId: ROLE.salesRep, PermissionId });
    const { status, body, text } = await app.as('nina.north').insert('ApiKey', own);
    expect({ status, text }).toEqual({ status: 200, text });
    expect(body.Result.Secret).toMatch(SECRET);
    for (const UserId of [USER.erp, USER.ada, USER.nils])
      await refused(app, () => app.as('nina.north').insert('ApiKey', { ...own, UserId }), 403, 'AdministratorRequired');
    await refused(
      app,
      () => app.as('nina.north').insert('ApiKey', { ...own, AllowAdministration: true }),
      403,
      'AdministratorRequired',
    );
    const seen = await app.as('nina.north').select('ApiKey');
    expect(seen.body.Result.map(({ Name }: { Name: string }) => Name)).toEqual(['mine']);
  });

  it('makes users people unless they are services', async () => {
    const kinds = await app.as('ada.admin').select('User', { WhereClause: byId(USER.nina) });
    expect(kinds.body.Result[0].Kind).toBe('Person');
    const id = await app.as('ada.admin').inserted('User', { UserName: 'job', DisplayName: 'Job', Kind: 'Service' });
    expect((await app.as('ada.admin').row('User', id)).Kind).toBe('Service');
  });
});
