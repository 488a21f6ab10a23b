import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CopyEnvironments, readArchive } from '#environments/index.js';
import { customer } from '../../support/demo.js';
import { COPY, loadDemoCopy } from '../../support/demo-copy.js';
import { DEVELOPMENT, type Place, TestApp, where } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { audited, naming, readIn, rowsIn, shapeOf } from './copied.js';

const TEST_MS = 120_000;
const NAMED = { tenant: 'Copy', app: 'OrderToCash', environment: 'Development' };
const named = (environment: string) => ({ ...NAMED, environment });
const placed = (EnvironmentId: string): Place => ({ ...COPY, EnvironmentId });
const silent = (): void => undefined;
const STOPPED = { replace: false, keepWork: false };

let [app, other]: TestApp[] = [];
let folder: string;
beforeAll(async () => {
  [app, other] = await Promise.all([TestApp.start(), TestApp.start()]);
  await loadDemoCopy(app, {});
  folder = await mkdtemp(join(tmpdir(), 'copies-'));
}, TEST_MS);
afterAll(async () => {
  await Promise.all([app.stop(), other.stop()]);
  await rm(folder, { recursive: true });
});

const copies = (at: TestApp): CopyEnvironments => at.provider(CopyEnvironments);
const source = (environment = 'Development') => ({ url: app.databaseUrl, place: named(environment) });

it('copies records, schema, history and routines within a database', async () => {
  await app.as('ada.admin', COPY).inserted('Customer', customer({ Name: 'Before the copy' }));
  await copies(app).copy(source(), { ...STOPPED, to: named('Beside') }, silent);
  expect(await rowsIn(app, placed('Beside'))).toEqual(await rowsIn(app, COPY));
  expect(await shapeOf(app, placed('Beside'))).toEqual(await shapeOf(app, COPY));
  const history = await audited(app, COPY);
  expect(history).not.toEqual([]);
  expect(await audited(app, placed('Beside'))).toEqual(history);
  const ada = app.as('ada.admin', placed('Beside'));
  const number = (at: Place) => app.as('ada.admin', at).inserted('Customer', customer());
  await number(COPY);
  await number(placed('Beside'));
  const called = await ada.send('POST', '/database/execute', {
    ObjectName: 'RepriceCategory',
    ObjectType: 1,
    Parameters: [{ Value: 'Food' }, { Value: '1' }],
  });
  expect(called.status).toBe(200);
}, 120_000);

it('stops triggers and runs of a copy, and leaves its records writable', async () => {
  const schema = await app.schema(placed('Beside'));
  const [{ active }] = await app.query<{ active: string }>(
    `SELECT count(*) FILTER (WHERE "IsActive")::text AS active FROM "${schema}"."Trigger"`,
  );
  expect(active).toBe('0');
  const left = await app.query(
    `SELECT FROM platform.trigger t JOIN platform.environment e ON e.id = t.environment_id WHERE e.schema_name = $1`,
    [schema],
  );
  expect(left).toEqual([]);
});

it('copies one instant while records are inserted, into another database under the same id', async () => {
  const ada = app.as('ada.admin', COPY);
  const stopped = new AbortController();
  let written = 0;
  const load = (async () => {
    while (!stopped.signal.aborted) {
      await ada.inserted('Customer', customer({ Name: 'Load' }));
      written++;
    }
  })();
  await until('inserts have begun', async () => written > 5);
  await copies(other).copy(source(), { to: named('Development'), replace: false, keepWork: true }, silent);
  stopped.abort();
  await load;
  const schema = await other.schema(COPY);
  expect(schema).toBe(await app.schema(COPY));
  const counts = await other.query<{ records: string; changes: string }>(
    `SELECT (SELECT count(*) FROM "${schema}"."Customer" c WHERE c."Name" = 'Load')::text AS records,
       (SELECT count(*) FROM platform.change l JOIN "${schema}"."Customer" c ON c."Id" = l.record_id
        WHERE c."Name" = 'Load' AND l.operation = 'Create')::text AS changes,
       (SELECT count(*) FROM platform.change l
        WHERE l.operation = 'Create' AND l.entity = 'Customer' AND l.environment_id =
          (SELECT id FROM platform.environment WHERE schema_name = $1)
          AND NOT EXISTS (SELECT FROM "${schema}"."Customer" c WHERE c."Id" = l.record_id))::text AS lost`,
    [schema],
  );
  expect(Number(counts[0].records)).toBeGreaterThan(5);
  expect(counts).toEqual([{ records: counts[0].records, changes: counts[0].records, lost: '0' }]);
  expect((await other.as('ada.admin', COPY).select('Customer')).status).toBe(200);
}, 120_000);

