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
