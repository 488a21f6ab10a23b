import pg from 'pg';
import type { Query } from '#platform/database/platform-database.js';
import { ENVIRONMENT_ROWS, LEFT_ROWS, rowSource } from '#platform/database/tables/environment-rows.js';
import { type Place, TransferRefused } from './manifest.js';
import { TRANSFER_SESSION, type TransferSession } from './transfer-session.js';

/** Rows that one statement deletes at most. */
const ROWS = 10_000;

/** Time for a session to end. */
const ENDING_MS = 5_000;

/** Begins the name of an environment while it is copied; the start of its id follows. */
export const COPYING = 'copying-';

/** Environment that an unfinished copy has left. */
export interface Left {
  readonly id: string;
  readonly schema: string;
}

/** Copies whose session has ended without completing them. */
const LEFT = `
  SELECT e.id, e.schema_name AS schema
  FROM platform.environment e
  WHERE e.state = 'Copying' AND starts_with(e.name, $1) AND NOT EXISTS (
    SELECT
    FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.application_name = $2 || ' ' || e.schema_name
  )`;

/** Removes what copies have left that ended early. @returns ids of their environments */
export async function removeLeftCopies(session: TransferSession): Promise<readonly string[]> {
  const left = await session.query<Left>(LEFT, [COPYING, TRANSFER_SESSION]);
  for (const each of left) await removeEnvironment(session, each);
  return left.map(({ id }) => id);
}

/** An environment that is frozen, by its exact names, and that no move is about. */
const CLAIM = `
  UPDATE platform.environment e
  SET state = 'Copying', name = $4 || e.id, definitions_version = e.definitions_version + 1
  FROM platform.app a, platform.tenant t
  WHERE a.id = e.app_id AND t.id = a.tenant_id AND (t.name, a.name, e.name) = ($1, $2, $3) AND e.state = 'Frozen'
    AND NOT EXISTS (SELECT FROM platform.environment_move m WHERE m.environment_id = e.id)
  RETURNING e.id, e.schema_name AS schema`;

/**
 * Takes a frozen environment out of service: what is left of it goes like a copy that was not completed.
 * @throws {TransferRefused} where no frozen environment has exactly these names
 */
export async function claimFrozen(query: Query, { tenant, app, environment }: Place): Promise<Left> {
  const [claimed] = await query<Left>(CLAIM, [tenant, app, environment, COPYING]);
  if (claimed) return claimed;
  throw new TransferRefused(
    `There is no frozen environment with exactly the name ${tenant}/${app}/${environment}. Only an environment that ` +
      'restore or copy has replaced can be removed, and none that moves.',
  );
}

/** Removes what a copy has left that has just failed, after its session has ended. */
export async function removeFailedCopy(session: TransferSession, { id, schema }: Left): Promise<void> {
  // A session whose connection was lost may still work at the server.
  await session.query(
    `SELECT pg_terminate_backend(a.pid, ${ENDING_MS})
     FROM pg_stat_activity a
     WHERE a.datname = current_database() AND a.application_name = $1`,
    [`${TRANSFER_SESSION} ${schema}`],
  );
  const [left] = await session.query(`SELECT FROM platform.environment WHERE id = $1 AND state = 'Copying'`, [id]);
  if (left) await removeEnvironment(session, { id, schema });
}

/**
 * Removes all rows of an environment that nodes do not serve, its schema and at last its row.
 * @param keepsRow true where the row goes on naming the cell of the environment
 */
export async function removeEnvironment(
  session: TransferSession,
  { id, schema }: Left,
  keepsRow = false,
): Promise<void> {
  const source = rowSource({ id, schema });
  // Rows that are found through others go before them.
  for (const { table, where } of [...ENVIRONMENT_ROWS, ...LEFT_ROWS].toReversed())
    if (where) await deleteRows(session.query, table, where(source));
  await session.transaction(async () => {
    await session.query(`DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema)} CASCADE`);
    if (!keepsRow) await session.query('DELETE FROM platform.environment WHERE id = $1', [id]);
  });
}

async function deleteRows(query: Query, table: string, condition: string): Promise<void> {
  const statement = `
    DELETE FROM platform.${table} t
    WHERE (t.tableoid, t.ctid) IN (SELECT t.tableoid, t.ctid FROM platform.${table} t WHERE ${condition} LIMIT ${ROWS})
    RETURNING 1`;
  while ((await query(statement)).length === ROWS);
}