describe('an archive', () => {
  let path: string;
  beforeAll(async () => {
    path = join(folder, 'development.archive');
    await copies(app).archive(source(), path, silent);
  }, TEST_MS);

  it('restores an environment to before a mistake, in its place, and keeps the other under another name', async () => {
    const before = await rowsIn(app, COPY);
    const ada = app.as('ada.admin', COPY);
    const notes = await readIn(app, COPY, 'Note');
    await ada.inserted('Customer', customer({ Name: 'The mistake' }));
    const id = await copies(app).write(
      await readArchive(path),
      { to: named('Development'), replace: true, keepWork: true },
      silent,
    );
    await until('nodes serve the restored environment', async () => {
      const found = await app
        .as('ada.admin', COPY)
        .select('Customer', { WhereClause: where('Name', 'EqualTo', 'The mistake') });
      return found.status === 200 && found.body.Result.length === 0;
    });
    expect(await readIn(app, COPY, 'Note')).toEqual(notes);
    const restored = await rowsIn(app, COPY);
    expect(restored).toEqual(before);
    const environments = await app.query<{ name: string; state: string; is_new: boolean }>(
      `SELECT e.name, e.state, e.id = $1 AS is_new FROM platform.environment e JOIN platform.app a ON a.id = e.app_id
       JOIN platform.tenant t ON t.id = a.tenant_id WHERE t.name = 'Copy' AND e.name LIKE 'Development%' ORDER BY 1`,
      [id],
    );
    expect(environments).toEqual([
      { name: 'Development', state: 'Active', is_new: true },
      { name: expect.stringMatching(/^Development-\d{8}T\d{4}$/), state: 'Frozen', is_new: false },
    ]);
  }, 120_000);

  it('removes the replaced environment by its exact name, with all its rows', async () => {
    const rows = `SELECT e.id, e.name, e.schema_name FROM platform.environment e JOIN platform.app a ON a.id = e.app_id
      JOIN platform.tenant t ON t.id = a.tenant_id WHERE t.name = 'Copy' AND e.state = 'Frozen'`;
    const [{ id, name, schema_name: schema }] = await app.query<{ id: string; name: string; schema_name: string }>(
      rows,
    );
    for (const wrong of ['Development', name.toLowerCase(), id])
      await expect(copies(app).remove(named(wrong), silent)).rejects.toThrow(
        /no frozen environment with exactly the name/,
      );
    await copies(app).remove(named(name), silent);
    expect(await naming(app, id)).toEqual([]);
    expect(await app.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema])).toEqual([]);
    expect((await app.as('ada.admin', COPY).select('Customer')).status).toBe(200);
  }, 60_000);

  it('holds nothing of another tenant and no key of the database', async () => {
    await app.as('ada.admin', DEVELOPMENT).inserted('Customer', customer({ Name: 'Northgate only' }));
    const again = join(folder, 'again.archive');
    await copies(app).archive(source(), again, silent);
    const { rows } = await readArchive(again);
    const texts: Buffer[] = [];
    for await (const { chunks } of rows()) for await (const chunk of chunks) texts.push(chunk);
    const text = Buffer.concat(texts).toString('latin1');
    const [{ key }] = await app.query<{ key: string }>(`SELECT encode(key, 'hex') AS key FROM platform.routine_key`);
    expect(text).not.toContain('Northgate only');
    expect(text).not.toContain(key);
  }, 120_000);

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
    ['cut off at the start', (bytes: Buffer) => bytes.subarray(0, 10)],
    ['altered', (bytes: Buffer) => bytes.fill(~bytes[5_000], 5_000, 5_001)],
    ['another file', () => Buffer.from('hello')],
  ])('is refused when it is %s, before anything is written', async (_, change) => {
    const broken = join(folder, 'broken.archive');
    await writeFile(broken, change(await readFile(path)));
    await expect(readArchive(broken)).rejects.toThrow(/is refused, and nothing was written/);
  });

  it('is refused where its database is newer', async () => {
    const stream = await readArchive(path);
    const migrations = [...stream.manifest.migrations, 'Later1999000000000'];
    await expect(
      copies(app).write(
        { ...stream, manifest: { ...stream.manifest, migrations } },
        { ...STOPPED, to: named('Later') },
        silent,
      ),
    ).rejects.toThrow(/lacks the migrations Later1999000000000/);
    await expect(
      copies(app).write(
        { ...stream, manifest: { ...stream.manifest, format: 2 } },
        { ...STOPPED, to: named('Later') },
        silent,
      ),
    ).rejects.toThrow('The archive has format 2; this version of the service reads 1.');
  });

  it('has its name only when it is complete', async () => {
    await expect(copies(app).archive(source('Nowhere'), join(folder, 'none'), silent)).rejects.toThrow(
      'There is no environment Copy/OrderToCash/Nowhere.',
    );
    expect((await readdir(folder)).filter((name) => /none|part/.test(name))).toEqual([]);
    await expect(copies(app).archive(source(), path, silent)).rejects.toThrow(/exists\. Choose another file\./);
  });
});

it('copies into a tenant of another id, whose name is written otherwise, as an app of its own', async () => {
  const to = { tenant: 'northgate', app: 'Guests', environment: 'Development' };
  const id = await copies(app).copy(source(), { ...STOPPED, to }, silent);
  const [place] = await app.query<{ tenant: string; app: string }>(
    `SELECT t.name AS tenant, a.name AS app
     FROM platform.environment e JOIN platform.app a ON a.id = e.app_id JOIN platform.tenant t ON t.id = a.tenant_id
     WHERE e.id = $1`,
    [id],
  );
  expect(place).toEqual({ tenant: 'Northgate', app: 'Guests' });
  const guest = { TenantId: 'Northgate', AppId: 'Guests', EnvironmentId: 'Development' };
  expect((await app.as('ada.admin', guest).select('Customer')).status).toBe(200);
}, 60_000);

it.each([
  ["Robert'); DROP SCHEMA platform; --", /is no name/],
  ['../../etc', /is no name/],
  ['Development', /exists\. Choose another name, or write in its place with --replace\./],
])('refuses %s as the name of a copy', async (environment, reason) => {
  await expect(copies(app).copy(source(), { ...STOPPED, to: named(environment) }, silent)).rejects.toThrow(reason);
});
