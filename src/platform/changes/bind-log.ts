import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { whileSettingUp } from '../database/platform-database.js';

/** Days of the log that readers may look at: the longest CHANGE_RETENTION_DAYS, the longest write, and a day to spare. */
const READ_DAYS = 32;

/** Changes that readers of the log may look at. */
const READABLE = `occurred_at >= now() - interval '${READ_DAYS} days'`;

interface Binding {
  /** The server that the log is on. */
  readonly server: string;
  /** The one that it was on when the service looked last; null when it never has. */
  readonly known: string | null;
  /** There are changes of transactions that this server has not begun. */
  readonly isAhead: boolean;
}

/**
 * Ties the change log to the server that it is on. A dump that is restored into another server brings changes of
 * transactions which that server does not know: to readers, which compare transactions, its own next ones would be old
 * or the restored ones new. So the restored changes become those of no transaction, which every reader has behind it, and
 * the log gets a new id, by which old cursors expire. The audit log has no use for transactions and stays as it is.
 *
 * @param client of a session that does set-up, which one node at a time does
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

/** As `bindLog`, on a session of its own. */
export const bindLogAt = (url: string): Promise<void> => whileSettingUp(url, bindLog);

async function renewLog(client: pg.Client, server: string): Promise<void> {
  new Logger('Database').warn('The database was restored from another server: cursors of its change log expire.');
  await client.query('BEGIN');
  await client.query(`
    UPDATE platform.change SET xid = '0' WHERE ${READABLE} AND xid >= pg_snapshot_xmin(pg_current_snapshot())`);
  await client.query('UPDATE platform.log SET id = gen_random_uuid(), server = $1', [server]);
  await client.query('COMMIT');
}
