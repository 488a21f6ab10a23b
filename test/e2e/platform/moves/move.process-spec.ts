import { HubListener } from '../../../support/hub-client.js';
import { told } from '../../../support/keys.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { field } from '../../../support/definition-builders.js';
import { where } from '../../../support/test-app.js';
import { Cells } from './cells.js';
import { OrderWriter, verifyOrders } from './order-writer.js';

const SETTINGS = { ROLES: 'api,worker', WAIT_WINDOW_MS: '300', WRITE_LEASE_MS: '1500', RUN_LEASE_MS: '1500' };

let cells: Cells;
beforeEach(async () => void (cells = await Cells.start(SETTINGS)), 60_000);
afterEach(() => cells.stop(), 60_000);

it('moves an environment while it is written', async () => {
  const { source, target } = cells;
  const plan = await cells.run('--plan');
  expect(plan).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('Nothing prevents it.') });
  const listener = await HubListener.registered(source, 'nina.north', ['Order']);
  const closed = listener.closed.then(() => true);
  const writer = new OrderWriter(cells);
  const { Cursor } = await listener.next();
  const slow = await source.as('ada.admin').insert('Note', { Subject: 'SLOW:14001' });
  expect(slow.status).toBe(202);
  const moving = cells.begin('--to', 'b');
  await cells.reached('Copy');
  const definition = await source.as('ada.admin').insert('Entity', { EntityName: 'Late', Fields: [field('A', 'Int')] });
  expect([told(definition), definition.headers.get('retry-after')]).toEqual(['503 Unavailable', '30']);
  const { Cursor: middle } = await listener.next();
  expect(await moving.ended).toMatchObject({ code: 0 });
  await writer.more(5);
  await writer.stop();
  expect([...writer.refusals].filter((code) => !['202', '503 Unavailable', '421 OtherCell'].includes(code))).toEqual(
    [],
  );
  expect(told(await source.as('ada.admin').select('Customer'))).toBe('421 OtherCell');
  await verifyOrders(writer, target);
  expect(await outcomeOf(target.as('ada.admin'), slow)).toMatchObject({ Status: 'Completed' });
  const notes = await target.as('ada.admin').select('Note', { WhereClause: where('Subject', 'EqualTo', 'SLOW:14001') });
  expect(notes.body.Result).toHaveLength(1);
  expect(await closed).toBe(true);
  const back = await HubListener.connect(target, 'nina.north');
  for (const cursor of [Cursor, middle])
    await expect(
      new Promise((resolve, reject) => {
        back.connection
          .stream('StreamChanges', 'Order', cursor)
          .subscribe({ next: resolve, complete: () => resolve('end'), error: reject });
      }),
    ).rejects.toThrow('CursorExpired');
  await back.stop();

  expect(await cells.run('--roll-back')).toMatchObject({
    code: 2,
    errors: expect.stringContaining("lives in cell 'b'"),
  });
  expect(await cells.run('--finish')).toMatchObject({ code: 0 });
  expect(await source.query(`SELECT FROM pg_namespace WHERE nspname = '${await target.schema()}'`)).toEqual([]);
  expect(told(await source.as('ada.admin').select('Customer'))).toBe('421 OtherCell');
  const defined = await target.as('ada.admin').insert('Entity', { EntityName: 'Late', Fields: [field('A', 'Int')] });
  expect(await outcomeOf(target.as('ada.admin'), defined)).toMatchObject({ Status: 'Completed' });
}, 180_000);
