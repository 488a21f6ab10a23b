import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { CursorExpired } from '#core/changes/log-cursor.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { HERE, isSilent, logChange, LogNode, take, withDeadline } from '../../../support/log-node.js';

describe('a cursor of the change log', () => {
  let test: TestDatabase;
  let node: LogNode;
  let other: LogNode;
  let pool: pg.Pool;
  beforeAll(async () => {
    test = await createTestDatabase();
    pool = new pg.Pool({ connectionString: test.url, max: 4 });
    [node, other] = [new LogNode(test.url), new LogNode(test.url)];
  });
  afterAll(async () => {
    await Promise.all([node.stop(), other.stop(), pool.end()]);
    await test.drop();
  });

  const ids = (changes: readonly { readonly recordId: string }[]) => changes.map(({ recordId }) => recordId);

  it('resumes after any change, on another node too, within a transaction, without duplicates', async () => {
    const subscription = await node.log.subscribe(HERE);
    const written = Array.from({ length: 10 }, () => randomUUID());
    const client = await pool.connect();
    await client.query('BEGIN');
    for (const id of written) await logChange(client, id);
    await client.query('COMMIT');
    client.release();
    const { value: batch } = await withDeadline(subscription.next());
    expect(ids(batch!.changes)).toEqual(written);
    subscription.close();
    const late = randomUUID();
    await logChange(pool, late);
    for (const [i, change] of batch!.changes.entries()) {
      const resumed = await other.log.subscribe(HERE, batch!.cursorAfter(change));
      expect(ids(await take(resumed, 10 - i))).toEqual([...written.slice(i + 1), late]);
      resumed.close();
    }
    const resumed = await other.log.subscribe(HERE, batch!.cursor);
    expect(ids(await take(resumed, 1))).toEqual([late]);
    expect(await isSilent(resumed)).toBe(true);
    resumed.close();
  });

  it('is refused when too old, of another log, ahead of the log, contradictory or malformed (CursorExpired)', async () => {
    const subscription = await node.log.subscribe(HERE);
    await logChange(pool, randomUUID());
    const { value } = await withDeadline(subscription.next());
    subscription.close();
    const [log, seen] = value!.cursor.split('.');
    const [numbers, at] = seen.split('_');
    const old = (Number.parseInt(at, 36) - 8 * 86_400).toString(36);
    const ahead = (Number.parseInt(numbers.split('-')[0], 36) + 1_000).toString(36);
    const cursors = [
      `${log}.${numbers}_${old}`,
      `0123456789abcdef.${seen}`,
      `${log}.${ahead}_${at}`,
      `${log}.${numbers}_${(Number.parseInt(at, 36) + 1_000).toString(36)}`,
      // Inside of a range: behind the log's last position, and a range that ends before it begins.
      `${log}.1_${at}.${numbers}_${at}.${(2n ** 62n).toString(36)}`,
      `${log}.${seen}.1_${at}.1`,
      '',
      'x',
      `${log}.`,
    ];
    for (const cursor of cursors) await expect(node.log.subscribe(HERE, cursor)).rejects.toThrow(CursorExpired);
  });

  it('is reported as expired to live subscribers when the log is replaced, as after a restore', async () => {
    const [waiting, later] = [await node.log.subscribe(HERE), await node.log.subscribe(HERE)];
    const next = waiting.next();
    await pool.query('UPDATE platform.log SET id = gen_random_uuid()');
    await expect(withDeadline(next)).rejects.toThrow(CursorExpired);
    await expect(later.next()).rejects.toThrow(CursorExpired);
    const anew = await node.log.subscribe(HERE);
    const id = randomUUID();
    await logChange(pool, id);
    expect(ids(await take(anew, 1))).toEqual([id]);
    anew.close();
  });
});
