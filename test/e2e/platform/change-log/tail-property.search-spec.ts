import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { LoggedChange } from '#core/changes/change.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { ENVIRONMENT, HERE, logChange, LogNode, withDeadline } from '../../../support/log-node.js';

const WRITERS = 12;
const RECORDS = 5;
const WRITE_MS = 4_000;
/** Slow machines write for longer. */
const LEAST_WRITES = 600;

/** Any transaction: long or short, with an early or a late xid, over several records, with savepoints, kept or not. */
async function write(client: pg.PoolClient, records: readonly string[]): Promise<void> {
  await client.query('BEGIN');
  if (randomInt(2) === 0) await client.query('SELECT pg_current_xact_id()');
  if (randomInt(20) === 0) await sleep(randomInt(400));
  // In the order of their ids, so that the writers do not deadlock.
  const chosen = records.filter(() => randomInt(RECORDS) === 0);
  for (const id of chosen) {
    await change(client, id);
    if (randomInt(5) === 0) {
      await client.query('SAVEPOINT part');
      await change(client, id);
      await client.query(randomInt(2) === 0 ? 'RELEASE part' : 'ROLLBACK TO part');
    }
  }
  if (randomInt(10) === 0) await sleep(randomInt(60));
  await client.query(randomInt(4) === 0 ? 'ROLLBACK' : 'COMMIT');
}

async function change(client: pg.PoolClient, id: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    'UPDATE record SET version = version + 1 WHERE id = $1 RETURNING version',
    [id],
  );
  await logChange(client, id, rows[0].version);
}

describe('the tail of the change log, under random concurrent writes', () => {
  let test: TestDatabase;
  let nodes: readonly LogNode[];
  let pool: pg.Pool;
  let records: readonly string[];
  beforeAll(async () => {
    test = await createTestDatabase();
    pool = new pg.Pool({ connectionString: test.url, max: WRITERS + 2 });
    nodes = [new LogNode(test.url), new LogNode(test.url)];
    records = Array.from({ length: RECORDS }, () => randomUUID()).toSorted((a, b) => a.localeCompare(b));
    await pool.query('CREATE TABLE record (id uuid PRIMARY KEY, version int NOT NULL DEFAULT 0)');
    await pool.query('INSERT INTO record (id) SELECT unnest($1::uuid[])', [records]);
  });
  afterAll(async () => {
    await Promise.all([...nodes.map((node) => node.stop()), pool.end()]);
    await test.drop();
  });

  const positionsInOrder = async (): Promise<ReadonlyMap<string, readonly bigint[]>> => {
    const { rows } = await pool.query<{ record_id: string; position: string }>(
      'SELECT record_id, position FROM platform.change WHERE environment_id = $1 ORDER BY row_version, position',
      [ENVIRONMENT],
    );
    return positionsOf(rows.map(({ record_id, position }) => ({ recordId: record_id, position: BigInt(position) })));
  };
  const positionsOf = (changes: readonly Pick<LoggedChange, 'recordId' | 'position'>[]) =>
    new Map(records.map((id) => [id, changes.filter((c) => c.recordId === id).map(({ position }) => position)]));

  /** Reads until a change of the last record says that all is written. @param leavesAt how often in a hundred it resumes elsewhere */
  async function read(last: string, pauseMs: number, leavesAt: number): Promise<readonly LoggedChange[]> {
    const heard: LoggedChange[] = [];
    let [at, subscription] = [0, await nodes[0].log.subscribe(HERE)];
    for (;;) {
      const { value: batch } = await withDeadline(subscription.next());
      const isLeaving = randomInt(100) < leavesAt;
      const kept = isLeaving ? randomInt(1, batch!.changes.length + 1) : batch!.changes.length;
      heard.push(...batch!.changes.slice(0, kept));
      if (heard.at(-1)!.recordId === last) break;
      if (isLeaving) {
        subscription.close();
        subscription = await nodes[++at % 2].log.subscribe(HERE, batch!.cursorAfter(heard.at(-1)!));
      }
      await sleep(randomInt(pauseMs + 1));
    }
    subscription.close();
    return heard.slice(0, -1);
  }

  // Requirement: F14
  it('delivers every committed change exactly once, in order per record', async () => {
    const last = randomUUID();
    const readers = [read(last, 0, 0), read(last, 1, 0), read(last, 400, 0), read(last, 5, 30), read(last, 1, 60)];
    await sleep(300);
    const until = performance.now() + WRITE_MS;
    let written = 0;
    const writer = async (): Promise<void> => {
      const client = await pool.connect();
      while (performance.now() < until || written < LEAST_WRITES) {
        await write(client, records);
        written++;
        if (randomInt(3) > 0) nodes[randomInt(2)].commits.noted(undefined);
      }
      client.release();
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    await logChange(pool, last);
    const expected = await positionsInOrder();
    expect(expected.get(records[0])!.length).toBeGreaterThan(50);
    for (const heard of await Promise.all(readers)) expect(positionsOf(heard)).toEqual(expected);
  });
});
