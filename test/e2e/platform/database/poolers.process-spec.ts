import pg from 'pg';
import { Connection } from '#platform/database/connections/connection.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import { StartRefused } from '#platform/process/config/start-refused.js';
import { HubListener } from '../../../support/hub-client.js';
import { withDeadline } from '../../../support/log-node.js';
import { PGBOUNCER } from '../../../support/needed-programs.js';
import { PgBouncer, type PoolMode } from '../../../support/pgbouncer.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { followCustomers, tour, WORKS } from '../../../support/service-tour.js';
import { TestApp } from '../../../support/test-app.js';
import { testConfig } from '../../../support/test-config.js';
import { createTestDatabase, runAsAdmin, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';
import { customer } from '../../../support/demo.js';

const UNNAMED = { DATABASE_PREPARED_STATEMENTS: 'false' } as const;

/** Starts a node's connection to its database, which must be refused. @returns the message */
async function refusal(url: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const error = await DatabaseServer.start(testConfig(url, more)).catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(StartRefused);
  return (error as StartRefused).message;
}

/** Sets at the server what a refusal says. */
const obey = (database: TestDatabase, message: string): Promise<void> =>
  runAsAdmin(
    database.url,
    message
      .split('\n')
      .filter((line) => line.startsWith('  ALTER ROLE'))
      .join('\n'),
  );

/** True when a session of the database runs a statement. */
async function isRunning({ url }: TestDatabase, text: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const running = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query = $1`;
    return (await client.query(running, [text])).rows.length > 0;
  } finally {
    await client.end();
  }
}

PGBOUNCER.describe('PgBouncer before the database', () => {
  let database: TestDatabase;
  let poolers: PgBouncer[];
  beforeEach(async () => {
    poolers = [];
    database = await createTestDatabase();
  }, START_MS);
  afterEach(async () => {
    await ServiceProcess.killAll();
    await Promise.all(poolers.map((pooler) => pooler.stop()));
    await database?.drop();
  });

  const before = async (mode: PoolMode, settings?: Readonly<Record<string, string>>): Promise<string> => {
    const pooler = await PgBouncer.start(database.url, mode, settings);
    poolers.push(pooler);
    return pooler.url;
  };
  const direct = (): Readonly<Record<string, string>> => ({ DATABASE_DIRECT_URL: database.url });

  it('refuses the start where it refuses settings of sessions', async () => {
    expect(await refusal(await before('session', {}), direct())).toMatch(/ignore_startup_parameters = options/);
  });

  it('names all that is missing in one refusal', async () => {
    const message = await refusal(await before('transaction'));
    expect(message).toMatch(/set DATABASE_DIRECT_URL to the URL of the server/);
    expect(message).toMatch(/ALTER ROLE ".+" IN DATABASE ".+" SET search_path = 'pg_catalog';/);
    expect(message).toMatch(/SET statement_timeout = '30000';/);
    expect(message).toMatch(/set DATABASE_PREPARED_STATEMENTS=false/);
  });

  it('refuses a direct URL of another database', async () => {
    const other = await createTestDatabase();
    try {
      expect(await refusal(database.url, { DATABASE_DIRECT_URL: other.url })).toMatch(/same server and database/);
    } finally {
      await other.drop();
    }
  });

  describe.each<[PoolMode, Readonly<Record<string, string>>]>([
    ['session', {}],
    ['transaction', UNNAMED],
  ])('in mode %s, with what the refusal says', (mode, more) => {
    let url: string;
    const settings = (): Readonly<Record<string, string>> => ({ ...direct(), ...more, DATABASE_URL: url });
    beforeEach(async () => {
      await obey(database, await refusal(await before(mode), direct()));
      url = await before(mode);
    });
    it(
      'serves everything that the service does',
      async () => {
        const app = await TestApp.on(database.url, { ...WORKS, DEMO: 'true', ...settings() });
        const node = await TestApp.on(database.url, settings());
        try {
          await followCustomers(app);
          await tour(app);
          const call = { ObjectName: 'SleepTest', ObjectType: 'ScalarFunction', Parameters: [{ Value: '0' }] };
          const routine = await app.as('ada.admin').send('POST', '/database/execute', call);
          expect(routine.status).toBe(200);
          const hub = await HubListener.registered(node, 'ada.admin', ['Customer']);
          const id = await app.as('ada.admin').inserted('Customer', customer());
          await withDeadline(hub.next((change) => change.Id === id));
          await hub.stop();
        } finally {
          await node.stop();
          await app.stop();
        }
      },
      3 * START_MS,
    );

    it(
      'ends a node in order',
      async () => {
        const node = await ServiceProcess.start(url, { ...settings() });
        expect((await node.send('GET', '/health/ready')).status).toBe(200);
        expect(await node.stop()).toBe(0);
      },
      2 * START_MS,
    );

    it('cancels a statement', async () => {
      const connection = await Connection.open(
        { url, statementTimeoutMs: 30_000, lockTimeoutMs: 500, prepares: false },
        2_000,
      );
      const sleeping = connection.query({ name: '', text: 'SELECT pg_sleep(30)', values: [] });
      const ended = sleeping.catch((error: unknown) => error);
      await until('it runs', () => isRunning(database, 'SELECT pg_sleep(30)'));
      await connection.cancel();
      expect(await ended).toMatchObject({ code: 'QueryTimeout' });
      connection.cut();
    });
  });
});
