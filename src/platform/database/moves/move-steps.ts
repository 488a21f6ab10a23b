import { rowSource } from '#platform/database/tables/environment-rows.js';
import pg from 'pg';
import type { Query } from '#platform/database/platform-database.js';
import { unmatchedChanges } from '#platform/database/transfers/read-environment.js';
import { readSequences } from '#platform/database/transfers/table-shape.js';
import type { TargetPlace } from '#platform/database/transfers/target-place.js';
import type { LocatedEnvironment } from './freeze.js';
import { moveRecords, type MoveSessions } from './move-records.js';
import { forgetMove, MoveRefused, type MoveRow } from './move-row.js';
import { MoveRows, readMark } from './move-rows.js';
import { lockTarget, noteProgress, readProgress } from './move-target.js';

/** A move with its sessions. */
export interface OpenMove {
  readonly sessions: MoveSessions;
  readonly environment: LocatedEnvironment;
  readonly move: MoveRow;
}

/** Runs `work` in a snapshot of the source and a transaction of the target, which is committed first: it may be repeated. */
async function inBoth<T>({ source, target }: MoveSessions, work: () => Promise<T>): Promise<T> {
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    const result = await target.transaction(work);
    await source.query('COMMIT');
    return result;
  } catch (error) {
    await source.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function progressOf({ sessions: { target }, move }: OpenMove) {
  await lockTarget(target.query, move);
  const progress = await readProgress(target.query, move);
  if (!progress) throw new MoveRefused('The move was taken back meanwhile.');
  return progress;
}

/** Brings the target to the source of now. @returns number of rows that were moved */
export function catchUp(open: OpenMove): Promise<number> {
  const { sessions, environment, move } = open;
  return inBoth(sessions, async () => {
    const { place, mark } = await progressOf(open);
    const records = await moveRecords(sessions, environment);
    const to = await readMark(sessions.source.query, environment.id);
    const rows = new MoveRows(sessions, rowSource(environment, 'false'), place);
    const past = await rows.past(mark, to);
    await noteProgress(sessions.target.query, move, { place, mark: to });
    return records + past;
  });
}

/**
 * Moves the rest of an environment that is frozen, and lets the nodes of the target serve it, in one transaction.
 * @returns number of rows that were moved
 */
export function transfer(open: OpenMove): Promise<number> {
  const { sessions, environment } = open;
  return inBoth(sessions, async () => {
    const { place, mark } = await progressOf(open);
    if (!mark) throw new MoveRefused('The rows of the past have not been moved.');
    const records = await moveRecords(sessions, environment);
    const unmatched = await unmatchedChanges(sessions.source.query, environment.id);
    const rest = await new MoveRows(sessions, rowSource(environment, unmatched), place).rest(mark);
    await moveSequences(sessions, environment);
    await settleWork(sessions, environment);
    await activate(sessions, place);
    await forgetMove(sessions.target.query, environment.id, true);
    return records + rest;
  });
}

async function moveSequences({ source, target }: MoveSessions, { schema }: LocatedEnvironment): Promise<void> {
  for (const { name, last, called } of await readSequences(source.query, schema)) {
    const sequence = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    await target.query(`CREATE SEQUENCE IF NOT EXISTS ${sequence} AS bigint CACHE 1`);
    await target.query('SELECT setval($1::regclass, $2, $3)', [sequence, last, called]);
  }
}

/**
 * Releases what the nodes of the source have had. Times at which work is due are moved by the difference of the clocks; due
 * times of schedules are those of the wall.
 */
async function settleWork({ source, target }: MoveSessions, { id }: LocatedEnvironment): Promise<void> {
  const [there] = await source.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
  await target.query(
    `UPDATE platform.run r
     SET due_at = r.due_at + (clock_timestamp() - $2::timestamptz),
       begun_at = r.begun_at + (clock_timestamp() - $2::timestamptz)
     WHERE r.environment_id = $1 AND r.due_at <> 'infinity'`,
    [id, there.at],
  );
  await target.query(
    `UPDATE platform.command c
     SET is_accepted = true, is_released = true,
       lease_until = CASE WHEN c.lease_until = 'infinity' THEN c.lease_until ELSE now() END
     WHERE c.environment_id = $1 AND c.finished_on IS NULL`,
    [id],
  );
  await target.query('UPDATE platform.schedule s SET lease_until = NULL WHERE s.environment_id = $1', [id]);
}

async function activate({ source, target }: MoveSessions, { id, place }: TargetPlace): Promise<void> {
  const [now] = await source.query<{ settings: string; definitions: string; principals: string }>(
    `SELECT e.settings::text AS settings, e.definitions_version::text AS definitions,
       e.principals_version::text AS principals
     FROM platform.environment e
     WHERE e.id = $1 AND e.state = 'Frozen'`,
    [id],
  );
  if (!now) throw new MoveRefused('The environment is not frozen.');
  // Not the highest one of the environment: that would be a scan of its history, while writes are refused.
  const [{ position }] = await source.query<{ position: string }>(
    'SELECT last_value AS position FROM platform.change_position',
  );
  await target.query(
    `SELECT setval('platform.change_position', greatest((SELECT last_value FROM platform.change_position), $1::bigint))`,
    [position],
  );
  const activated = await target.query(
    `UPDATE platform.environment e
     SET name = $2, settings = $3, definitions_version = $4, principals_version = $5, state = 'Active', cell = NULL
     WHERE e.id = $1 AND e.state = 'Copying'
     RETURNING e.id`,
    [id, place.environment, now.settings, now.definitions, now.principals],
  );
  if (activated.length === 0) throw new MoveRefused('The target has the environment no more.');
  await wakeNodes(target.query);
}

async function wakeNodes(query: Query): Promise<void> {
  const [ring] = await query<{ channel: string }>('SELECT channel FROM platform.ring');
  if (ring) await query(`NOTIFY ${pg.escapeIdentifier(ring.channel)}, 'move definitions environments runs changes'`);
}
