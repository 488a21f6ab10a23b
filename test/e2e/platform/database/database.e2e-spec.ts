import { Args } from '#core/statements/args.js';
import { sql } from '#core/sql/sql.js';
import { ConnectionPool } from '#platform/database/connections/connection-pool.js';
import type { Database } from '#platform/database/database.js';
import { ConstraintViolation, isUndefinedObject } from '#platform/database/connections/database.errors.js';
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

const statement = (text: string, more: Partial<Statement> = {}): Statement => ({
  name: '',
  text,
  slots: [],
  schema: 'env_test',
  ...more,
});
const read = (text: string): Statement => statement(text, { readOnly: true });

let test: TestDatabase;
let database: Database;
let platform: PlatformDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  const settings = { url: test.url, statementTimeoutMs: 600, lockTimeoutMs: 300 };
  database = oneCallersDatabase(settings, POOL_SIZE);
  platform = new PlatformDatabase(new ConnectionPool({ ...settings, statementTimeoutMs: 10_000 }, 2), test.url);
  await platform.query('CREATE SCHEMA env_test');
  await platform.query('CREATE TABLE env_test.item (id int CONSTRAINT item_pk PRIMARY KEY, n int NOT NULL, at bigint)');
  await platform.query(
    'CREATE TABLE env_test.part (item int CONSTRAINT part_item_fk REFERENCES env_test.item DEFERRABLE INITIALLY DEFERRED)',
  );
});
beforeEach(async () => {
  await platform.query('TRUNCATE env_test.item, env_test.part');
  await platform.query('INSERT INTO env_test.item VALUES (1, 0, 9007199254740993), (2, 0, 0)');
});
afterAll(async () => {
  await Promise.all([database.end(), platform.end()]);
  await test.drop();
});

const numbers = async (): Promise<number[]> =>
  (await platform.query<{ n: number }>('SELECT n FROM env_test.item ORDER BY id')).map(({ n }) => n);
