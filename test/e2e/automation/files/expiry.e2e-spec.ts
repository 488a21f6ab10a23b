import { ConnectionPool } from '#platform/database/connections/connection-pool.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { ExpireSentMail } from '#automation/deliveries/expire-sent-mail.service.js';
import { ExpireRunFiles } from '#automation/files/expire-run-files.service.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { testConfig } from '../../../support/test-config.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

let test: TestDatabase;
let platform: PlatformDatabase;
let metrics: Metrics;
beforeAll(async () => {
  test = await createTestDatabase();
  const settings = { url: test.url, statementTimeoutMs: 30_000, lockTimeoutMs: 5_000 };
  platform = new PlatformDatabase(new ConnectionPool(settings, 2), test.url);
});
afterAll(async () => {
  await platform.end();
  await test.drop();
});
beforeEach(async () => {
  metrics = new Metrics(true);
  await platform.query('TRUNCATE platform.run, platform.run_file, platform.run_file_part, platform.sent_mail');
});

const expire = (settings = {}): Promise<void> =>
  new ExpireRunFiles(platform, testConfig(test.url, settings), metrics).expire();

/** Stores a file of a run. @param endedHours time since its end was noted; null: not yet */
async function store(endedHours: number | null, { isQueued = false, parts = 1 } = {}): Promise<string> {
  const [id, runId] = [uuidV7(), uuidV7()];
  if (isQueued) await platform.query('INSERT INTO platform.run (id, environment_id) VALUES ($1, $1)', [runId]);
  await platform.query(
    `WITH parts AS (
       INSERT INTO platform.run_file_part SELECT $1, n, 'x' FROM generate_series(1, $4::int) AS n
     )
     INSERT INTO platform.run_file (id, environment_id, run_id, path, iterations, is_zip, name, ended_on)
     VALUES ($1, $1, $2, '', '{}', true, 'x', now() - $3 * interval '1 hour')`,
    [id, runId, endedHours, parts],
  );
  return id;
}
const left = async (): Promise<readonly string[]> =>
  (await platform.query<{ id: string }>('SELECT id::text AS id FROM platform.run_file ORDER BY id')).map(
    ({ id }) => id,
  );
const parts = async (): Promise<number> =>
  (await platform.query<{ count: number }>('SELECT count(*)::int AS count FROM platform.run_file_part'))[0].count;

// Requirement: R192
it('removes files after their retention, in batches, which counts from the end of the run', async () => {
  await store(25, { parts: 450 });
  const kept = [
    await store(23),
    await store(null),
    await store(null, { isQueued: true }),
    await store(25, { isQueued: true }),
  ];
  await expire();
  expect(await left()).toEqual(kept.toSorted());
  expect(await parts()).toBe(4);
  const ends = await platform.query<{ ended: boolean }>(
    'SELECT ended_on IS NOT NULL AS ended FROM platform.run_file ORDER BY id',
  );
  expect(ends.map(({ ended }) => ended)).toEqual([true, true, false, false]);
});

// Requirement: R192
it('takes the retention from the settings', async () => {
  await store(3);
  await expire({ RUN_FILE_HOURS: '4' });
  expect(await left()).toHaveLength(1);
  await expire({ RUN_FILE_HOURS: '2' });
  expect(await left()).toEqual([]);
  expect(() => testConfig(test.url, { RUN_FILE_HOURS: '25' })).toThrow('RUN_FILE_HOURS');
});

it('removes the oldest files of an environment that keeps more bytes than the limit, none of a run that goes on', async () => {
  const [environmentId, MEGABYTE] = [uuidV7(), 1_048_576];
  const ids = [await store(9), await store(8), await store(7), await store(null, { isQueued: true })];
  await platform.query('UPDATE platform.run_file SET environment_id = $1, size = $2', [environmentId, MEGABYTE]);
  const other = await store(10);
  await platform.query('UPDATE platform.run_file SET size = $2 WHERE id = $1', [other, MEGABYTE]);
  await expire({ RUN_FILES_BYTES: String(2 * MEGABYTE) });
  expect(await left()).toEqual([ids[2], ids[3], other].toSorted());
  expect(await parts()).toBe(3);
  const text = await metrics.registry.metrics();
  expect(text).toContain(`run_file_bytes ${3 * MEGABYTE}`);
  expect(text).toContain(`run_file_bytes_most ${2 * MEGABYTE}`);
});

// Requirement: R191
it('forgets recipients of messages after a month', async () => {
  await platform.query(
    `INSERT INTO platform.sent_mail SELECT gen_random_uuid(), gen_random_uuid(), now() - n * interval '1 day'
     FROM (VALUES (1), (29), (31)) AS days (n)`,
  );
  await new ExpireSentMail(platform).expire();
  expect(await platform.query('SELECT FROM platform.sent_mail')).toHaveLength(2);
});
