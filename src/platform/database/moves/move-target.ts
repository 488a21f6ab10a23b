import type { EnvironmentState } from '#core/catalogue/environment-state.js';
import type { Query } from '#platform/database/platform-database.js';
import type { Manifest, Place } from '#platform/database/transfers/manifest.js';
import { appliedMigrations } from '#platform/database/migrate.js';
import { removeEnvironment } from '#platform/database/transfers/remove-environment.js';
import { requireReadable, targetPlace, type TargetPlace } from '#platform/database/transfers/target-place.js';
import type { TransferSession } from '#platform/database/transfers/transfer-session.js';
import type { LocatedEnvironment } from './freeze.js';
import { forgetMove, MoveRefused, type MoveRow } from './move-row.js';
import type { Mark } from './move-rows.js';

/** Begins the name of an environment that moves; the start of its schema follows. */
const MOVING = 'moving-';

/** State of a move in the target. */
export interface MoveProgress {
  readonly place: TargetPlace;
  /** Absent before the rows of the past were moved first. */
  readonly mark?: Mark;
}

/** State of the environment in the target; undefined where it has none. */
async function stateInTarget(query: Query, id: string): Promise<EnvironmentState | undefined> {
  const [row] = await query<{ state: EnvironmentState }>('SELECT e.state FROM platform.environment e WHERE e.id = $1', [
    id,
  ]);
  return row?.state;
}

/** Tells whether nodes of the target serve the environment. */
export const isServedInTarget = async (query: Query, id: string): Promise<boolean> =>
  !['Copying', 'Moved', undefined].includes(await stateInTarget(query, id));

/** Reads what the target has. @returns undefined where it has nothing of this move */
export async function readProgress(query: Query, move: MoveRow): Promise<MoveProgress | undefined> {
  const [row] = await query<{ progress: string | MoveProgress }>(
    'SELECT m.progress FROM platform.environment_move m WHERE m.id = $1 AND m.is_target',
    [move.id],
  );
  if (!row) return undefined;
  return typeof row.progress === 'string' ? (JSON.parse(row.progress) as MoveProgress) : row.progress;
}

/**
 * Locks what the target has of a move, until the transaction ends. Whoever takes the move back removes it first: a process
 * that was suspended meanwhile finds nothing and writes nothing.
 * @throws {MoveRefused}
 */
export async function lockTarget(query: Query, move: MoveRow): Promise<void> {
  const locked = await query('SELECT FROM platform.environment_move m WHERE m.id = $1 AND m.is_target FOR UPDATE', [
    move.id,
  ]);
  if (locked.length === 0) throw new MoveRefused('The move was taken back meanwhile, or is complete.');
}

/** Notes what the target has. */
export const noteProgress = async (query: Query, move: MoveRow, progress: MoveProgress): Promise<void> =>
  void (await query(
    'UPDATE platform.environment_move m SET progress = $2, step_on = now() WHERE m.id = $1 AND m.is_target',
    [move.id, JSON.stringify(progress)],
  ));

/** Decides on the place in the target. @throws {MoveRefused} {TransferRefused} where it cannot take the environment */
export async function placeInTarget(query: Query, manifest: Manifest, to: Place): Promise<TargetPlace> {
  await requireReadable(query, manifest);
  const more = (await appliedMigrations(query)).filter((name) => !manifest.migrations.includes(name));
  if (more.length > 0)
    throw new MoveRefused(
      `The target's database is of a newer version of the service: the source lacks the migrations ${more.join(', ')}. ` +
        'Upgrade the nodes of the source first.',
    );
  const place = await targetPlace(query, manifest, { to, replace: false, keepWork: false });
  if (place.id === place.sourceId) return place;
  throw new MoveRefused(
    'The target has an environment of this id, or its schema. Was it copied, or moved away before? Drop it there first: ' +
      'npm run env -- move --finish.',
  );
}

/**
 * Removes what the target has of an environment that does not live there: of an earlier attempt, and the row that names the
 * cell to which it had moved. A process that is committing ends first.
 * @throws {MoveRefused} where nodes of the target serve it
 */
export async function clearTarget(session: TransferSession, environment: LocatedEnvironment): Promise<void> {
  const { query } = session;
  const { id, schema } = environment;
  await query(`SET lock_timeout = '20s'`);
  await forgetMove(query, id, true);
  await query('SET lock_timeout = 0');
  if (await isServedInTarget(query, id))
    throw new MoveRefused('The environment lives in the target already. Call the move again: it completes the switch.');
  const state = await stateInTarget(query, id);
  if (state === 'Copying') await removeEnvironment(session, { id, schema });
  if (state === 'Moved')
    await query(
      `DELETE FROM platform.environment e
       WHERE e.id = $1 AND e.state = 'Moved' AND NOT EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = e.schema_name)`,
      [id],
    );
}

/** Notes that the environment, which was just created, belongs to a move. */
export const claimTarget = (session: TransferSession, move: MoveRow, place: TargetPlace): Promise<void> =>
  session.transaction(async () => {
    await session.query(`UPDATE platform.environment SET name = $2 WHERE id = $1 AND state = 'Copying'`, [
      place.id,
      `${MOVING}${place.schema.slice('env_'.length)}`,
    ]);
    await session.query(
      `INSERT INTO platform.environment_move (environment_id, id, is_target, cell, step, progress)
       VALUES ($1, $2, true, $3, 'Copy', $4)`,
      [place.id, move.id, move.cell, JSON.stringify({ place } satisfies MoveProgress)],
    );
  });
