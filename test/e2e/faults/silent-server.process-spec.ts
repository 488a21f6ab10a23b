import { NotifyChannel } from '#platform/database/notify-channel.js';
import { Args } from '#core/statements/args.js';
import type { Database } from '#platform/database/database.js';
import { OutcomeUnknown } from '#platform/database/connections/database.errors.js';
import { fixtureContext } from '../../support/fixture-catalogue.js';
import { PostgresProxy } from '../../support/postgres-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { oneCallersDatabase } from '../../support/one-callers-database.js';
import { until } from '../../support/until.js';

/** The statement timeout, and the time that a server may be silent after it. */
const KNOWN_AFTER_MS = 5_500;

/** The heartbeat of the connection that listens, and its timeout. */
const HEARTBEAT_WITHIN_MS = 17_000;

const ctx = fixtureContext();
const noArgs = new Args(ctx);
let test: TestDatabase;
let proxy: PostgresProxy;
let database: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  proxy = await PostgresProxy.start(test.url);
  const settings = { url: proxy.url, statementTimeoutMs: 500, lockTimeoutMs: 500 };
  database = oneCallersDatabase(settings, 2);
});
afterEach(async () => {
  await database.end();
  await proxy.stop();
  await test.drop();
});

/** From the next statement on, the connection delivers nothing, like a machine without power. */
function goSilent(): void {
  let connection: number | undefined;
  proxy.judge = (message) => {
    if (message.from === 'client' && message.type === 'P') connection ??= message.connection;
    return message.connection === connection ? 'lost' : undefined;
  };
}

const run = (readOnly: boolean): Promise<unknown> =>
  database.execute(ctx, { name: '', text: 'SELECT 1 AS one', slots: [], schema: 'env_test', readOnly }, noArgs);

// Requirement: F3, P10
it('a read is retried on another connection after a long silence of the server', async () => {
  goSilent();
  const startedAt = performance.now();
  expect(await run(true)).toEqual([{ one: 1 }]);
  expect(performance.now() - startedAt).toBeGreaterThan(KNOWN_AFTER_MS - 100);
});

// Requirement: F3, P3
it('a write is not retried, because its result is unknown', async () => {
  goSilent();
  await expect(run(false)).rejects.toBeInstanceOf(OutcomeUnknown);
  expect(await run(false)).toEqual([{ one: 1 }]);
});

// Requirement: F3
it('the connection that listens is replaced after a long silence of the server', async () => {
  const channel = new NotifyChannel({ url: proxy.url, statementTimeoutMs: 500, lockTimeoutMs: 500 });
  let connects = 0;
  channel.listen('changes', () => void connects++);
  let listening: number | undefined;
  proxy.judge = ({ text, connection }) => {
    if (text.startsWith('LISTEN')) listening ??= connection;
    return undefined;
  };
  channel.open();
  await until('it listens', () => connects === 1);
  proxy.judge = ({ connection }) => (connection === listening ? 'lost' : undefined);
  await until('it listens again', () => connects === 2, HEARTBEAT_WITHIN_MS);
  await channel.close();
}, 30_000);
