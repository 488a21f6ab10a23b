import pg from 'pg';

/** Work that one node of a database does at a time, each with a table that is its lock. */
const TURNS = { set_up: 'lock_set_up', upkeep: 'lock_upkeep', partitions: 'lock_partitions' } as const;

/** Another node made the same schema or table in this moment. */
const MADE_BY_ANOTHER = new Set(['23505', '42710', '42P06', '42P07']);
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Takes a turn until the client's transaction ends, which begins here. The locks are tables, which no code of a tenant can
 * reach; advisory locks are open to whoever may connect. A transaction that only holds such a lock has neither a
 * snapshot nor an id, so that nobody else waits for it.
 *
 * @param wait `NOWAIT` passes by where another node has its turn.
 * @returns whether this client has the turn.
 */
export async function lock(client: pg.Client, turn: 'set_up' | 'upkeep', wait: '' | 'NOWAIT'): Promise<boolean> {
  await makeLocks(client);
  await client.query('SET idle_in_transaction_session_timeout = 0');
  await client.query('BEGIN');
  try {
    await client.query(`LOCK TABLE platform.${TURNS[turn]} IN EXCLUSIVE MODE ${wait}`);
    return true;
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE || wait === '') throw error;
    await client.query('ROLLBACK');
    return false;
  }
}

/** Takes the turn of whoever changes partitions, until the end of the transaction that the statement runs in. */
export const LOCK_PARTITIONS = `LOCK TABLE platform.${TURNS.partitions} IN EXCLUSIVE MODE`;

/** They exist before anything else does: nodes that start on an empty database take turns, too. */
async function makeLocks(client: pg.Client): Promise<void> {
  const tables = Object.values(TURNS);
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
