import { setTimeout as sleep } from 'node:timers/promises';
import { REPEAT } from '#platform/process/scheduling/backoff.js';
import { ConnectionLost, TransactionConflict, unavailable } from './connections/database.errors.js';

const MAX_TRIES = 7;
/** Time since the first try in which a lock timeout, which has already waited for seconds, is retried. */
const LOCK_BUDGET_MS = 3_000;
const LOCK_TIMEOUT = '55P03';

/**
 * Retries an attempt after a conflict with another transaction, and once after a connection that was lost before
 * COMMIT. The back-off is exponential with jitter.
 *
 * @param attempt starts from its beginning each time
 * @throws {DomainError} Unavailable when the last try has failed
 */
export async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let lost = 0;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ConnectionLost && ++lost > 1) throw unavailable('The connection to the database was lost.');
      if (!isRepeatable(error)) throw error;
      if (tries >= MAX_TRIES || isTooLate(error, startedAt))
        throw unavailable('Other requests kept changing the same records.');
      await sleep(REPEAT.after(tries + 1));
    }
  }
}

const isRepeatable = (error: unknown): boolean =>
  error instanceof TransactionConflict || error instanceof ConnectionLost;

function isTooLate(error: unknown, startedAt: number): boolean {
  const isLockTimeout = error instanceof TransactionConflict && error.sqlState === LOCK_TIMEOUT;
  return isLockTimeout && performance.now() - startedAt > LOCK_BUDGET_MS;
}
