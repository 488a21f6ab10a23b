import { readNewSql } from '#platform/change-log/read-changes.sql.js';
import { ConnectionPool } from '#platform/database/connections/connection-pool.js';
import { logPools } from '#platform/database/log-database.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database?.drop());

it('plans the read of new changes once, by the index of transactions, for partitions that are empty and full', async () => {
  const settings = { url: database.url, statementTimeoutMs: 5_000, lockTimeoutMs: 500 };
  const pools = logPools((size, tuning) => new ConnectionPool({ ...settings, tuning }, size));
  const plan = await pools.tail.use(async (connection) => {
    const run = (text: string) => connection.query<{ 'QUERY PLAN': string }>({ name: '', text, values: [] });
    await run(`PREPARE new (xid8, xid8[], text[], uuid[]) AS ${readNewSql('2000-01-01')}`);
    const { rows } = await run("EXPLAIN (COSTS OFF) EXECUTE new ('3', '{}', '{}', '{}')");
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
  // The name of the parameter instead of its value: the plan serves all values.
  expect(plan).toMatch(/Index Cond: \(\(xid >= \$1\) AND \(xid <= /);
  expect(plan).not.toMatch(/Seq Scan on change_\d|Gather|change_\d+_position|by_position/);
});
