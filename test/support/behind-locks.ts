import type { TestApp } from './test-app.js';
import { until } from './until.js';

/** Number of sessions of the service that wait for a lock. */
async function waitingSessions(app: TestApp): Promise<number> {
  const [{ count }] = await app.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE wait_event_type = 'Lock' AND datname = current_database() AND application_name = 'data-and-workflow-service'`,
  );
  return count;
}

/** Waits until this number of sessions of the service wait for a lock. */
export const sessionsWait = (app: TestApp, count: number): Promise<void> =>
  until(`${count} sessions wait for a lock`, async () => (await waitingSessions(app)) >= count);

/**
 * Runs `work` while a transaction past the service holds the locks of these statements.
 * @param work calls `release` to commit the transaction
 */
export async function behindLocks<T>(
  app: TestApp,
  statements: readonly string[],
  work: (release: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const holder = await app.connect();
  try {
    await holder.query('BEGIN');
    for (const statement of statements) await holder.query(statement);
    return await work(() => holder.query('COMMIT'));
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

const WAITING = 'SELECT FROM pg_locks WHERE NOT granted AND relation IS NOT NULL';

/**
 * Changes something during each of the first attempts of a write, which waits for a lock each time.
 * @param locks number of attempts, and the statement that takes the lock
 */
export async function duringEach<T>(
  app: TestApp,
  [attempts, lock]: readonly [number, string],
  write: () => Promise<T>,
  change: () => Promise<unknown>,
): Promise<T> {
  const holders = [await app.connect(), await app.connect()];
  const hold = async (n: number): Promise<void> => {
    await holders[n % 2].query('BEGIN');
    await holders[n % 2].query(lock);
  };
  try {
    await hold(0);
    const answer = write();
    for (let n = 1; n <= attempts; n++) {
      await sessionsWait(app, 1);
      await change();
      const held = hold(n);
      await until('the next holder waits behind the write', async () => (await app.query(WAITING)).length === 2);
      await holders[(n - 1) % 2].query('COMMIT');
      await held;
    }
    return await answer;
  } finally {
    for (const holder of holders) {
      await holder.query('ROLLBACK');
      holder.release();
    }
  }
}