const killAll = (): Promise<unknown> =>
  platform.query(
    `SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

describe('Database.run', () => {
  it('binds values by slot', async () => {
    const args = new Args(ctx);
    const [a, b] = [args.add('7', 'int'), args.add("'; DROP", 'text')];
    const cache = new StatementCache();
    const made = cache.get(ctx, 'slots', () => sql`SELECT ${b} AS b, ${a} AS a, ${b} AS c`);
    expect(await database.execute(ctx, made, args)).toEqual([{ b: "'; DROP", a: 7, c: "'; DROP" }]);
  });

  // Requirement: S1
  it('refuses a statement of another environment', async () => {
    const foreign = statement('UPDATE env_test.item SET n = 1', { schema: 'env_other' });
    await expect(database.execute(ctx, foreign, noArgs)).rejects.toThrow('env_other');
    await expect(database.transaction(ctx, (tx) => tx.execute(foreign, noArgs))).rejects.toThrow('env_other');
    expect(await numbers()).toEqual([0, 0]);
  });

  it('accepts only a single statement', async () => {
    const two = statement('UPDATE env_test.item SET n = 1; UPDATE env_test.item SET n = 2');
    await expect(database.execute(ctx, two, noArgs)).rejects.toMatchObject({ code: '42601' });
  });

  it.each([
    // Requirement: R139
    ['a statement that takes too long', 'SELECT pg_sleep(5)', { code: 'QueryTimeout' }],
    ['a number that does not fit', 'SELECT 2147483647::int + 1', { code: 'Validation' }],
    [
      'a read-only server',
      `DO $$ BEGIN SET TRANSACTION READ ONLY; UPDATE env_test.item SET n = 1; END $$`,
      { code: 'Unavailable' },
    ],
    ['a taken unique value', 'INSERT INTO env_test.item VALUES (1, 1)', { sqlState: '23505', constraint: 'item_pk' }],
    ['a missing value', 'INSERT INTO env_test.item VALUES (3, NULL)', { sqlState: '23502', table: 'item' }],
    ['a broken reference', 'INSERT INTO env_test.part VALUES (9)', { sqlState: '23503', constraint: 'part_item_fk' }],
  ])('translates %s into an error of the service', async (_, text, error) => {
    await expect(database.execute(ctx, statement(text), noArgs)).rejects.toMatchObject(error);
  });

  it('distinguishes a missing sequence from other failures', async () => {
    const outcome = (text: string) => database.execute(ctx, statement(text), noArgs).catch(isUndefinedObject);
    expect(await outcome(`SELECT nextval('env_test.none')`)).toBe(true);
    expect(await outcome('SELECT 1 / 0')).toBe(false);
  });

  // Requirement: F3
  it('retries a read, but never a write, whose connection broke', async () => {
    await platform.query('CREATE SEQUENCE IF NOT EXISTS env_test.tries');
    await platform.query(`SELECT setval('env_test.tries', 1, false)`);
    const dies = `SELECT CASE WHEN nextval('env_test.tries') = 1 THEN pg_terminate_backend(pg_backend_pid())::int END AS died`;
    expect(await database.execute(ctx, read(dies), noArgs)).toEqual([{ died: null }]);
    await platform.query(`SELECT setval('env_test.tries', 1, false)`);
    await expect(database.execute(ctx, statement(dies), noArgs)).rejects.toMatchObject({ code: 'Unavailable' });
    expect(await platform.query(`SELECT last_value FROM env_test.tries`)).toEqual([{ last_value: '1' }]);
  });

  it('recovers after all idle connections were cut', async () => {
    await Promise.all([1, 2, 3].map(() => database.execute(ctx, read('SELECT pg_sleep(0.05)'), noArgs)));
    await killAll();
    expect(await database.execute(ctx, statement('SELECT 1 AS one'), noArgs)).toEqual([{ one: 1 }]);
  });
});

const add = (id: number): Statement => statement(`UPDATE env_test.item SET n = n + 1 WHERE id = ${id}`);

describe('Database.transaction', () => {
  // Requirement: T67
  it('is retried as a whole after a deadlock', async () => {
    const [first, second] = [signal(), signal()];
    let tries = 0;
    const work = (mine: number, other: number, own: ReturnType<typeof signal>, theirs: ReturnType<typeof signal>) =>
      database.transaction(ctx, async (tx) => {
        tries++;
        await tx.execute(add(mine), noArgs);
        own.give();
        await theirs.promise;
        await tx.execute(add(other), noArgs);
      });
    await Promise.all([work(1, 2, first, second), work(2, 1, second, first)]);
    expect(await numbers()).toEqual([2, 2]);
    expect(tries).toBeGreaterThan(2);
  });

  it('fails with Unavailable after several attempts on a lock that is never released', async () => {
    const [locked, done] = [signal(), signal()];
    const holder = platform.transaction(async (query) => {
      await query('SELECT FROM env_test.item WHERE id = 1 FOR UPDATE');
      locked.give();
      await done.promise;
    });
    await locked.promise;
    let tries = 0;
    const outcome = database.transaction(ctx, async (tx) => {
      tries++;
      await tx.execute(add(1), noArgs);
    });
    await expect(outcome).rejects.toMatchObject({
      code: 'Unavailable',
      faults: [{ params: { RetryAfterSeconds: 1 } }],
    });
    expect(tries).toBeGreaterThanOrEqual(5);
    done.give();
    await holder;
  });

  it('keeps nothing when its callback throws', async () => {
    const outcome = database.transaction(ctx, async (tx) => {
      await tx.execute(add(1), noArgs);
      throw new Error('vetoed');
    });
    await expect(outcome).rejects.toThrow('vetoed');
    expect(await numbers()).toEqual([0, 0]);
  });

  // Requirement: T27
  it('rolls back a failing savepoint, nested ones too, and continues', async () => {
    const [one, two] = [1, 2].map(add);
    await database.transaction(ctx, async (tx) => {
      await tx.savepoint(() => tx.execute(one, noArgs));
      const part = tx.savepoint(async () => {
        await tx.execute(one, noArgs);
        await tx.savepoint(() => tx.execute(two, noArgs));
        await tx.savepoint(() => tx.execute(statement('INSERT INTO env_test.item VALUES (1, 1)'), noArgs));
      });
      await expect(part).rejects.toMatchObject({ sqlState: '23505' });
      await tx.execute(two, noArgs);
    });
    expect(await numbers()).toEqual([1, 1]);
  });

  it('answers and keeps nothing in a dry run, which fails where a real run would', async () => {
    const dry = (text: string) =>
      database.transaction(ctx, async (tx) => {
        tx.rollbackOnly();
        return tx.execute(statement(text), noArgs);
      });
    expect(await dry('UPDATE env_test.item SET n = 5 WHERE id = 1 RETURNING n')).toEqual([{ n: 5 }]);
    await expect(dry('INSERT INTO env_test.part VALUES (9)')).rejects.toBeInstanceOf(ConstraintViolation);
    expect(await numbers()).toEqual([0, 0]);
  });

  it('reports a constraint that is checked at COMMIT', async () => {
    const outcome = database.transaction(ctx, (tx) =>
      tx.execute(statement('INSERT INTO env_test.part VALUES (9)'), noArgs),
    );
    await expect(outcome).rejects.toMatchObject({ sqlState: '23503' });
  });

  it('does not report success when the callback swallowed a failure', async () => {
    const outcome = database.transaction(ctx, async (tx) => {
      await tx.execute(add(1), noArgs);
      await tx.execute(statement('SELECT 1 / 0'), noArgs).catch(() => undefined);
    });
    await expect(outcome).rejects.toThrow('had failed');
    expect(await numbers()).toEqual([0, 0]);
  });

  it('refuses statements after its callback has ended', async () => {
    const leaked = await database.transaction(ctx, async (tx) => tx);
    await expect(leaked.execute(add(1), noArgs)).rejects.toThrow('is over');
  });

  it('is retried when its connection breaks before COMMIT was sent', async () => {
    let tries = 0;
    await database.transaction(ctx, async (tx) => {
      await tx.execute(add(1), noArgs);
      if (++tries === 1) await killAll();
      await tx.execute(add(2), noArgs);
    });
    expect([tries, await numbers()]).toEqual([2, [1, 1]]);
  });
});
