import type pg from 'pg';
import type { Query } from '#platform/database/platform-database.js';
import { dropFences, freeze, unfreeze } from '#platform/database/moves/freeze.js';
import { CONTACT, CUSTOMER, customer } from '../../../support/demo.js';
import { told } from '../../../support/keys.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { type Answer, byId, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { environmentId } from '../cells/state.js';

let app: TestApp;
let mover: pg.PoolClient;
let environment: { readonly id: string; readonly schema: string };
beforeAll(async () => {
  app = await TestApp.start({ WAIT_WINDOW_MS: '300', WRITE_LEASE_MS: '1500' });
  mover = await app.connect();
  environment = { id: await environmentId(app, { ...DEVELOPMENT_PLACE }), schema: await app.schema() };
});
afterEach(async () => {
  await unfreeze(query, environment);
  await dropFences(query, environment);
});
afterAll(async () => {
  mover.release();
  await app.stop();
});

const DEVELOPMENT_PLACE = { TenantId: 'Northgate', AppId: 'OrderToCash', EnvironmentId: 'Development' };
const query: Query = async <Row>(text: string, values: unknown[] = []) =>
  (await mover.query(text, values)).rows as Row[];
const ada = () => app.as('ada.admin');
const note = (Subject: string, headers = {}): Promise<Answer> => ada().insert('Note', { Subject }, headers);
const notes = async (Subject: string): Promise<number> =>
  (await ada().select('Note', { WhereClause: where('Subject', 'EqualTo', Subject) })).body.Result.length;

const reprice = {
  ObjectName: 'RepriceCategory',
  ObjectType: 1,
  Parameters: [{ Value: 'Beverages' }, { Value: '10' }],
};
const step = { Operation: 'Insert', EntityName: 'Note', Fields: [{ FieldName: 'Subject', Value: 'step' }] };
const nothing = where('Id', 'EqualTo', '00000000-0000-4000-8000-000000000000');

it.each<readonly [string, () => Promise<Answer>]>([
  ['an insert', () => ada().insert('Customer', customer())],
  ['an insert that is answered later', () => note('later', { Prefer: 'respond-async' })],
  ['an update', () => ada().update('Customer', { Name: 'Frozen' }, byId(CUSTOMER.bistro))],
  ['an update of no record', () => ada().update('Customer', { Name: 'Frozen' }, nothing)],
  ['a delete', () => ada().delete('Contact', byId(CONTACT.dirk))],
  [
    'an upsert',
    () => ada().upsert('Product', ['Sku'], { Sku: 'FRZ-0001', Name: 'Frozen', Category: 'Food', UnitPrice: '1.00' }),
  ],
  ['a batch', () => ada().batch([step, step])],
  [
    'a batch of steps of their own, with a key',
    () =>
      ada().send(
        'POST',
        '/records/batch',
        { Steps: [step, step], Mode: 'Independent' },
        { 'Idempotency-Key': 'frozen' },
      ),
  ],
  [
    'a bulk insert',
    () => ada().send('POST', '/records/bulk-insert', { EntityName: 'Note', Fields: ['Subject'], Values: [['bulk']] }),
  ],
  ['a definition', () => ada().insert('Entity', { EntityName: 'FrozenThing' })],
  ['a routine', () => app.as('nina.north').send('POST', '/database/execute', reprice)],
])('refuses %s, and lets it through afterwards', async (_, write) => {
  const before = await app.mark();
  await freeze(query, environment);
  const { status, headers, body } = await write();
  expect([status, headers.get('retry-after'), body.ErrorDetails[0]]).toEqual([
    503,
    '1',
    expect.objectContaining({ Code: 'Unavailable', Message: expect.stringContaining('moves to another cell') }),
  ]);
  expect(await app.mark()).toBe(before);
  expect(await app.query('SELECT FROM platform.command WHERE finished_on IS NULL')).toEqual([]);
  expect((await ada().select('Customer')).status).toBe(200);
  await app.query(`UPDATE "${await app.schema(SOUTHBAY)}"."Customer" SET "Name" = "Name"`);
  await unfreeze(query, environment);
  expect(told(await write())).toMatch(/^20[02]$/);
});

it('sees the writes that were open', async () => {
  const writer = await app.connect();
  await writer.query('BEGIN');
  await writer.query(`UPDATE "${environment.schema}"."Customer" SET "Name" = 'open' WHERE "Id" = $1`, [CUSTOMER.cafe]);
  let isFrozen = false;
  const freezing = freeze(query, environment).then(() => void (isFrozen = true));
  await until('the mover waits', async () => (await waiting()) > 0);
  // Others do not queue behind the mover for long.
  expect((await note('meanwhile')).status).toBe(200);
  expect(isFrozen).toBe(false);
  await writer.query('COMMIT');
  writer.release();
  await freezing;
  expect((await ada().row('Customer', CUSTOMER.cafe)).Name).toBe('open');
});

const waiting = async (): Promise<number> =>
  (await app.query('SELECT FROM pg_locks WHERE NOT granted AND relation IS NOT NULL')).length;

it('waits for statements that store rows of the platform alone, and for none of other environments', async () => {
  const accepting = await app.connect();
  await accepting.query('BEGIN');
  await accepting.query(`UPDATE platform.command SET attempt = attempt WHERE false`);
  const other = await app.connect();
  await other.query('BEGIN');
  await other.query(`UPDATE "${await app.schema(SOUTHBAY)}"."Customer" SET "Name" = "Name" WHERE false`);
  await other.query(`UPDATE platform.command SET attempt = attempt WHERE false`);
  let isOver = false;
  const freezing = freeze(query, environment).then(() => void (isOver = true));
  await until('it is frozen', async () => told(await note('now')) === '503 Unavailable');
  expect(isOver).toBe(false);
  await accepting.query('COMMIT');
  await freezing;
  for (const each of [accepting, other]) {
    await each.query('ROLLBACK');
    each.release();
  }
});

it('does writes that were answered 202 when it ends, once', async () => {
  const Subject = 'SLOW:1203';
  const answer = await note(Subject);
  expect(answer.status).toBe(202);
  await freeze(query, environment);
  await until('its node gives it back', async () => {
    const open = await app.query('SELECT FROM platform.command WHERE finished_on IS NULL AND NOT is_released');
    return open.length === 0;
  });
  const isFirst = (await notes(Subject)) === 0;
  await unfreeze(query, environment);
  expect(await outcomeOf(ada(), answer)).toMatchObject({ Status: 'Completed', HttpStatus: 200 });
  expect([isFirst, await notes(Subject)]).toEqual([true, 1]);
});
