import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { EnvironmentState } from '#core/catalogue/environment-state.js';
import type { Query } from '#platform/database/platform-database.js';

/** An environment in its database. */
export interface LocatedEnvironment {
  readonly id: string;
  readonly schema: string;
}

/** Name of the trigger that refuses writes. */
const FENCE = 'platform_fence';

/** Longest time for which a lock holds up others that come behind it. */
const LOCK_MS = 200;
const RETRY_MS = 300;
/** Pause of the mover within such a transaction after which the server ends it: it may be suspended. */
const PAUSE_MS = 5_000;
/** A statement of a caller may last this long, and so may an open transaction. */
const MOST_MS = 120_000;
const LOOK_MS = 20;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** A transaction of others did not end in time. */
export class MoveHeldUp extends Error {}

const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS table, c.relname AS name
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind IN ('r', 'p')
  ORDER BY c.relname`;

/** A table of an environment: quoted with its schema, and its plain name. */
export interface FoundTable {
  readonly table: string;
  readonly name: string;
}

/** The tables of an environment. */
export const tablesOf = (query: Query, { schema }: LocatedEnvironment): Promise<readonly FoundTable[]> =>
  query<FoundTable>(TABLES, [schema]);

/**
 * Limits the waits for locks of a transaction; behind a running vacuum to the time after which PostgreSQL ends one that it has
 * started itself. Views of progress show its process to every user.
 */
const LIMIT_LOCKS = `
  SELECT set_config('lock_timeout', (${LOCK_MS} + CASE
    WHEN $1 AND EXISTS (
      SELECT FROM pg_stat_progress_vacuum v WHERE v.datname = current_database()
      UNION ALL
      SELECT FROM pg_stat_progress_analyze a WHERE a.datname = current_database()
    )
    THEN extract(epoch FROM current_setting('deadlock_timeout')::interval) * 1000
    ELSE 0
  END)::int::text, true)`;

/**
 * Runs statements that lock tables in one transaction. Others never wait longer than `LOCK_MS` behind them, but once longer
 * where a vacuum may be in the way. Not again: PostgreSQL does not end those of operators, and those against wraparound.
 * @throws {MoveHeldUp}
 */
export async function withShortLocks(query: Query, work: () => Promise<void>, mostMs = MOST_MS): Promise<void> {
  const untilMs = performance.now() + mostMs;
  for (let failures = 0; ; failures++) {
    await query('BEGIN');
    try {
      await query(LIMIT_LOCKS, [failures === 1]);
      await query(`SET LOCAL idle_in_transaction_session_timeout = ${PAUSE_MS}`);
      await work();
      await query('COMMIT');
      return;
    } catch (error) {
      await query('ROLLBACK').catch(() => undefined);
      const { code } = error as { readonly code?: string };
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error;
      if (performance.now() > untilMs)
        throw new MoveHeldUp('An open transaction or a vacuum keeps the tables of the environment locked for long.');
    }
    await sleep(RETRY_MS);
  }
}

/**
 * Brings an environment into a state, and notifies all nodes.
 * @returns false where it was in none of these states
 */
export async function changeState(
  query: Query,
  { id }: LocatedEnvironment,
  from: readonly EnvironmentState[],
  to: EnvironmentState,
  cell: string | null = null,
): Promise<boolean> {
  const changed = await query(
    `UPDATE platform.environment e
     SET state = $3, cell = $4
     WHERE e.id = $1 AND e.state = ANY ($2::text[])
     RETURNING e.id`,
    [id, from, to, cell],
  );
  const [ring] = await query<{ channel: string }>('SELECT channel FROM platform.ring');
  if (ring) await query(`NOTIFY ${pg.escapeIdentifier(ring.channel)}, 'move definitions environments runs changes'`);
  return changed.length > 0;
}

/**
 * Freezes an environment: behind its commit no statement of any node, however stale, stores a record. Writes that are
 * open end before it, since a trigger takes a lock that they hold. Waits for statements that write no record, but rows of
 * schema `platform`: they have read the state before.
 * @throws {MoveHeldUp}
 */
export async function freeze(query: Query, environment: LocatedEnvironment): Promise<void> {
  const tables = await tablesOf(query, environment);
  await withShortLocks(query, async () => {
    for (const { table } of tables)
      await query(
        `CREATE OR REPLACE TRIGGER ${FENCE} BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
         FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_write()`,
      );
    await changeState(query, environment, ['Active', 'Draining'], 'Frozen');
  });
  await awaitWriters(query, environment);
}

/**
 * Lets an environment accept writes again. The trigger is only disabled, which waits for no reader: `dropFences` drops it.
 * @throws {MoveHeldUp}
 */
export async function unfreeze(query: Query, environment: LocatedEnvironment): Promise<void> {
  const fenced = await fencedTables(query, environment);
  await withShortLocks(query, async () => {
    for (const { table } of fenced) await query(`ALTER TABLE ${table} DISABLE TRIGGER ${FENCE}`);
    await changeState(query, environment, ['Frozen', 'Draining'], 'Active');
  });
}

/** Drops the triggers that `unfreeze` has disabled. @throws {MoveHeldUp} */
export async function dropFences(query: Query, environment: LocatedEnvironment): Promise<void> {
  for (const { table } of await fencedTables(query, environment))
    await withShortLocks(query, async () => void (await query(`DROP TRIGGER IF EXISTS ${FENCE} ON ${table}`)));
}

const fencedTables = (query: Query, { schema }: LocatedEnvironment): Promise<readonly FoundTable[]> =>
  query<FoundTable>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, c.relname AS name
     FROM pg_trigger t
     JOIN pg_class c ON c.oid = t.tgrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND t.tgname = '${FENCE}'
     ORDER BY c.relname`,
    [schema],
  );

/**
 * Transactions that are storing rows of schema `platform`, but for those that store records of another environment. A
 * statement takes its locks before its snapshot, so that one that begins later reads the state of now.
 */
const WRITERS = `
  SELECT DISTINCT l.virtualtransaction AS id
  FROM pg_locks l
  JOIN pg_class c ON c.oid = l.relation
  WHERE l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND l.mode = 'RowExclusiveLock' AND l.pid <> pg_backend_pid() AND c.relnamespace = 'platform'::regnamespace
    AND NOT EXISTS (
      SELECT
      FROM pg_locks o
      JOIN pg_class t ON t.oid = o.relation
      JOIN pg_namespace n ON n.oid = t.relnamespace
      JOIN platform.environment e ON e.schema_name = n.nspname AND e.id <> $1
      WHERE o.virtualtransaction = l.virtualtransaction AND o.mode = 'RowExclusiveLock'
    )`;

/** Waits until the statements that may have read an earlier state have ended. @throws {MoveHeldUp} */
export async function awaitWriters(query: Query, { id }: LocatedEnvironment, mostMs = MOST_MS): Promise<void> {
  const untilMs = performance.now() + mostMs;
  const writers = async (): Promise<readonly string[]> =>
    (await query<{ id: string }>(WRITERS, [id])).map((row) => row.id);
  let open = await writers();
  while (open.length > 0) {
    if (performance.now() > untilMs) throw new MoveHeldUp('A write has not ended for long.');
    await sleep(LOOK_MS);
    const still = new Set(await writers());
    open = open.filter((each) => still.has(each));
  }
}
