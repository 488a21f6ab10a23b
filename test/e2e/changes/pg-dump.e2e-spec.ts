import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { customer } from '../../support/demo.js';
import { type EntityChanged, HubListener } from '../../support/hub-client.js';
import { installedPostgres, InstalledPostgres } from '../../support/installed-postgres.js';
import { withDeadline } from '../../support/log-node.js';
import { TestApp, where } from '../../support/test-app.js';

/** Transactions that the first server is ahead of the second, which begins with the same number. */
const AHEAD = 3_000;
const TEST_MS = 120_000;

const servers: InstalledPostgres[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

async function passTransactions(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DO $$ BEGIN FOR i IN 1..${count} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`);
  await client.end();
}

it(
  'follows the change log of a database moved to another server by pg_dump and pg_restore',
  async () => {
    const binaries = await installedPostgres();
    if (binaries === undefined) return;
    const [old, fresh] = await Promise.all([InstalledPostgres.start(binaries), InstalledPostgres.start(binaries)]);
    servers.push(old, fresh);
    const folder = await mkdtemp(join(tmpdir(), 'dump '));
    await passTransactions(old.url, AHEAD);
    const first = await TestApp.on(old.url, { DEMO: 'true' });
    const ada = await HubListener.registered(first, 'ada.admin', ['Customer']);
    const id = await first.as('ada.admin').inserted('Customer', customer());
    const { Cursor } = await withDeadline(ada.next());
    await ada.stop();
    await first.stop();

    const file = join(folder, 'service.dump');
    await old.dump(file);
    await fresh.restore(file);
    await old.stop();

    const second = await TestApp.on(fresh.url);
    const back = await HubListener.registered(second, 'ada.admin', ['Customer']);
    const missed = new Promise<EntityChanged>((resolve, reject) => {
      const observer = { next: resolve, complete: () => undefined, error: reject };
      back.connection.stream<EntityChanged>('StreamChanges', 'Customer', Cursor).subscribe(observer);
    });
    await expect(withDeadline(missed)).rejects.toThrow(/HubException: CursorExpired/);
    const next = await second.as('ada.admin').inserted('Customer', customer());
    expect(await withDeadline(back.next())).toMatchObject({ Operation: 'Create', Id: next });
    const clause = where('RecordId', 'EqualTo', id);
    const { body } = await second.as('ada.admin').select('AuditEntry', { WhereClause: clause });
    expect(body.Result).toMatchObject([{ Operation: 'Create', EntityName: 'Customer' }]);
    await back.stop();
    await second.stop();
    await rm(folder, { recursive: true });
  },
  TEST_MS,
);
