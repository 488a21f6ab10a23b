import { WORKS, followCustomers, tour } from '../../../support/service-tour.js';
import { START_MS } from '../../../support/service-process.js';
import { TestApp } from '../../../support/test-app.js';
import {
  createEmptyDatabase,
  createTestDatabase,
  runAsAdmin,
  type TestDatabase,
} from '../../../support/test-database.js';
import { testConfig } from '../../../support/test-config.js';
import { DatabaseServer } from '#platform/database/database-server.js';

/** Settings of a database, each of them as hostile to a program as it can be. */
const HOSTILE = {
  DateStyle: "'SQL, DMY'",
  IntervalStyle: "'sql_standard'",
  TimeZone: "'Asia/Kathmandu'",
  bytea_output: "'escape'",
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
  array_nulls: 'off',
  xmloption: "'document'",
  quote_all_identifiers: 'on',
  check_function_bodies: 'off',
  search_path: "'nowhere'",
  default_transaction_isolation: "'serializable'",
  default_transaction_deferrable: 'on',
  statement_timeout: "'200ms'",
  lock_timeout: "'1ms'",
  idle_in_transaction_session_timeout: "'1ms'",
  idle_session_timeout: "'100ms'",
  transaction_timeout: "'200ms'",
  row_security: 'off',
  gin_fuzzy_search_limit: '1',
  exit_on_error: 'on',
  client_encoding: "'LATIN1'",
  synchronous_commit: 'off',
  plan_cache_mode: "'force_generic_plan'",
  jit: 'on',
  enable_indexscan: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  client_min_messages: "'error'",
} as const;

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1);

/** Sets what the database, and every login in it, starts its sessions with. */
async function alter(database: TestDatabase, settings: Readonly<Record<string, string>>): Promise<void> {
  const statements = Object.entries(settings).map(
    ([name, value]) => `ALTER DATABASE "${nameOf(database)}" SET ${name} = ${value};`,
  );
  // One statement each, so that none of them is in force for the next.
  for (const statement of statements) await runAsAdmin(new URL('/postgres', database.url).href, statement);
}

describe('a database whose settings are hostile', () => {
  let database: TestDatabase;
  beforeAll(async () => alter((database = await createEmptyDatabase()), HOSTILE), START_MS);
  afterAll(() => database?.drop());

  it(
    'is set up, loaded with the demo and used as any other',
    async () => {
      const app = await TestApp.on(database.url, { ...WORKS, DEMO: 'true' });
      try {
        await followCustomers(app);
        await tour(app);
        const ready = await app.send('GET', '/health/ready');
        expect(ready.status).toBe(200);
      } finally {
        await app.stop();
      }
    },
    6 * START_MS,
  );
});

describe('a database that cannot be used as its settings are', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await createTestDatabase()), START_MS);
  afterAll(() => database?.drop());

  it.each([
    ['default_transaction_read_only', 'on', /accepts no writes: default_transaction_read_only is on\. ALTER DATABASE/],
    ['session_replication_role', 'replica', /does not check foreign keys: session_replication_role is replica/],
  ])('is refused with the name of the setting %s', async (name, value, message) => {
    await alter(database, { [name]: value });
    await expect(DatabaseServer.start(testConfig(database.url))).rejects.toThrow(message);
    await runAsAdmin(new URL('/postgres', database.url).href, `ALTER DATABASE "${nameOf(database)}" RESET ${name}`);
  });
});
