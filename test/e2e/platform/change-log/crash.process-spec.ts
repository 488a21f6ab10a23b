import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureDatabase } from '#platform/database/embedded-postgres/embedded-database.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '#platform/database/migrate.js';
import { HERE, logChange, LogNode, take, withDeadline } from '../../../support/log-node.js';
import { until } from '../../../support/until.js';

/** Transactions that are rolled back right before the crash: PostgreSQL gives their numbers again after it. */
const ROLLED_BACK = 50;

// Requirement: F2
describe('a crash of PostgreSQL', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let pool: pg.Pool;
  let node: LogNode;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-crash-'));
    await chmod(folder, 0o755); // The server's user must get in.
    server = await startEmbeddedPostgres({ dataDir: folder });
    const url = await ensureDatabase(server, 'crash');
    await migrate(url);
    pool = new pg.Pool({ connectionString: url, max: 2 });
    pool.on('error', () => undefined);
    node = new LogNode(url);
  });
  afterAll(async () => {
    await Promise.all([node.stop(), pool.end()]);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const rollBack = async (): Promise<void> => {
    const client = await pool.connect();
    for (let i = 0; i < ROLLED_BACK; i++) {
      await client.query('BEGIN');
      await logChange(client, randomUUID());
      await client.query('ROLLBACK');
    }
    client.release();
  };
  /** All sessions end, and the server recovers from its log. */
  const crash = async (): Promise<void> => {
    const victim = await pool.connect();
    victim.on('error', () => undefined);
    const { rows } = await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0].pid, 'SIGKILL');
    await victim.query('SELECT pg_sleep(9)').catch(() => undefined);
    victim.release(true);
    const answers = (): Promise<boolean> =>
      pool.query('SELECT').then(
        () => true,
        () => false,
      );
    await until('the database answers again', answers);
  };

  it('loses no committed change, for live readers or for cursors', async () => {
    const live = await node.log.subscribe(HERE);
    for (let round = 0; round < 3; round++) {
      await logChange(pool, randomUUID());
      const { value: batch } = await withDeadline(live.next());
      const next = live.next();
      await rollBack();
      node.commits.noted(undefined);
      await sleep(40);
      await crash();
      const resumed = await node.log.subscribe(HERE, batch!.cursor);
      const written = Array.from({ length: ROLLED_BACK + 10 }, () => randomUUID());
      for (const id of written) await logChange(pool, id);
      const { value: first } = await withDeadline(next);
      const rest = written.length - first!.changes.length;
      const heard = [...first!.changes, ...(rest > 0 ? await take(live, rest) : [])];
      expect(heard.map(({ recordId }) => recordId)).toEqual(written);
      expect((await take(resumed, written.length)).map(({ recordId }) => recordId)).toEqual(written);
      resumed.close();
    }
    live.close();
  });
});
