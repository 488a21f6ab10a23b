import { randomUUID } from 'node:crypto';
import type { MoveStep } from '#platform/database/moves/move-row.js';
import { DEVELOPMENT, type TestApp } from '../../../support/test-app.js';
import { environmentId } from '../cells/state.js';
import type { Cells } from './cells.js';

/** Removes an obstacle. */
export type LetGo = () => Promise<void>;

/** Holds a table of a cell locked. */
async function lock(cell: TestApp, table: string, mode: string): Promise<LetGo> {
  const holder = await cell.connect();
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE ${table} IN ${mode} MODE`);
  return async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
}

/** A run that a node has, which ends when it is let go. */
async function holdRun({ source }: Cells): Promise<LetGo> {
  const id = randomUUID();
  await source.query(
    `INSERT INTO platform.run (id, environment_id, node, due_at) VALUES ($1, $2, $1, now() + interval '1 hour')`,
    [id, await environmentId(source, DEVELOPMENT)],
  );
  return async () => void (await source.query('DELETE FROM platform.run WHERE id = $1', [id]));
}

const HOLDS: Readonly<Record<MoveStep, (cells: Cells) => Promise<LetGo>>> = {
  Copy: ({ target }) => lock(target, 'platform.environment', 'SHARE'),
  CatchUp: async () => async () => undefined,
  Drain: holdRun,
  // It holds up step Copy, too.
  Freeze: async ({ source }) => lock(source, `"${await source.schema()}"."Region"`, 'ROW EXCLUSIVE'),
  Transfer: ({ target }) => lock(target, 'platform.schedule', 'ACCESS EXCLUSIVE'),
  Moved: async ({ source }) => lock(source, `"${await source.schema()}"."Region"`, 'ACCESS SHARE'),
};

/** Sets up an obstacle that keeps a move in a step. */
export const hold = (cells: Cells, step: MoveStep): Promise<LetGo> => HOLDS[step](cells);
