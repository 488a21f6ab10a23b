import { Args } from '../../../src/core/sql/args.js';
import { raw, type Sql } from '../../../src/core/sql/sql.js';
import { ConnectionPool } from '../../../src/platform/database/connection-pool.js';
import type { Database } from '../../../src/platform/database/database.js';
import { PlatformDatabase } from '../../../src/platform/database/platform-database.js';
import { StatementCache } from '../../../src/platform/database/statement-cache.js';
import type { Statement } from '../../../src/platform/database/statement.js';
import { fixtureContext } from '../../support/fixture-catalogue.js';
import { signal } from '../../support/signal.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { oneCallersDatabase } from '../../support/one-callers-database.js';

const ctx = fixtureContext();
const noArgs = new Args(ctx);
const POOL_SIZE = 4;

const read = (text: string, name = ''): Statement => ({ name, text, slots: [], schema: 'env_test', readOnly: true });

let test: TestDatabase;
let database: Database;
let platform: PlatformDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  const settings = { url: test.url, statementTimeoutMs: 600, lockTimeoutMs: 300 };
  database = oneCallersDatabase(settings, POOL_SIZE);
  platform = new PlatformDatabase(new ConnectionPool(settings, 2), test.url);
});
afterAll(async () => {
  await Promise.all([database.end(), platform.end()]);
  await test.drop();
});

describe('a database session', () => {
  it('has the configured settings', async () => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone', 'DateStyle'];
    const more = ['search_path', 'jit', 'client_encoding', 'default_transaction_isolation'];
    const columns = [...names, ...more].map((name) => `current_setting('${name}') AS "${name}"`);
    const [row] = await database.execute<Record<string, string>>(ctx, read(`SELECT ${columns.join()}`), noArgs);
    expect(Object.values(row)).toEqual([
      '600ms',
      '300ms',
      '15s',
      'UTC',
      'ISO, MDY',
      'pg_catalog',
      'off',
      'UTF8',
      'read committed',
    ]);
  });

  // Requirement: T62
  it('returns numbers, times and JSON as text', async () => {
    const text = `SELECT 9007199254740993 AS at, 1.50::numeric AS n, '{"a":1.0}'::json AS j, '2026-01-31'::date AS d,
      '2026-01-31T00:00Z'::timestamptz AS t, true AS b, '{x,y}'::text[] AS l`;
    expect(await database.execute(ctx, read(text), noArgs)).toEqual([
      {
        at: '9007199254740993',
        n: '1.50',
        j: '{"a":1.0}',
        d: '2026-01-31',
        t: '2026-01-31 00:00:00+00',
        b: true,
        l: ['x', 'y'],
      },
    ]);
  });
});

// Requirement: F4
describe('the connection pool', () => {
  it('refuses a user within the wait time when they hold every connection, and recovers', async () => {
    const done = signal();
    const all = signal();
    let holders = 0;
    const held = Array.from({ length: POOL_SIZE }, () =>
      database.transaction(ctx, async (tx) => {
        await tx.execute(read('SELECT'), noArgs);
        if (++holders === POOL_SIZE) all.give();
        await done.promise;
      }),
    );
    await all.promise;
    const startedAt = performance.now();
    const waiting = Array.from({ length: 500 }, () =>
      database.execute(ctx, read('SELECT'), noArgs).catch((e) => e.code),
    );
    await expect(database.execute(ctx, read('SELECT'), noArgs)).rejects.toMatchObject({ code: 'RateLimited' });
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(await platform.query('SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['RateLimited']));
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    done.give();
    await Promise.all(held);
    expect(await database.execute(ctx, read('SELECT 1 AS one'), noArgs)).toEqual([{ one: 1 }]);
  });
});

describe('prepared statements', () => {
  const single = (): Database =>
    oneCallersDatabase({ url: test.url, statementTimeoutMs: 5_000, lockTimeoutMs: 5_000 }, 1);

  it('are named from the third use of a shape', async () => {
    const one = single();
    const cache = new StatementCache();
    const prepared: Statement = read('SELECT count(*)::int AS n FROM pg_prepared_statements');
    const counts: unknown[] = [];
    for (let use = 1; use <= 4; use++) {
      await one.execute(
        ctx,
        cache.get(ctx, 'shape', (): Sql => raw('SELECT 42 AS n')),
        noArgs,
      );
      counts.push((await one.execute<{ n: number }>(ctx, prepared, noArgs))[0].n);
    }
    await one.end();
    expect(counts).toEqual([0, 0, 1, 1]);
  });

  it('are named up to 16 KB of text', async () => {
    const one = single();
    const named = (length: number): Statement => read(`SELECT ${'1'.padStart(length - 7)}`, `s${length}`);
    for (const length of [16_384, 16_385]) await one.execute(ctx, named(length), noArgs);
    const names = read("SELECT string_agg(name, ',') AS names FROM pg_prepared_statements WHERE name <> ''");
    expect(await one.execute(ctx, names, noArgs)).toEqual([{ names: 's16384' }]);
    await one.end();
  });

  it('retire a connection that has prepared 256 KB of text', async () => {
    const one = single();
    const pid = read('SELECT pg_backend_pid() AS pid');
    const [before] = await one.execute(ctx, pid, noArgs);
    const prepare = (i: number): Promise<unknown> =>
      one.execute(ctx, read(`SELECT ${String(i).padStart(8_192 - 7)}`, `s${i}`), noArgs);
    for (let i = 1; i < 32; i++) await prepare(i);
    await prepare(1);
    expect(await one.execute(ctx, pid, noArgs)).toEqual([before]);
    await prepare(32);
    expect(await one.execute(ctx, pid, noArgs)).not.toEqual([before]);
    await one.end();
  });
});
