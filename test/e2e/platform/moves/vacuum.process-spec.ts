import type pg from 'pg';
import { dropFences, freeze, unfreeze } from '#platform/database/moves/freeze.js';
import type { Query } from '#platform/database/platform-database.js';
import { runAsAdmin } from '../../../support/test-database.js';
import { DEVELOPMENT, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { environmentId } from '../cells/state.js';

/** At a tenth of a second for each, far longer than the test. */
const PAGES = 500;

let app: TestApp;
let mover: pg.PoolClient;
beforeAll(async () => {
  app = await TestApp.start();
  mover = await app.connect();
  await setNaptime("SET autovacuum_naptime = '1s'");
});
afterAll(async () => {
  await setNaptime('RESET autovacuum_naptime');
  mover.release();
  await app.stop();
});

/** Changes how often the server looks for tables to vacuum, which only its administrator may. */
async function setNaptime(change: string): Promise<void> {
  await runAsAdmin(app.databaseUrl, `ALTER SYSTEM ${change}`);
  await runAsAdmin(app.databaseUrl, 'SELECT pg_reload_conf()');
}

it('does not wait until an autovacuum of a large table has ended', async () => {
  const environment = { id: await environmentId(app, DEVELOPMENT), schema: await app.schema() };
  const query: Query = async <Row>(text: string, values: unknown[] = []) =>
    (await mover.query(text, values)).rows as Row[];
  const table = `"${environment.schema}"."Slow"`;
  await app.query(`CREATE TABLE ${table} (text text)`);
  await app.query(`
    ALTER TABLE ${table}
      ALTER text SET STORAGE PLAIN,
      SET (
        autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0, autovacuum_analyze_threshold = 2000000000,
        autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1
      )`);
  await app.query(`INSERT INTO ${table} SELECT repeat('x', 6000) FROM generate_series(1, ${PAGES})`);
  await app.query(`UPDATE ${table} SET text = repeat('y', 6000)`);
  const isVacuumed = async (): Promise<boolean> => {
    const vacuum = await app.query(
      `SELECT FROM pg_stat_progress_vacuum v JOIN pg_locks l USING (pid) WHERE l.relation = '${table}'::regclass`,
    );
    return vacuum.length > 0;
  };
  await until('the table is vacuumed', isVacuumed, 60_000);
  await freeze(query, environment);
  expect(await isVacuumed()).toBe(false);
  const ended = `SELECT autovacuum_count::int AS n FROM pg_stat_all_tables WHERE relid = '${table}'::regclass`;
  expect(await app.query(ended)).toEqual([{ n: 0 }]);
  await unfreeze(query, environment);
  await dropFences(query, environment);
});
