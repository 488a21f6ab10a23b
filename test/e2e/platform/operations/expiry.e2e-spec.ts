import { ConnectionPool } from '#platform/database/connections/connection-pool.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { ExpireOutcomes } from '#platform/operations/outcomes/expire-outcomes.service.js';
import { testConfig } from '../../../support/test-config.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

describe('outcomes, commands and keys', () => {
  let test: TestDatabase;
  let platform: PlatformDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
    const settings = { url: test.url, statementTimeoutMs: 30_000, lockTimeoutMs: 5_000 };
    platform = new PlatformDatabase(new ConnectionPool(settings, 2), test.url);
    await platform.query('TRUNCATE platform.operation');
  });
  afterEach(async () => {
    await platform.end();
    await test.drop();
  });

  const expire = (settings = {}): Promise<void> =>
    new ExpireOutcomes(platform, testConfig(test.url, settings)).expire();

  /** Stores a finished and a Processing write of this age, with its key. */
  const store = async (hours: number): Promise<void> => {
    await platform.query(
      `WITH at AS (SELECT now() - $1 * interval '1 hour' AS at), written AS (
         INSERT INTO platform.operation (id, environment_id, user_id, operation, status, http_status, submitted_on, completed_on)
         SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Insert', 'Completed', 200, at, at FROM at
       ), keyed AS (
         INSERT INTO platform.idempotency (hash, operation_id, body_hash, expires_on)
         SELECT $1::text, gen_random_uuid(), '', at + interval '24 hours' FROM at)
       INSERT INTO platform.command (id, tenant_id, app_id, environment_id, user_id, route, operation, preferences, node,
         lease_until, submitted_on, finished_on)
       SELECT gen_random_uuid(), id, id, id, id, 'insert', 'Insert', '{}', id, at, at, CASE WHEN done THEN at END
       FROM at, (SELECT gen_random_uuid() AS id) AS ids, (VALUES (true), (false)) AS states (done)`,
      [hours],
    );
  };
  const left = async (): Promise<unknown> => {
    const [row] = await platform.query(`SELECT (SELECT count(*)::int FROM platform.operation) AS outcomes,
      (SELECT count(*)::int FROM platform.command WHERE finished_on IS NOT NULL) AS finished,
      (SELECT count(*)::int FROM platform.command WHERE finished_on IS NULL) AS open,
      (SELECT count(*)::int FROM platform.idempotency) AS keys`);
    return row;
  };

  // Requirement: R85
  it('are removed after their retention, except for unfinished ones', async () => {
    for (const hours of [0, 23, 25, 47, 49]) await store(hours);
    await expire({ KEEP_OUTCOMES_HOURS: '48' });
    expect(await left()).toEqual({ outcomes: 4, finished: 4, open: 5, keys: 2 });
    await expire();
    expect(await left()).toEqual({ outcomes: 2, finished: 2, open: 5, keys: 2 });
  });

  it('are removed in any number', async () => {
    await platform.query(
      `INSERT INTO platform.operation (id, environment_id, user_id, operation, status, http_status, submitted_on, completed_on)
       SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Insert', 'Completed', 200, now(), now() - interval '2 days'
       FROM generate_series(1, 12000)`,
    );
    await Promise.all([expire(), expire()]);
    expect(await left()).toMatchObject({ outcomes: 0 });
  });
});
