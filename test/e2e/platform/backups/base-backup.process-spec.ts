import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { backupBlocks, settingsOf } from '../../../support/backups-page.js';
import { customer } from '../../../support/demo.js';
import { giveToServer, InstalledPostgres } from '../../../support/installed-postgres.js';
import { POSTGRES } from '../../../support/needed-programs.js';
import { isFollowed, noteCount, ticksOn, tour } from '../../../support/service-tour.js';
import { TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { FirstNode, NODE, type Running } from './first-node.js';

const TEST_MS = 120_000;
/** Longer than the clock of the server needs to separate two commits. */
const ISOLATION_MS = 1_100;
const SLOW = 'SLOW:5000 queued';

const [conf, backUp, restore, wait] = backupBlocks('Base backup and WAL');

let folder: string;
const servers: InstalledPostgres[] = [];
const running: Running = new Set();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  await mkdir(join(folder, 'wal'));
  await giveToServer(folder);
  await giveToServer(join(folder, 'wal'));
});
afterAll(async () => {
  for (const each of running) await each.stop();
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true });
});

const knows = async (app: TestApp, field: string): Promise<boolean> =>
  (await app.as('ada.admin').select('Note', { SelectedFields: [field] })).status === 200;

const define = async (app: TestApp, FieldName: string): Promise<void> => {
  const EntityId = { Match: { FieldName: 'EntityName', Value: 'Note' } };
  await app.as('ada.admin').inserted('Field', { EntityId, FieldName, FieldType: 'Text' });
};

const namesOf = async (app: TestApp, ...taxIds: readonly unknown[]): Promise<readonly unknown[]> => {
  const clause = where('TaxId', 'IN', taxIds);
  return (await app.as('ada.admin').select('Customer', { WhereClause: clause })).body.Result.map(
    ({ Name }: { Name: unknown }) => Name,
  );
};

/** The time of the server between two commits. */
async function timeBetween(app: TestApp): Promise<string> {
  await delay(ISOLATION_MS);
  const [{ now }] = await app.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  await delay(ISOLATION_MS);
  return now;
}

/** Ends the segment of the WAL and waits until it is in the archive. */
async function archived(app: TestApp, server: InstalledPostgres): Promise<void> {
  const count = async (): Promise<number> =>
    (await app.query<{ count: number }>('SELECT archived_count::int AS count FROM pg_stat_archiver'))[0].count;
  const before = await count();
  await server.administer('psql -Atqc "SELECT pg_switch_wal()" "$ADMIN_URL"');
  await until('the WAL is archived', async () => (await count()) > before);
}

POSTGRES.describe('a base backup', () => {
  it(
    'takes a base backup back to a time: what was committed goes on once, what came later is gone, and clients notice',
    async () => {
      const options = { settings: settingsOf(conf, folder) };
      const old = await InstalledPostgres.start(options);
      servers.push(old);
      const node = await FirstNode.start(old.url, running);
      const { app: first, client, clock, port } = node;
      await old.run(backUp, { BACKUP: folder });

      // Committed before the time: one matched with its trigger, one not, and a write that is accepted and runs.
      const ada = first.as('ada.admin');
      const [matched, unmatched, lost] = [customer({ Name: 'Matched' }), customer({ Name: 'Unmatched' }), customer()];
      const key = { 'Idempotency-Key': 'before the time' };
      const answer = await node.insertFollowed(matched, key);
      const held = await first.connect();
      await held.query('BEGIN; LOCK TABLE platform.trigger_cursor');
      await ada.inserted('Customer', unmatched);
      await node.queue(SLOW);
      const UNTIL = await timeBetween(first);

      // Committed after it.
      await ada.inserted('Customer', lost);
      await define(first, 'Lost');
      const cursor = await client.cursorOf(lost.TaxId);
      await archived(first, old);
      await held.query('COMMIT');
      held.release();
      await node.stop();
      await old.halt();

      const restored = await InstalledPostgres.prepare(options);
      servers.push(restored);
      await restored.run(restore, { BACKUP: folder, UNTIL });
      await restored.launch();
      await restored.administer(wait);
      const second = await TestApp.on(restored.url, { ...NODE, PORT: port });
      running.add(second);

      expect(await namesOf(second, matched.TaxId, unmatched.TaxId, lost.TaxId)).toEqual(['Matched', 'Unmatched']);
      expect(await knows(second, 'Lost')).toBe(false);
      await define(second, 'Later');
      await until('the new field is known', () => knows(second, 'Later'));
      await expect(client.resume(cursor)).rejects.toThrow(/HubException: CursorExpired/);
      const replayed = await second.as('ada.admin').insert('Customer', matched, key);
      expect([replayed.status, replayed.body.Result.Id]).toEqual([200, answer.body.Result.Id]);
      await isFollowed(second, unmatched.TaxId);
      await until('the queued write is done', async () => (await noteCount(second, SLOW)) > 0);
      await ticksOn(second, clock);
      await tour(second);
      const followed = [matched, unmatched].map(({ TaxId }) => noteCount(second, `Followed ${String(TaxId)}`));
      expect([...(await Promise.all(followed)), await noteCount(second, SLOW)]).toEqual([1, 1, 1]);
    },
    TEST_MS,
  );
});
