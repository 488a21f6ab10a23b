import pg from 'pg';
import type { Query } from '#platform/database/platform-database.js';
import { storedColumns } from '#platform/database/transfers/read-environment.js';
import type { TransferSession } from '#platform/database/transfers/transfer-session.js';
import type { LocatedEnvironment } from './freeze.js';

/** Sessions of a move: with the source, for reads of one snapshot, and with the target. */
export interface MoveSessions {
  readonly source: TransferSession;
  readonly target: TransferSession;
}

/** Records that a pass has taken, by entity. */
const TAKEN = 'pg_temp.taken';

/**
 * Takes what was noted, in the snapshot of the transaction: all writes that it shows are noted, and no others.
 * @returns number of records
 */
async function takeNoted(query: Query, environmentId: string): Promise<number> {
  await query('CREATE TEMP TABLE taken (entity text, record_id uuid) ON COMMIT DROP');
  const [{ count }] = await query<{ count: string }>(
    `WITH noted AS (
       DELETE FROM platform.moved_record r
       WHERE r.environment_id = $1
       RETURNING r.entity, r.record_id
     ), taken AS (
       INSERT INTO ${TAKEN}
       SELECT DISTINCT n.entity, n.record_id
       FROM noted n
       RETURNING 1
     )
     SELECT count(*) AS count
     FROM taken`,
    [environmentId],
  );
  return Number(count);
}

/**
 * Brings the tables of the target to the snapshot of the source's transaction, within transactions of both. Records go
 * before they come again, so that the target never has more than the snapshot: unique values cannot clash.
 * @returns number of records
 */
export async function moveRecords(
  { source, target }: MoveSessions,
  { id, schema }: LocatedEnvironment,
): Promise<number> {
  const count = await takeNoted(source.query, id);
  if (count === 0) return 0;
  await target.query('SET CONSTRAINTS ALL DEFERRED');
  await target.query('CREATE TEMP TABLE taken (entity text, record_id uuid) ON COMMIT DROP');
  await target.copyIn(`${TAKEN} (entity, record_id)`, source.copyOut(`SELECT entity, record_id FROM ${TAKEN}`));
  await target.query(`ANALYZE ${TAKEN}`);
  const entities = await target.query<{ entity: string }>(`SELECT DISTINCT entity FROM ${TAKEN} ORDER BY 1`);
  for (const { entity } of entities) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(entity)}`;
    const isTaken = `${TAKEN} n WHERE n.entity = ${pg.escapeLiteral(entity)} AND n.record_id = t."Id"`;
    await target.query(`DELETE FROM ${table} t USING ${isTaken}`);
    const columns = (await storedColumns(source.query, table)).map((column) => pg.escapeIdentifier(column));
    const read = `SELECT ${columns.map((column) => `t.${column}`).join(', ')} FROM ${table} t, ${isTaken}`;
    await target.copyIn(`${table} (${columns.join(', ')})`, source.copyOut(read));
  }
  return count;
}
