import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { backupBlocks } from '../../../support/backups-page.js';
import { customer } from '../../../support/demo.js';
import { InstalledPostgres } from '../../../support/installed-postgres.js';
import { POSTGRES } from '../../../support/needed-programs.js';
import { noteCount, ticksOn, tour } from '../../../support/service-tour.js';
import { type Answer, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { FirstNode, NODE, type Running } from './first-node.js';

const TEST_MS = 120_000;
/** Transactions that the first server is ahead of the second, which begins with the same number. */
const AHEAD = 3_000;
const PASSWORD = 'a'.repeat(32);
const SLOW = 'SLOW:3000 dumped';

const [dump, restore] = backupBlocks('A dump');

let folder: string;
const servers: InstalledPostgres[] = [];
const running: Running = new Set();
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'dump '))));
afterAll(async () => {
  for (const each of running) await each.stop();
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true });
});

/** A server as an operator installs it; `url` is its database as the service logs in. */
async function startServer(): Promise<{ server: InstalledPostgres; url: string }> {
  const server = await InstalledPostgres.startBare();
  servers.push(server);
  const variables = { SERVICE_PASSWORD: PASSWORD };
  await server.administer('psql -qf deploy/postgres/create-database.sql "$ADMIN_URL"', variables);
  return { server, url: `postgres://data_service:${PASSWORD}@127.0.0.1:${server.port}/data_service` };
}

async function passTransactions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DO $$ BEGIN FOR i IN 1..${AHEAD} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`);
  await client.end();
}

const reprice = (app: TestApp): Promise<Answer> => {
  const Parameters = [{ Value: 'Food' }, { Value: '0' }];
  return app.as('ada.admin').send('POST', '/database/execute', {
    ObjectName: 'RepriceCategory',
    ObjectType: 1,
    Parameters,
  });
};

POSTGRES.describe('a dump', () => {
  it(
    'moves to another server by a dump: what was committed goes on once, and clients notice',
    async () => {
      const [old, fresh] = await Promise.all([startServer(), startServer()]);
      await passTransactions(old.url);
      const node = await FirstNode.start(old.url, running);
      const { app: first, client, clock, port } = node;
      const fields = customer({ Name: 'Dumped' });
      const key = { 'Idempotency-Key': 'before the dump' };
      const answer = await node.insertFollowed(fields, key);
      expect((await reprice(first)).status).toBe(200);
      await node.queue(SLOW);
      const variables = { BACKUP: folder };
      await old.server.administer(dump, { ...variables, DATABASE_URL: old.url });
      const cursor = await client.cursorOf(fields.TaxId);
      await node.stop();
      await old.server.halt();

      const ADMIN_URL = fresh.server.adminUrl.replace('/postgres', '/data_service');
      await fresh.server.administer(restore, { ...variables, ADMIN_URL, DATABASE_URL: fresh.url });
      const second = await TestApp.on(fresh.url, { ...NODE, PORT: port, ALLOW_SHARED_FUNCTIONS: 'false' });
      running.add(second);
      await expect(client.resume(cursor)).rejects.toThrow(/HubException: CursorExpired/);
      const again = second.as('ada.admin');
      const replayed = await again.insert('Customer', fields, key);
      expect([replayed.status, replayed.body.Result.Id]).toEqual([200, answer.body.Result.Id]);
      const log = await again.select('AuditEntry', {
        WhereClause: where('RecordId', 'EqualTo', answer.body.Result.Id),
      });
      expect(log.body.Result).toMatchObject([{ Operation: 'Create', EntityName: 'Customer' }]);
      expect((await reprice(second)).status).toBe(200);
      await until('the queued write is done', async () => (await noteCount(second, SLOW)) > 0);
      await ticksOn(second, clock);
      await tour(second);
      const counts = [noteCount(second, SLOW), noteCount(second, `Followed ${String(fields.TaxId)}`)];
      expect(await Promise.all(counts)).toEqual([1, 1]);
    },
    TEST_MS,
  );
});
