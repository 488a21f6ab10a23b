import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../../support/test-app.js';
import { told } from '../../../support/keys.js';
import { until } from '../../../support/until.js';
import { environmentId } from '../cells/state.js';
import { Cells } from './cells.js';
import { OrderWriter, verifyOrders } from './order-writer.js';
import { DEVELOPMENT } from '../../../support/test-app.js';

const SETTINGS = { ROLES: 'api,worker', WAIT_WINDOW_MS: '300', WRITE_LEASE_MS: '1500', RUN_LEASE_MS: '1500' };

let cells: Cells;
beforeEach(async () => void (cells = await Cells.start(SETTINGS)), 60_000);
afterEach(() => cells.stop(), 60_000);

type LetGo = () => Promise<void>;

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
async function holdRun(): Promise<LetGo> {
  const id = randomUUID();
  await cells.source.query(
    `INSERT INTO platform.run (id, environment_id, node, due_at) VALUES ($1, $2, $1, now() + interval '1 hour')`,
    [id, await environmentId(cells.source, DEVELOPMENT)],
  );
  return async () => void (await cells.source.query('DELETE FROM platform.run WHERE id = $1', [id]));
}

/** Obstacles that keep a move in a step. */
const HOLDS: Readonly<Record<string, () => Promise<LetGo>>> = {
  Copy: () => lock(cells.target, 'platform.environment', 'SHARE'),
  CatchUp: async () => async () => undefined,
  Drain: holdRun,
  Freeze: async () => lock(cells.source, `"${await cells.source.schema()}"."Region"`, 'ROW EXCLUSIVE'),
  Transfer: () => lock(cells.target, 'platform.schedule', 'ACCESS EXCLUSIVE'),
  Moved: async () => lock(cells.source, `"${await cells.source.schema()}"."Region"`, 'ACCESS SHARE'),
};

/** Kills the process of a move in a step. */
async function killIn(step: string): Promise<void> {
  const letGo = step === 'Freeze' ? undefined : await HOLDS[step]();
  const moving = cells.begin('--to', 'b');
  if (step === 'Freeze') await cells.reached('CatchUp');
  const letGoLater = letGo ?? (await HOLDS[step]());
  await cells.reached(step);
  await moving.kill();
  await letGoLater();
}

it.each(Object.keys(HOLDS))(
  'goes on when its process was killed in step %s',
  async (step) => {
    const writer = new OrderWriter(cells);
    await killIn(step);
    expect(await cells.run('--to', 'b')).toMatchObject({ code: 0 });
    await writer.more(3);
    await writer.stop();
    await verifyOrders(writer, cells.target);
    expect(told(await cells.source.as('ada.admin').select('Customer'))).toBe('421 OtherCell');
  },
  120_000,
);

it.each(['Copy', 'CatchUp', 'Drain', 'Freeze', 'Transfer'])(
  'is taken back when its process was killed in step %s',
  async (step) => {
    const writer = new OrderWriter(cells);
    await killIn(step);
    expect(await cells.run('--roll-back')).toMatchObject({ code: 0 });
    await writer.more(3);
    await writer.stop();
    await verifyOrders(writer, cells.source);
    const id = await environmentId(cells.source, DEVELOPMENT);
    for (const table of ['environment', 'environment_move'])
      expect(await cells.target.query(`SELECT FROM platform.${table}`)).toEqual([]);
    for (const table of ['change', 'operation', 'run', 'command', 'record_shape'])
      expect(await cells.target.query(`SELECT FROM platform.${table} WHERE environment_id = $1`, [id])).toEqual([]);
    const left = await cells.source.query(`SELECT FROM pg_trigger WHERE tgname LIKE 'platform\\_%'`);
    await until('nothing is left at the source', () => left.length === 0);
  },
  120_000,
);
