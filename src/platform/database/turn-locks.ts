import pg from 'pg';

/** Tables that serve as locks, by the work that one node of a database does at a time. */
const LOCKS = { set_up: 'lock_set_up', upkeep: 'lock_upkeep', partitions: 'lock_partitions' } as const;

/** SQL states when another node creates the same schema or table at the same time. */
const MADE_BY_ANOTHER = new Set(['23505', '42710', '42P06', '42P07']);
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Begins a transaction that holds a lock until it ends. The locks are tables, which tenants' code cannot reach; every
 * role may take advisory locks. A transaction that only holds such a lock has neither a snapshot nor an id, so it
 * delays neither vacuum nor log readers.
 *
 * @param wait `NOWAIT` returns at once when another node holds the lock
 * @returns true when this client holds the lock
 */
export async function lock(client: pg.Client, work: 'set_up' | 'upkeep', wait: '' | 'NOWAIT'): Promise<boolean> {
  await makeLocks(client);
  await client.query('SET idle_in_transaction_session_timeout = 0');
  await client.query('BEGIN');
  try {
    await client.query(`LOCK TABLE platform.${LOCKS[work]} IN EXCLUSIVE MODE ${wait}`);
    return true;
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE || wait === '') throw error;
    await client.query('ROLLBACK');
    return false;
  }
}

/** Takes the lock for changes of partitions until the current transaction ends. */
export const LOCK_PARTITIONS = `LOCK TABLE platform.${LOCKS.partitions} IN EXCLUSIVE MODE`;

/** Creates the lock tables before anything else, because nodes that start on an empty database need them too. */
async function makeLocks(client: pg.Client): Promise<void> {
  const tables = Object.values(LOCKS);
  for (;;) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM unnest($1::text[]) name WHERE to_regclass('platform.' || name) IS NULL`,
      [tables],
    );
    if (rows.length === 0) return;
    try {
      await client.query('CREATE SCHEMA IF NOT EXISTS platform');
      for (const { name } of rows) await client.query(`CREATE TABLE IF NOT EXISTS platform.${name} ()`);
    } catch (error) {
      if (!MADE_BY_ANOTHER.has(sqlStateOf(error))) throw error;
    }
  }
}

const sqlStateOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');
