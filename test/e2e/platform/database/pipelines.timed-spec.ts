import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext } from '#core/context/context.js';
import { Args } from '#core/statements/args.js';
import { CallerConnections } from '#platform/database/caller-connections.js';
import { Commits } from '#platform/database/commits.js';
import { Connection } from '#platform/database/connections/connection.js';
import { ConnectionPool } from '#platform/database/connections/connection-pool.js';
import { Database } from '#platform/database/database.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { Statement } from '#platform/database/statement.js';
import { StatementLatency } from '#platform/database/connections/statement-latency.js';
import { MAX_LENGTH } from '#platform/database/connections/pipeline.js';
import { ReadPipelines } from '#platform/database/connections/read-pipelines.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { PostgresProxy } from '../../../support/postgres-proxy.js';
import { signal } from '../../../support/signal.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

const ctx = fixtureContext();
const POOL_SIZE = 2;
const STATEMENT_TIMEOUT_MS = 2_000;

let test: TestDatabase;
let proxy: PostgresProxy;
let platform: PlatformDatabase;
let database: Database;
let opened: number;

/** Database with one pipeline, through the proxy, whose pool one user may use up. */
function pipedDatabase(statementTimeoutMs: number): Database {
  const settings = { url: proxy.url, statementTimeoutMs, lockTimeoutMs: 500 };
  const all = { permits: POOL_SIZE, perUser: POOL_SIZE, perTenant: POOL_SIZE, kept: 0, keptInTenant: 0 };
  const share = new FairShare('database connections', { ...all, waitMs: 2_000, waitingPerUser: 500 });
  const open = (): Promise<Connection> => {
    opened++;
    return Connection.open(settings, 2_000);
  };
  const pool = new ConnectionPool(settings, POOL_SIZE);
  const callers = new CallerConnections(pool, share, new ReadPipelines(open, 1));
  return new Database(callers, new ConnectionPool(settings, 1), new Commits());
}

beforeEach(async () => {
  test = await createTestDatabase();
  proxy = await PostgresProxy.start(test.url);
  const own = { url: test.url, statementTimeoutMs: 5_000, lockTimeoutMs: 500 };
  platform = new PlatformDatabase(new ConnectionPool(own, 2), test.url);
  opened = 0;
  database = pipedDatabase(STATEMENT_TIMEOUT_MS);
});
afterEach(async () => {
  await Promise.all([database.end(), platform.end()]);
  await proxy.stop();
  await test.drop();
});

let made = 0;

/** A prepared read that was short so far. Its last parameter is the number that `numbered` gives. */
function hot(text: string): Statement {
  const latency = new StatementLatency();
  for (let i = 0; i < 100; i++) latency.note(0.1);
  return { name: `hot${++made}`, text, slots: [NUMBER], schema: 'env_test', readOnly: true, latency };
}

const NUMBER = new Args(ctx).values.length;
const numbered = (number: number): Args => {
  const args = new Args(ctx);
  args.add(number, 'int');
  return args;
};

interface Row {
  readonly n: number;
  readonly pid: number;
}

const QUICK = hot('SELECT $1::int AS n, pg_backend_pid() AS pid');
const SLEEPING = 'SELECT $1::int AS n, pg_backend_pid() AS pid FROM pg_sleep(0.8)';

const run = (statement: Statement, n: number, caller: RequestContext = ctx): Promise<readonly Row[]> =>
  database.execute<Row>(caller, statement, numbered(n));

const runAll = (count: number, statement = QUICK): Promise<(readonly Row[])[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(statement, n)));

/** Opens the pipeline. @returns its process on the server */
async function pipelinePid(): Promise<number> {
  await run(QUICK, 0);
  await until('the pipeline is open', async () => {
    const pids = (await runAll(3)).map(([{ pid }]) => pid);
    return new Set(pids).size === 1 && (await runAll(3)).every(([{ pid }]) => pid === pids[0]);
  });
  return (await run(QUICK, 0))[0].pid;
}

const numbers = (results: readonly (readonly Row[])[]): readonly number[] => results.map(([{ n }]) => n);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

it('sends the reads of one turn behind each other, and each gets its own answer', async () => {
  const pid = await pipelinePid();
  const messages: string[] = [];
  proxy.judge = ({ from, type }) => {
    if (type === (from === 'client' ? 'B' : 'Z')) messages.push(type);
    return undefined;
  };
  const results = await runAll(6);
  expect(numbers(results)).toEqual(upTo(6));
  expect(new Set(results.map(([row]) => row.pid))).toEqual(new Set([pid]));
  expect(messages.join('')).toBe('BBBBBBZZZZZZ');
});

it('runs rare, long and unnamed reads, writes and reads of jobs on connections of their own', async () => {
  const pid = await pipelinePid();
  const { text, slots, schema } = QUICK;
  const rare: Statement = { ...QUICK, latency: new StatementLatency() };
  const unnamed: Statement = { ...QUICK, name: '' };
  const write: Statement = { name: 'write', text, slots, schema };
  for (const statement of [rare, unnamed, write]) expect((await run(statement, 1))[0].pid).not.toBe(pid);
  const job = { ...ctx, job: { source: 'Workflow' as const, chain: [] } };
  expect((await run(QUICK, 1, job))[0].pid).not.toBe(pid);
});

it('measures reads, and sends them through a pipeline once they are short', async () => {
  const pid = await pipelinePid();
  const fresh: Statement = { ...QUICK, latency: new StatementLatency() };
  await until('the read is short', async () => (await run(fresh, 1))[0].pid === pid);
});

