import { customer } from '../../../support/demo.js';
import { PostgresProxy } from '../../../support/postgres-proxy.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { TestApp } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';
import { scrape, sumOf } from './scraped.js';

const HOUR_S = 3_600;

describe('faults in metrics', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(() => database.drop());

  it(
    'shows a node that has lost its database, and its return',
    async () => {
      const proxy = await PostgresProxy.start(database.url);
      const app = await TestApp.on(proxy.url, { ROLES: 'api,worker' });
      const nina = app.as('nina.north');
      const read = async (name: string, labels = {}): Promise<number> => sumOf(await scrape(app.url), name, labels);
      await nina.select('Note');
      const before = await read('db_errors_total', { kind: 'connection' });
      proxy.lead('postgres://127.0.0.1:1/nowhere');
      proxy.cutAll();
      expect((await nina.select('Note')).status).toBe(503);
      await until('the log is not read', async () => (await read('change_log_read_age_seconds')) > 2);
      expect(await read('db_errors_total', { kind: 'connection' })).toBeGreaterThan(before);
      expect(await read('http_request_duration_seconds_count', { status: '503' })).toBeGreaterThan(0);
      expect((await app.send('GET', '/health/ready')).status).toBe(503);
      proxy.lead(database.url);
      await until('the log is read again', async () => (await read('change_log_read_age_seconds')) < 1);
      await until('a read is answered', async () => (await nina.select('Note')).status === 200);
      await app.stop();
      await proxy.stop();
    },
    START_MS,
  );

  it('shows a disk that is full, while reads go on', async () => {
    const app = await TestApp.on(database.url);
    const table = `"${await app.schema()}"."Customer"`;
    await app.query(
      `CREATE FUNCTION public.disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100';
       END $$`,
    );
    await app.query(`CREATE TRIGGER disk_full BEFORE INSERT ON ${table} EXECUTE FUNCTION public.disk_full()`);
    const nina = app.as('nina.north');
    const full = async (): Promise<number> => sumOf(await scrape(app.url), 'db_errors_total', { kind: 'disk_full' });
    const before = await full();
    const { status, body } = await nina.insert('Customer', customer());
    expect([status, body.ErrorDetails[0].Code]).toEqual([503, 'Unavailable']);
    expect((await nina.select('Customer')).status).toBe(200);
    expect(await full()).toBeGreaterThan(before);
    await app.query('DROP FUNCTION public.disk_full CASCADE');
    expect((await nina.insert('Customer', customer())).status).toBe(200);
    await app.stop();
  });

  it(
    'shows a clock that jumps',
    async () => {
      const node = await ServiceProcess.start(database.url, {
        NODE_OPTIONS: `--import ${new URL('../../../support/skewed-clock.mjs', import.meta.url).href}`,
        CLOCK_SKEW_MS: String(HOUR_S * 1_000),
        CLOCK_JUMPS: 'true',
      });
      const difference = async (): Promise<number> => sumOf(await scrape(node.url), 'clock_difference_seconds');
      await until('the clocks agree', async () => Math.abs(await difference()) < 2);
      process.kill(node.pid, 'SIGUSR2');
      await until('they differ by an hour', async () => Math.abs((await difference()) - HOUR_S) < 2);
      expect(await node.stop()).toBe(0);
    },
    START_MS,
  );
});
