import { type MoveStep, STEPS } from '#platform/database/moves/move-row.js';
import { told } from '../../../support/keys.js';
import { until } from '../../../support/until.js';
import { environmentId } from '../cells/state.js';
import { Cells } from './cells.js';
import { hold } from './holds.js';
import { OrderWriter, verifyOrders } from './order-writer.js';
import { DEVELOPMENT } from '../../../support/test-app.js';

const SETTINGS = { ROLES: 'api,worker', WAIT_WINDOW_MS: '300', WRITE_LEASE_MS: '1500', RUN_LEASE_MS: '1500' };

let cells: Cells;
beforeEach(async () => void (cells = await Cells.start(SETTINGS)), 60_000);
afterEach(() => cells.stop(), 60_000);

/** Kills the process of a move in a step. */
async function killIn(step: MoveStep): Promise<void> {
  const letGo = step === 'Freeze' ? undefined : await hold(cells, step);
  const moving = cells.begin('--to', 'b');
  if (step === 'Freeze') await cells.reached('CatchUp');
  const letGoLater = letGo ?? (await hold(cells, step));
  await cells.reached(step);
  await moving.kill();
  await letGoLater();
}

it.each(STEPS)(
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

it.each(STEPS.filter((step) => step !== 'Moved'))(
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
