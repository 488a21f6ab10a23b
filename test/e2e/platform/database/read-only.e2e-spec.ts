import { Args } from '#core/statements/args.js';
import { ReadOnlySigns } from '#platform/database/connections/read-only-signs.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { oneCallersDatabase } from '../../../support/one-callers-database.js';
import { TestApp } from '../../../support/test-app.js';
import { createTestDatabase, runAsAdmin } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

/** Refuses writes to all sessions of the database from now on, as a standby or a maintenance does. */
async function setReadOnly(app: TestApp, isReadOnly: boolean): Promise<void> {
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const admin = new URL('/postgres', app.databaseUrl).href;
  await runAsAdmin(admin, `ALTER DATABASE "${name}" SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await runAsAdmin(admin, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
}

it('answers reads and 503 to writes while the database accepts none, and readiness says so', async () => {
  const app = await TestApp.start();
  try {
    const nina = app.as('nina.north');
    const insert = () => nina.insert('Note', { Subject: 'Read-only' });
    expect((await insert()).status).toBe(200);
    await setReadOnly(app, true);
    await until('readiness fails', async () => (await app.send('GET', '/health/ready')).status === 503);
    await until('the database answers', async () => (await nina.select('Note')).status === 200);

    const ready = await app.send('GET', '/health/ready');
    expect([ready.status, ready.body.ErrorDetails?.[0].Message ?? ready.text]).toEqual([
      503,
      'Not ready: database, which accepts no writes: it is a standby or read-only.',
    ]);
    expect((await app.send('GET', '/health/live')).status).toBe(200);
    const refused = await insert();
    expect([refused.status, refused.body.ErrorDetails[0]]).toMatchObject([
      503,
      { Message: 'The database accepts no writes now: it is a standby or read-only. Reads go on.' },
    ]);
    for (const body of [
      await nina.select('Customer'),
      await nina.send('GET', '/me'),
      await nina.send('GET', '/lists/get?EntityName=Customer'),
      await nina.send('GET', '/entities'),
    ])
      expect([200, 400]).toContain(body.status);

    await setReadOnly(app, false);
    await until('it is ready again', async () => (await app.send('GET', '/health/ready')).status === 200);
    await until('writes are stored again', async () => (await insert()).status === 200);
  } finally {
    await app.stop();
  }
});

// A router that does not cut connections leaves those to the former primary open.
it('replaces all connections after a write that the server refused, those of reads, too', async () => {
  const test = await createTestDatabase();
  const [name, admin] = [new URL(test.url).pathname.slice(1), new URL('/postgres', test.url).href];
  await runAsAdmin(admin, `ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  const settings = { url: test.url, statementTimeoutMs: 5_000, lockTimeoutMs: 5_000, signs: new ReadOnlySigns() };
  const database = oneCallersDatabase(settings, 3);
  const ctx = fixtureContext();
  const run = (text: string, readOnly: boolean): Promise<readonly unknown[]> =>
    database.execute(ctx, { name: '', text, slots: [], schema: 'env_test', readOnly }, new Args(ctx));
  const read = (): Promise<readonly unknown[]> => run('SELECT pg_backend_pid() AS pid FROM pg_sleep(0.2)', true);
  const sessions = async (): Promise<ReadonlySet<unknown>> =>
    new Set((await Promise.all([read(), read(), read()])).map(([row]) => (row as { readonly pid: unknown }).pid));
  try {
    const before = await sessions();
    expect(await sessions()).toEqual(before);
    await expect(run('CREATE TABLE public.written ()', false)).rejects.toThrow('The database accepts no writes now');
    const after = await sessions();
    expect([...after].filter((pid) => before.has(pid))).toEqual([]);
    expect(after.size).toBe(3);
  } finally {
    await database.end();
    await test.drop();
  }
});
