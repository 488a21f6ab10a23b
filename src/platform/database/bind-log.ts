import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { whileSettingUp } from './platform-database.js';

/** Days of the log that readers can reach: the greatest CHANGE_RETENTION_DAYS, the longest write and one spare day. */
const READ_DAYS = 32;

/** SQL condition: changes that readers of the log can reach. */
const READABLE = `occurred_at >= now() - interval '${READ_DAYS} days'`;

interface Binding {
  /** System identifier of the server that holds the log. */
  readonly server: string;
  /** System identifier found at the last check; null before the first one. */
  readonly known: string | null;
  /** True when the log has changes of transactions that this server has not begun. */
  readonly isAhead: boolean;
}

/**
 * Binds the change log to the server that holds it. A dump restored into another server brings transaction ids that
 * this server has not assigned yet, so readers would take its next transactions for old ones. Restored changes
 * therefore get transaction id 0, and the log gets a new id, which makes old cursors expire. The audit log does not use
 * transaction ids and keeps its rows.
 *
 * @param client session that holds the set-up lock
 */
export async function bindLog(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Binding>(`
    SELECT s.system_identifier::text AS server, l.server AS known,
      EXISTS (SELECT FROM platform.change
        WHERE ${READABLE} AND xid >= pg_snapshot_xmax(pg_current_snapshot())) AS "isAhead"
    FROM platform.log l, pg_control_system() s`);
  const [{ server, known, isAhead }] = rows;
  const isRestored = isAhead || (known !== null && known !== server);
  if (isRestored) await renewLog(client, server);
  else if (known === null) await client.query('UPDATE platform.log SET server = $1', [server]);
}

/** Runs `bindLog` on a session of its own, under the set-up lock. */
export const bindLogAt = (url: string): Promise<void> => whileSettingUp(url, bindLog);

async function renewLog(client: pg.Client, server: string): Promise<void> {
  new Logger('Database').warn('The database was restored from another server: cursors of its change log expire.');
  await client.query('BEGIN');
  await client.query(`
    UPDATE platform.change SET xid = '0' WHERE ${READABLE} AND xid >= pg_snapshot_xmin(pg_current_snapshot())`);
  await client.query('UPDATE platform.log SET id = gen_random_uuid(), server = $1', [server]);
  await client.query('COMMIT');
}
