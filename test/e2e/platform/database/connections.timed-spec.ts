import type { RequestContext } from '#core/context/context.js';
import { Args } from '#core/statements/args.js';
import { raw, type Sql } from '#core/sql/sql.js';
import { ConnectionPool } from '#platform/database/connections/connection-pool.js';
import type { Database } from '#platform/database/database.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Statement } from '#platform/database/statement.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { signal } from '../../../support/signal.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { oneCallersDatabase } from '../../../support/one-callers-database.js';

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

  it('are closed one by one beyond 256 KB of text, those used longest ago first, and prepared again', async () => {
    const one = single();
    const pid = read('SELECT pg_backend_pid() AS pid');
    const [before] = await one.execute(ctx, pid, noArgs);
    const prepare = (i: number): Promise<unknown> =>
      one.execute(ctx, read(`SELECT ${String(i).padStart(8_192 - 7)} AS n`, `s${i}`), noArgs);
    for (let i = 0; i < 31; i++) await prepare(i);
    await prepare(0);
    for (let i = 31; i < 34; i++) await prepare(i);
    const names = read(`SELECT name FROM pg_prepared_statements WHERE name IN ('s0', 's1', 's2', 's3', 's4', 's33')`);
    const held = async (): Promise<readonly string[]> =>
      (await one.execute<{ name: string }>(ctx, names, noArgs)).map(({ name }) => name).toSorted();
    expect(await held()).toEqual(['s0', 's33', 's4']);
    expect(await prepare(1)).toEqual([{ n: 1 }]);
    expect(await held()).toEqual(['s0', 's1', 's33']);
    expect(await one.execute(ctx, pid, noArgs)).toEqual([before]);
    await one.end();
  });

  it('may be closed in a transaction that has failed, and while they run', async () => {
    const one = single();
    const prepare = (i: number) => read(`SELECT ${String(i).padStart(8_192 - 7)} AS n`, `s${i}`);
    const answers = await one.transaction(ctx, async (tx) => {
      await expect(tx.savepoint(() => tx.execute(read('SELECT 1 / 0'), noArgs))).rejects.toBeDefined();
      return Promise.all(Array.from({ length: 80 }, (_, i) => tx.execute(prepare(i % 40), noArgs)));
    });
    expect(answers).toEqual(Array.from({ length: 80 }, (_, i) => [{ n: i % 40 }]));
    for (let i = 0; i < 80; i++) expect(await one.execute(ctx, prepare(i % 40), noArgs)).toEqual([{ n: i % 40 }]);
    await one.end();
  });
});

describe('environments and connections', () => {
  const PLACES = 3;
  const of = (schema: string): RequestContext => {
    const { catalogue } = ctx;
    const environment = { ...catalogue.environment, schema };
    return { ...ctx, catalogue: Object.assign(Object.create(catalogue) as typeof catalogue, { environment }) };
  };
  const pidOf = (schema: string): Statement => ({ ...read('SELECT pg_backend_pid() AS pid'), schema });
  const pid = async (one: Database, schema: string): Promise<number> =>
    (await one.execute<{ pid: number }>(of(schema), pidOf(schema), noArgs))[0].pid;
  const schemas = Array.from({ length: 40 }, (_, n) => `env_${n}`);
  let pool: Database;
  /** Opens all connections: they are opened only as far as they are needed at once. */
  beforeEach(async () => {
    pool = oneCallersDatabase({ url: test.url, statementTimeoutMs: 5_000, lockTimeoutMs: 5_000 }, PLACES);
    const asleep = { ...read('SELECT pg_sleep(0.2)'), schema: 'env_0' };
    await Promise.all(Array.from({ length: PLACES }, () => pool.execute(of('env_0'), asleep, noArgs)));
  });
  afterEach(() => pool.end());

  it('stay together while the connection is free', async () => {
    const homes = new Map<string, number>();
    for (const schema of schemas) homes.set(schema, await pid(pool, schema));
    expect(new Set(homes.values()).size).toBe(PLACES);
    for (const schema of schemas) expect(await pid(pool, schema)).toBe(homes.get(schema));
  });

  it('part while a transaction of another environment holds the connection, and come back', async () => {
    const home = await pid(pool, 'env_0');
    const others = schemas.slice(1);
    const neighbour = others[(await homesOf(others)).indexOf(home)];
    await pool.transaction(of(neighbour), async (tx) => {
      await tx.execute(pidOf(neighbour), noArgs);
      for (let i = 0; i < 20; i++) expect(await pid(pool, 'env_0')).not.toBe(home);
    });
    expect(await pid(pool, 'env_0')).toBe(home);
  });

  it('find another connection when the one they prefer has broken', async () => {
    const home = await pid(pool, 'env_0');
    await platform.query('SELECT pg_terminate_backend($1::int)', [home]);
    for (let i = 0; i < 20; i++) expect(await pid(pool, 'env_0')).not.toBe(home);
  });

  it('replace a connection that has served more than 500 of them', async () => {
    const one = single();
    const first = await pid(one, 'env_0');
    for (let n = 1; n < 500; n++) await pid(one, `env_${n}`);
    expect(await pid(one, 'env_0')).toBe(first);
    await pid(one, 'env_500');
    expect(await pid(one, 'env_0')).not.toBe(first);
    await one.end();
  });

  async function homesOf(some: readonly string[]): Promise<readonly number[]> {
    const homes: number[] = [];
    for (const schema of some) homes.push(await pid(pool, schema));
    return homes;
  }
});

/** A database with one connection. */
function single(): Database {
  return oneCallersDatabase({ url: test.url, statementTimeoutMs: 5_000, lockTimeoutMs: 5_000 }, 1);
}
