import { Logger } from '@nestjs/common';
import pg from 'pg';
import { ChangeIndexes } from '#platform/change-log/change-indexes.js';
import { ChangePartitions } from '#platform/change-log/change-partitions.js';
import { AUDIT_INDEX_KINDS, UNINDEXED } from '#platform/change-log/change-partitions.sql.js';
import { ConnectionPool } from '#platform/database/connections/connection-pool.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { testConfig } from '../../../support/test-config.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

describe('partitions of the change log', () => {
  let test: TestDatabase;
  let platform: PlatformDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
    const settings = { url: test.url, statementTimeoutMs: 5_000, lockTimeoutMs: 5_000 };
    platform = new PlatformDatabase(new ConnectionPool(settings, 2), test.url);
  });
  afterEach(async () => {
    await platform.end();
    await test.drop();
  });

  const keepUp = (): Promise<void> => new ChangePartitions(platform, testConfig(test.url)).keepUp();
  const insertAt = (at: string): string => `
      INSERT INTO platform.change (occurred_at, environment_id, entity, operation, record_id, record_information_id,
         row_version, user_id, correlation_id)
       SELECT ${at}, id, 'Customer', 'Create', id, id, 1, id, id FROM platform.log RETURNING xid, position`;
  const INSERT_NOW = insertAt('now()');
  const insert = (at: string) => platform.query<{ xid: string; position: string }>(insertAt(at));
  const daysFromToday = async (): Promise<readonly number[]> => {
    const rows = await platform.query<{ days: number }>(`
      SELECT substring(inhrelid::regclass::text FROM '\\d+')::date - (now() AT TIME ZONE 'UTC')::date AS days
      FROM pg_inherits WHERE inhparent = 'platform.change'::regclass
        AND inhrelid <> 'platform.change_default'::regclass ORDER BY 1`);
    return rows.map(({ days }) => days);
  };

  it('are created for today and three days ahead by nodes that start together', async () => {
    await Promise.all([keepUp(), keepUp()]);
    expect(await daysFromToday()).toEqual([0, 1, 2, 3]);
    await insert('now()');
    expect(await platform.query('SELECT FROM platform.change_default')).toEqual([]);
    const indexes = await platform.query<{ name: string }>(`
      SELECT regexp_replace(relname, '\\d+', 'DAY') AS name FROM pg_class
      WHERE relkind = 'i' AND relname ~ '^change_\\d' GROUP BY 1 ORDER BY 1`);
    const kinds = ['entity', 'position', 'record', 'time', 'user', 'xid'];
    expect(indexes.map(({ name }) => name)).toEqual(kinds.map((kind) => `change_DAY_${kind}`));
  });

  it('take over, unchanged, changes logged while they were missing', async () => {
    const [before] = await insert('now()');
    await insert(`now() + interval '9 days'`);
    await keepUp();
    expect(await platform.query('SELECT count(*)::int AS n FROM platform.change_default')).toEqual([{ n: 1 }]);
    const moved = await platform.query(
      `SELECT xid, position FROM platform.change WHERE position >= $1 AND occurred_at < now() + interval '1 day'`,
      [before.position],
    );
    expect(moved).toEqual([before]);
  });

  const makeOld = async (days: number): Promise<void> => {
    const [{ from, to, name }] = await platform.query<{ from: string; to: string; name: string }>(
      `SELECT day::text AS from, (day + 1)::text AS to, to_char(day, 'YYYYMMDD') AS name
       FROM (SELECT (now() AT TIME ZONE 'UTC')::date - $1::int AS day) AS d`,
      [days],
    );
    await platform.query(
      `CREATE TABLE platform.change_${name} PARTITION OF platform.change FOR VALUES FROM ('${from}Z') TO ('${to}Z')`,
    );
  };

  const auditIndexes = (): Promise<readonly { name: string; valid: boolean }[]> =>
    platform.query(`
      SELECT regexp_replace(i.relname, '\\d+', 'DAY') AS name, x.indisvalid AS valid
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
      WHERE i.relname ~ ('^change_' || to_char(now() AT TIME ZONE 'UTC' - interval '3 days', 'YYYYMMDD') || '_(entity|time|user)$')
      ORDER BY 1`);
  const ALL = ['entity', 'time', 'user'].map((kind) => ({ name: `change_DAY_${kind}`, valid: true }));

  it('of earlier versions get the indexes of the audit log by nodes that start together', async () => {
    await makeOld(3);
    expect(await platform.query(UNINDEXED, [['time']])).toMatchObject([{ kinds: ['time'] }]);
    await Promise.all([new ChangeIndexes(platform).makeMissing(), new ChangeIndexes(platform).makeMissing()]);
    expect(await auditIndexes()).toEqual(ALL);
    expect(await platform.query(UNINDEXED, [AUDIT_INDEX_KINDS])).toEqual([]);
  });

  it('replace an index whose maker ended before it was finished', async () => {
    await makeOld(3);
    const writer = new pg.Client({ connectionString: test.url });
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query(INSERT_NOW.replace('now()', `now() - interval '3 days'`));
    const first = new ChangeIndexes(platform);
    const making = first.makeMissing();
    await until('an index is begun', async () => (await auditIndexes()).length > 0);
    await first.onApplicationShutdown();
    await making;
    expect(await auditIndexes()).toContainEqual(expect.objectContaining({ valid: false }));
    await writer.query('COMMIT');
    await writer.end();
    await new ChangeIndexes(platform).makeMissing();
    expect(await auditIndexes()).toEqual(ALL);
  });

  it('are dropped once older than the retention of the audit log, by concurrent nodes', async () => {
    for (const days of [399, 400, 401, 500]) await makeOld(days);
    await Promise.all([keepUp(), keepUp()]);
    expect(await daysFromToday()).toEqual([-400, -399, 0, 1, 2, 3]);
  });

  it('are dropped under constant writers, who wait for moments only', async () => {
    await makeOld(401);
    const over = new AbortController();
    const write = async (): Promise<number> => {
      const client = new pg.Client({ connectionString: test.url });
      await client.connect();
      let longestMs = 0;
      while (!over.signal.aborted) {
        const startedAt = performance.now();
        await client.query(INSERT_NOW);
        longestMs = Math.max(longestMs, performance.now() - startedAt);
      }
      await client.end();
      return longestMs;
    };
    const writers = Promise.all([write(), write()]);
    await keepUp();
    over.abort();
    const longest = await writers;
    expect(await daysFromToday()).not.toContain(-401);
    expect(Math.max(...longest)).toBeLessThan(2_000);
  });

  it('are dropped in the end, when a removal ended after it had detached one', async () => {
    await makeOld(401);
    const [{ day }] = await platform.query<{ day: string }>(
      `SELECT to_char((now() AT TIME ZONE 'UTC')::date - 401, 'YYYYMMDD') AS day`,
    );
    await platform.query(`ALTER TABLE platform.change DETACH PARTITION platform.change_${day}`);
    await keepUp();
    expect(await platform.query(`SELECT FROM pg_tables WHERE tablename = 'change_${day}'`)).toEqual([]);
  });

  it('are not dropped while the log is in use, so that writers do not wait', async () => {
    await makeOld(401);
    const writer = new pg.Client({ connectionString: test.url });
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query('LOCK TABLE platform.change IN ROW EXCLUSIVE MODE');
    Logger.overrideLogger(false);
    await keepUp();
    expect(await daysFromToday()).toContain(-401);
    await writer.query('COMMIT');
    await writer.end();
    await keepUp();
    expect(await daysFromToday()).not.toContain(-401);
  });
});