// Requirement: F3, P10
it('answers every read when the connection breaks in the middle, and opens another one', async () => {
  const pid = await pipelinePid();
  let answered = 0;
  let broken: number | undefined;
  proxy.judge = ({ from, type, connection, bytes }) => {
    if (broken === undefined && from === 'server' && type === 'C' && ++answered === 3) broken = connection;
    else return undefined;
    return Math.ceil(bytes / 2);
  };
  const results = await runAll(6);
  proxy.judge = () => undefined;
  expect(broken).toBeDefined();
  expect(numbers(results)).toEqual(upTo(6));
  expect(opened).toBe(1);
  await sleep(1_100);
  expect(await pipelinePid()).not.toBe(pid);
  expect(opened).toBe(2);
});

it('answers reads when an idle pipeline has broken, and when the server refuses new connections', async () => {
  await pipelinePid();
  proxy.judge = ({ type }) => (type === '' ? 0 : undefined);
  proxy.cutAll();
  await expect(run(QUICK, 1)).rejects.toMatchObject({ code: 'Unavailable' });
  proxy.judge = () => undefined;
  expect(numbers(await runAll(4))).toEqual(upTo(4));
});

it('refuses one read with its own error and answers the ones beside it', async () => {
  const pid = await pipelinePid();
  const dividing = hot('SELECT 12 / ($1::int - 3) AS n, pg_backend_pid() AS pid');
  const results = await Promise.allSettled(upTo(6).map((n) => run(dividing, n)));
  expect(results[3]).toMatchObject({ reason: { code: 'Validation' } });
  expect(results.map((each) => each.status === 'fulfilled' && each.value[0].n)).toEqual([-4, -6, -12, false, 12, 6]);
  expect((await run(QUICK, 1))[0].pid).toBe(pid);
});

it('answers the reads behind one whose statement could not be prepared', async () => {
  await pipelinePid();
  await platform.query('CREATE SCHEMA late');
  const late = hot('SELECT n + $1::int - $1::int AS n, pg_backend_pid() AS pid FROM late.item');
  const failed = await Promise.allSettled(upTo(3).map((n) => run(late, n)));
  for (const each of failed) expect(each).toMatchObject({ status: 'rejected', reason: { code: '42P01' } });
  await platform.query('CREATE TABLE late.item AS SELECT 5 AS n');
  await platform.query('GRANT USAGE ON SCHEMA late TO PUBLIC');
  await platform.query('GRANT SELECT ON late.item TO PUBLIC');
  expect(numbers(await runAll(3, late))).toEqual([5, 5, 5]);
});

it('answers 504 for a read beyond the statement timeout and the others at once', async () => {
  await database.end();
  database = pipedDatabase(30);
  await pipelinePid();
  const startedAt = performance.now();
  const slow = run(hot(SLEEPING), 1).catch((error) => error.code);
  expect(numbers(await runAll(5))).toEqual(upTo(5));
  expect(performance.now() - startedAt).toBeLessThan(750);
  expect(await slow).toBe('QueryTimeout');
});

// Requirement: S17
it('lets a slow read start over on a connection of its own, and the ones behind it', async () => {
  const pid = await pipelinePid();
  const slow = hot(SLEEPING);
  const startedAt = performance.now();
  const slept = run(slow, 7);
  expect(numbers(await runAll(5))).toEqual(upTo(5));
  expect(performance.now() - startedAt).toBeLessThan(750);
  const sleepers = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
  await until('the first attempt is cancelled', async () => (await platform.query(sleepers)).length === 1);
  expect(numbers([await slept])).toEqual([7]);
  expect(slow.latency!.isShort).toBe(false);
  await sleep(1_100);
  expect(await pipelinePid()).not.toBe(pid);
});

it('answers short reads while writes hold every connection of the pool', async () => {
  await pipelinePid();
  const done = signal();
  const held = upTo(POOL_SIZE).map(() =>
    database.transaction(ctx, async (tx) => {
      await tx.execute(QUICK, numbered(0));
      await done.promise;
    }),
  );
  await until('a read is answered', async () => (await run(QUICK, 7).catch(() => []))[0]?.n === 7);
  done.give();
  await Promise.all(held);
});

it('leaves permits for others when one user sends many reads at once', async () => {
  const pid = await pipelinePid();
  const other: RequestContext = {
    ...ctx,
    principal: { ...ctx.principal, userId: '00000000-0000-7000-8000-00000000000f' },
  };
  const many = runAll(3 * MAX_LENGTH);
  const [row] = await run(QUICK, 99, other);
  expect(row).toEqual({ n: 99, pid });
  const results = await many;
  expect(numbers(results)).toEqual(upTo(3 * MAX_LENGTH));
  // Each permit is taken again as soon as a read is answered, so the first reads tell.
  expect(results.slice(0, MAX_LENGTH).filter(([each]) => each.pid === pid).length).toBeLessThan(MAX_LENGTH / 2);
});

it('closes prepared statements one by one beyond 256 KB of text, also while they are under way', async () => {
  await pipelinePid();
  const many = upTo(40).map((i) => hot(`SELECT $1::int AS n${' '.repeat(8_192)}, pg_backend_pid() AS pid, ${i} AS i`));
  for (let round = 0; round < 3; round++)
    expect(numbers(await Promise.all(many.map((statement, n) => run(statement, n))))).toEqual(upTo(40));
  // On a busy machine a read may take too long, and the pipeline then rests: a round without that tells.
  await until('one connection serves all', async () => {
    const pids = new Set([await pipelinePid()]);
    for (const [n, statement] of [...many.entries(), ...many.entries()]) pids.add((await run(statement, n))[0].pid);
    return pids.size === 1;
  });
});
