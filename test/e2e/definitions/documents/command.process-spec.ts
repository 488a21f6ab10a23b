import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandOutcome, runCommand } from '../../../support/environment-command.js';
import { type Place, type Row, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const STAGING: Place = { TenantId: 'Northgate', AppId: 'OrderToCash', EnvironmentId: 'Staging' };
const FROM = ['-e', 'Northgate/OrderToCash/Development'];
const TO = ['-e', 'northgate/ordertocash/staging'];
const MINUTES = 60_000;

// Requirement: R227
describe('npm run env', () => {
  let app: TestApp;
  let other: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await TestApp.start();
    other = await app.startAnother();
    folder = await mkdtemp(join(tmpdir(), 'environment-'));
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: readonly string[]): Promise<CommandOutcome> => runCommand(app.databaseUrl, ...args);

  it(
    'creates an environment and brings it to the definitions of another, which makes the files the same',
    async () => {
      const [path, back] = [join(folder, 'development'), join(folder, 'staging')];
      expect(await run('export', ...FROM, path)).toEqual({ code: 0, output: '', errors: '' });
      expect(await readdir(join(path, 'Entities'))).toContain('Customer.json');
      const created = await run('create', ...TO, '--administrator', 'ada.admin', path);
      expect(created).toMatchObject({ code: 0, errors: expect.stringContaining('Created environment') });
      expect(created.output).toContain('+ Field Customer.TaxId\n');

      const ada = app.as('ada.admin', STAGING);
      const [user] = await app.query<{ Id: string }>(
        `SELECT "Id" FROM "${await app.schema()}"."User" WHERE "UserName" = 'ada.admin'`,
      );
      const me = await ada.send('POST', '/queries/select', { EntityName: 'User', SelectedFields: ['Id', 'UserName'] });
      expect(me.body.Result).toEqual([{ Id: user.Id, UserName: 'ada.admin' }]);
      expect(await run('apply', ...TO, path)).toMatchObject({
        code: 0,
        output: expect.stringContaining('No differences'),
      });
      expect(await run('diff', ...TO, path)).toMatchObject({ code: 0, output: 'No differences.\n' });
      await run('export', ...TO, back);
      expect(await run('diff', path, back)).toMatchObject({ code: 0, output: 'No differences.\n' });
      for (const file of ['Entities/Customer.json', 'Workflows/ExportOrderDocuments.json'])
        expect(await readFile(join(back, file), 'utf8')).toBe(await readFile(join(path, file), 'utf8'));
    },
    3 * MINUTES,
  );

  it('creates what the small file of the deployment describes, whose Administrator can sign in', async () => {
    expect(await run('create', 'deploy/company.json')).toMatchObject({ code: 0 });
    const admin = app.as('first.admin', { TenantId: 'Example', AppId: 'Main', EnvironmentId: 'Production' });
    const { body } = await admin.get('/me');
    expect(body.Result).toMatchObject({ UserName: 'first.admin', IsAdministrator: true, TimeZone: 'Europe/Berlin' });
  });

  it(
    'plans with risks, refuses another version, and answers differences by its exit code',
    async () => {
      const path = join(folder, 'development');
      const file = join(path, 'Entities', 'Customer.json');
      const customer = JSON.parse(await readFile(file, 'utf8')) as { Fields: Row[] };
      const Fields = customer.Fields.map((field) =>
        field.FieldName === 'Name' ? { ...field, FieldType: 'LongText' } : field,
      );
      await writeFile(file, JSON.stringify({ ...customer, Fields }));
      const plan = await run('plan', ...FROM, path);
      expect(plan.output).toMatch(
        /^~ Field Customer\.Name: FieldType\n {4}! Stored values are converted.* \(\d records\)$/m,
      );
      expect(await run('diff', ...FROM, path)).toMatchObject({ code: 1 });
      expect(await run('apply', ...FROM, path, '--version', 'other')).toMatchObject({
        code: 2,
        errors: expect.stringContaining('VersionMismatch'),
      });
      await writeFile(file, JSON.stringify(customer).slice(0, -9));
      expect(await run('plan', ...FROM, path)).toMatchObject({ code: 2, errors: expect.stringContaining(file) });
    },
    3 * MINUTES,
  );

  it(
    'creates nothing for a path that cannot be read',
    async () => {
      const place = ['-e', 'Northgate/OrderToCash/Unread', '--administrator', 'ada.admin'];
      expect(await run('create', ...place, join(folder, 'missing'))).toMatchObject({ code: 2 });
      expect(await app.query(`SELECT FROM platform.environment WHERE name = 'Unread'`)).toEqual([]);
    },
    1 * MINUTES,
  );

  it(
    'creates what a definition file describes, or refuses all of it',
    async () => {
      const path = join(folder, 'company.json');
      const create = (environment: object, Id = 'd0000000-0000-4000-8000-000000000001'): Promise<CommandOutcome> => {
        const environments = [{ Id: 'd0000000-0000-4000-8000-000000000003', Name: 'Test', ...environment }];
        const sales = { Id: 'd0000000-0000-4000-8000-000000000002', Name: 'Sales', Environments: environments };
        const text = JSON.stringify({ Tenants: [{ Id, Name: 'Acme', Apps: [sales] }] });
        return writeFile(path, text).then(() => run('create', path));
      };
      const refused = await create({ Settings: { TimeZon: 'UTC' }, Users: ['ann'] });
      expect(refused).toMatchObject({ code: 2, output: '' });
      expect(refused.errors).toContain("Settings.TimeZon: Unknown member 'TimeZon', did you mean 'TimeZone'?");
      expect(refused.errors).toContain("Acme has no user 'ann'.");
      expect(await app.query(`SELECT FROM platform.tenant WHERE name = 'Acme'`)).toEqual([]);
      expect(await create({})).toEqual({ code: 0, output: '', errors: 'Created Acme/Sales/Test.\n' });
      const again = await create({});
      expect(again).toEqual({ code: 0, output: '', errors: 'Acme/Sales/Test exists already and is unchanged.\n' });
      const taken = await create({}, 'd0000000-0000-4000-8000-000000000009');
      expect(taken).toMatchObject({ code: 2, errors: expect.stringContaining('Tenant Acme exists with the Id') });
    },
    3 * MINUTES,
  );

  it(
    'changes settings on all nodes that run, and keeps tables and indexes complete',
    async () => {
      const zoneOf = async (node: TestApp): Promise<unknown> =>
        (await node.as('nina.north').get('/me')).body.Result.TimeZone;
      expect([await zoneOf(app), await zoneOf(other)]).toEqual(['UTC', 'UTC']);
      const changed = await run('settings', ...FROM, 'TimeZone=Asia/Tokyo', 'hub.names={"EntityChanged":"changed"}');
      expect(changed).toMatchObject({ code: 0, errors: '' });
      expect(JSON.parse(changed.output)).toEqual({
        TimeZone: 'Asia/Tokyo',
        Language: 'en',
        InsertResult: 'Record',
        Provision: 'off',
        ErrorsAsHttp200: false,
        AbsentValueIsNull: false,
        'hub.names': { EntityChanged: 'changed' },
        'hub.times': 'DateTime',
      });
      for (const node of [app, other])
        await until('the node knows', async () => (await zoneOf(node)) === 'Asia/Tokyo', 1_000);
      const described = await app.as('nina.north').get('/openapi.json');
      expect(described.body.info.description).toContain(
        'in the zone Asia/Tokyo. On the hub `EntityChanged` is `changed`',
      );
      const marks = await app.query(`
        SELECT completed_version = definitions_version AS complete, indexed_version = definitions_version AS indexed
        FROM platform.environment WHERE schema_name = '${await app.schema()}'`);
      expect(marks).toEqual([{ complete: true, indexed: true }]);

      const refused = await run('settings', ...FROM, 'TimZone=UTC', 'InsertResult=id');
      expect(refused).toMatchObject({
        code: 2,
        output: '',
        errors: expect.stringContaining("did you mean 'TimeZone'?"),
      });
      expect(refused.errors).toContain('InsertResult must be Record or Id.');
      const restored = await run('settings', ...FROM, 'TimeZone=', 'hub.names=');
      expect(JSON.parse(restored.output)).toMatchObject({ TimeZone: 'UTC', 'hub.names': {} });
      await until('the node knows', async () => (await zoneOf(other)) === 'UTC', 1_000);
    },
    3 * MINUTES,
  );

  it.each([
    [['--help'], 0, ''],
    [['exprt'], 2, 'There is no action'],
    [['plan', 'x.json'], 2, 'needs --environment'],
    [['plan', '-e', 'Northgate', 'x.json'], 2, 'tenant/app/environment'],
    [['export', '--purge'], 2, '--purge'],
    [['settings', ...FROM, 'TimeZone'], 2, '<setting>=<value>'],
    [['settings', ...FROM, 'TimeZone=UTC', 'TimeZone='], 2, 'given twice'],
    [['settings', '-e', 'Northgate/OrderToCash/Nowhere'], 2, 'There is no environment'],
  ])(
    '%j exits with %d',
    async (args, code, message) => {
      expect(await run(...args)).toMatchObject({ code, errors: expect.stringContaining(message) });
    },
    1 * MINUTES,
  );
});
