import type { Query } from '#platform/database/platform-database.js';
import { TRANSFER_SESSION, type TransferSession } from '#platform/database/transfers/transfer-session.js';

/**
 * Steps of a move, in their order. The row of the source names the one that is under way, so that a move whose process
 * died goes on with it.
 *
 * - `Copy`: triggers note what is written, and the target gets tables and past rows. Begins anew.
 * - `CatchUp`: the target gets what was written since. The source is in use.
 * - `Drain`: workers hand over what they have. The source answers all calls.
 * - `Freeze`: the source refuses writes.
 * - `Transfer`: one transaction of the target gets the rest, and lets its nodes serve the environment.
 * - `Moved`: the target serves the environment; the source keeps the tables until they are dropped.
 */
export const STEPS = ['Copy', 'CatchUp', 'Drain', 'Freeze', 'Transfer', 'Moved'] as const;
export type MoveStep = (typeof STEPS)[number];

/** A move under way, as the source has it. */
export interface MoveRow {
  readonly id: string;
  readonly cell: string;
  readonly step: MoveStep;
}

/** Refusal of a move, with a reason for its operator. */
export class MoveRefused extends Error {}

const LOCK_WAIT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

const HOLDERS = `
  SELECT l.pid
  FROM pg_locks l
  WHERE l.relation = 'platform.environment_move'::regclass AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted`;

/**
 * Takes the lock that the process of a move holds, until the session ends. It has neither a snapshot nor an id, and is no
 * obstacle to statements that read or write moves.
 * @throws {MoveRefused} while another process moves an environment of this database
 */
export async function lockMoves({ query }: TransferSession): Promise<void> {
  await query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
  await query('BEGIN');
  try {
    await query('LOCK TABLE platform.environment_move IN SHARE UPDATE EXCLUSIVE MODE');
  } catch (error) {
    await query('ROLLBACK');
    if ((error as { readonly code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    const pids = (await query<{ pid: number }>(HOLDERS)).map(({ pid }) => pid);
    throw new MoveRefused(
      'Another process moves an environment of this database. Wait for it, or end it. If its machine is gone, end its ' +
        `session of this database: SELECT pg_terminate_backend(${pids.join()}).`,
    );
  }
}

/** Longest time for which a session that is ended rolls back. */
const END_MS = 30_000;

/** Begins the names in `pg_stat_activity` of the sessions that move an environment; the process follows. */
const nameOf = (schema: string): string => `${TRANSFER_SESSION} move ${schema} `;

/** Names sessions by the environment that they move, so that a process that takes the move over can end them. */
export async function nameSessions(
  sessions: readonly TransferSession[],
  schema: string,
  processName: string,
): Promise<void> {
  for (const { query } of sessions)
    await query(`SELECT set_config('application_name', $1, false)`, [nameOf(schema) + processName]);
}

/**
 * Ends what an earlier process of a move has left of its sessions in a database. It may be suspended and have lost its lock
 * with one connection, so that it would go on when it wakes up.
 */
export async function endEarlierSessions(query: Query, schema: string, processName: string): Promise<void> {
  const ended = await query<{ gone: boolean }>(
    `SELECT pg_terminate_backend(a.pid, ${END_MS}) AS gone
     FROM pg_stat_activity a
     WHERE a.datname = current_database() AND a.application_name <> $1 || $2
       AND (starts_with(a.application_name, $1) OR a.application_name = $3)`,
    [nameOf(schema), processName, `${TRANSFER_SESSION} ${schema}`],
  );
  if (!ended.every(({ gone }) => gone))
    throw new MoveRefused('Sessions of an earlier process of this move do not end. Call the move again.');
}

/** The move of an environment that its source has; undefined when there is none. */
export async function findMove(query: Query, environmentId: string): Promise<MoveRow | undefined> {
  const [row] = await query<MoveRow>(
    `SELECT m.id, m.cell, m.step
     FROM platform.environment_move m
     WHERE m.environment_id = $1 AND NOT m.is_target`,
    [environmentId],
  );
  return row;
}

/**
 * Begins a move: from its commit definitions of the environment cannot change. Waits for a change that is under way.
 */
export async function beginMove(session: TransferSession, environmentId: string, move: MoveRow): Promise<void> {
  await session.transaction(async () => {
    await session.query('SELECT FROM platform.environment e WHERE e.id = $1 FOR UPDATE', [environmentId]);
    await session.query(
      `INSERT INTO platform.environment_move (environment_id, id, is_target, cell, step)
       VALUES ($1, $2, false, $3, $4)`,
      [environmentId, move.id, move.cell, move.step],
    );
  });
}

/** Goes on to a step. @throws {MoveRefused} where the move was rolled back meanwhile */
export async function noteStep(query: Query, { id }: MoveRow, step: MoveStep): Promise<void> {
  const noted = await query(
    `UPDATE platform.environment_move m
     SET step = $2, step_on = now()
     WHERE m.id = $1 AND NOT m.is_target
     RETURNING m.id`,
    [id, step],
  );
  if (noted.length === 0) throw new MoveRefused('The move was rolled back meanwhile.');
}

/** Forgets a move, on either side. */
export async function forgetMove(query: Query, environmentId: string, isTarget: boolean): Promise<void> {
  await query('DELETE FROM platform.environment_move m WHERE m.environment_id = $1 AND m.is_target = $2', [
    environmentId,
    isTarget,
  ]);
}
