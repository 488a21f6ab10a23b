import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { ENVIRONMENT, HERE, isSilent, logChange, LogNode, take, withDeadline } from '../../../support/log-node.js';

describe('the tail of the change log', () => {
  let test: TestDatabase;
  let node: LogNode;
  let other: LogNode;
  let pool: pg.Pool;
  beforeAll(async () => {
    test = await createTestDatabase();
    pool = new pg.Pool({ connectionString: test.url, max: 8 });
    pool.on('error', () => undefined);
    [node, other] = [new LogNode(test.url), new LogNode(test.url)];
  });
  afterAll(async () => {
    await Promise.all([node.stop(), other.stop(), pool.end()]);
    await test.drop();
  });

  const ids = (changes: readonly { readonly recordId: string }[]) => changes.map(({ recordId }) => recordId);
  const begun = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    return client;
  };
  const end = async (client: pg.PoolClient, how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
    await client.query(how);
    client.release();
  };

  it('delivers owners before and after and the names of changed fields, but no values', async () => {
    const subscription = await node.log.subscribe(HERE);
    const id = randomUUID();
    await logChange(pool, id, 7);
    const [change] = await take(subscription, 1);
    expect(change).toEqual({
      environmentId: ENVIRONMENT,
      entityName: 'Crate',
      operation: 'Update',
      recordId: id,
      recordInformationId: id,
      rowVersion: '7',
      changedFields: ['Name'],
      before: { ownerId: null, teamId: null },
      after: { ownerId: null, teamId: null },
      userId: ENVIRONMENT,
      correlationId: expect.any(String),
      source: null,
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      xid: expect.any(BigInt),
      position: expect.any(BigInt),
    });
    subscription.close();
  });

  // Requirement: F14
  it('does not wait for a long transaction, and delivers its changes once after it commits', async () => {
    const subscription = await node.log.subscribe(HERE);
    const slow = await begun();
    const [early, late] = [randomUUID(), randomUUID()];
    await logChange(slow, late);
    await logChange(pool, early);
    expect(ids(await take(subscription, 1))).toEqual([early]);
    await end(slow, 'COMMIT');
    expect(ids(await take(subscription, 1))).toEqual([late]);
    expect(await isSilent(subscription)).toBe(true);
    subscription.close();
  });

  // Requirement: F14
  it('delivers changes of a record in order, even when the earlier transaction changes it later', async () => {
    const subscription = await node.log.subscribe(HERE);
    const id = randomUUID();
    const first = await begun();
    await logChange(pool, id, 1);
    await logChange(first, id, 2);
    await end(first, 'COMMIT');
    const changes = await take(subscription, 2);
    expect(changes.map(({ rowVersion }) => rowVersion)).toEqual(['1', '2']);
    subscription.close();
  });

  // Requirement: P5
  it('delivers nothing that was rolled back, savepoints included', async () => {
    const subscription = await node.log.subscribe(HERE);
    const [kept, more] = [randomUUID(), randomUUID()];
    const failed = await begun();
    await logChange(failed, randomUUID());
    await end(failed, 'ROLLBACK');
    const half = await begun();
    await half.query('SAVEPOINT a');
    await logChange(half, randomUUID());
    await half.query('ROLLBACK TO a');
    await half.query('SAVEPOINT b');
    await logChange(half, kept);
    await half.query('RELEASE b');
    await logChange(half, more);
    await end(half, 'COMMIT');
    expect(ids(await take(subscription, 2))).toEqual([kept, more]);
    expect(await isSilent(subscription)).toBe(true);
    subscription.close();
  });

  it('delivers only what was asked for', async () => {
    const labels = await node.log.subscribe({ ...HERE, kinds: new Set(['Label']) });
    const everywhere = await node.log.subscribe({ kinds: new Set(['Label']) });
    const elsewhere = await node.log.subscribe({ environmentId: randomUUID() });
    const updated = await node.log.subscribe({ kinds: new Set(['Label:Update']) });
    const created = await node.log.subscribe({ ...HERE, kinds: new Set(['Label:Create']) });
    const id = randomUUID();
    await logChange(pool, randomUUID());
    await logChange(pool, id, 1, 'Label');
    expect(ids(await take(labels, 1))).toEqual([id]);
    expect(ids(await take(everywhere, 1))).toEqual([id]);
    expect(ids(await take(updated, 1))).toEqual([id]);
    for (const subscription of [elsewhere, created]) expect(await isSilent(subscription)).toBe(true);
    for (const subscription of [labels, everywhere, elsewhere, updated, created]) subscription.close();
  });

  it('delivers many changes in bounded batches, to a slow reader too', async () => {
    const [quick, slow] = [await node.log.subscribe(HERE), await node.log.subscribe(HERE)];
    const rows = 12_345;
    await pool.query(
      `INSERT INTO platform.change (occurred_at, environment_id, entity, operation, record_id, record_information_id,
         row_version, new, user_id, correlation_id)
       SELECT now(), $1::uuid, 'Crate', 'Create', $1::uuid, $1::uuid, n, '{"Name":1}', $1::uuid, $1::uuid
       FROM generate_series(1, $2::int) n`,
      [ENVIRONMENT, rows],
    );
    const versions = async (subscription: typeof quick, count: number): Promise<readonly number[]> => {
      const read: number[] = [];
      while (read.length < count) {
        const { value } = await withDeadline(subscription.next());
        expect(value!.changes.length).toBeLessThanOrEqual(1_000);
        read.push(...value!.changes.map(({ rowVersion }) => Number(rowVersion)));
      }
      return read;
    };
    const expected = Array.from({ length: rows }, (_, i) => i + 1);
    expect(await versions(quick, rows)).toEqual(expected);
    await logChange(pool, randomUUID(), 0);
    expect(await versions(quick, 1)).toEqual([0]);
    expect(await versions(slow, rows + 1)).toEqual([...expected, 0]);
    quick.close();
    slow.close();
  });

  it('ends a waiting subscription when it is closed', async () => {
    const subscription = await node.log.subscribe(HERE);
    const next = subscription.next();
    subscription.close();
    expect(await withDeadline(next)).toEqual({ done: true, value: undefined });
  });

  // Requirement: P11
  it('ends with its node and leaves no connection open', async () => {
    const stopping = new LogNode(test.url);
    const waiting = await stopping.log.subscribe(HERE);
    const next = waiting.next();
    await logChange(pool, randomUUID());
    expect((await withDeadline(next)).done).toBe(false);
    const last = waiting.next();
    await withDeadline(stopping.stop());
    expect(await withDeadline(last)).toEqual({ done: true, value: undefined });
    const { rows } = await pool.query(
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(LISTEN|NOTIFY)'`,
    );
    expect(rows).toHaveLength(2);
  });

  describe('wakes up', () => {
    const latencyMs = async (commits: LogNode, reader: LogNode): Promise<number> => {
      const subscription = await reader.log.subscribe(HERE);
      const times: number[] = [];
      for (let i = 0; i < 15; i++) {
        const next = subscription.next();
        await new Promise((resolve) => setTimeout(resolve, 40));
        await logChange(pool, randomUUID());
        const startedAt = performance.now();
        commits.commits.noted(undefined);
        await withDeadline(next);
        times.push(performance.now() - startedAt);
      }
      subscription.close();
      return times.toSorted((a, b) => a - b)[7];
    };

    it('at once after a commit of its own node', async () => {
      expect(await latencyMs(node, node)).toBeLessThan(60);
    });

    it('soon after a commit of another node, even after its notification connection was cut', async () => {
      expect(await latencyMs(other, node)).toBeLessThan(100);
      const { rowCount } = await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(LISTEN|NOTIFY)'`,
      );
      expect(rowCount).toBe(2);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(await latencyMs(other, node)).toBeLessThan(100);
    });
  });

  // Requirement: F12
  it('by polling when signals are lost, even while its connections are cut', async () => {
    const subscription = await node.log.subscribe(HERE);
    for (let i = 0; i < 5; i++) {
      await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND application_name = 'data-and-workflow-service'`,
      );
      const id = randomUUID();
      const startedAt = performance.now();
      await logChange(pool, id);
      expect(ids(await take(subscription, 1))).toEqual([id]);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    }
    subscription.close();
  });
});
