import { refused } from '../../../support/refusal.js';
import { StockApp } from '../../../support/stock-fixture.js';
import { byId, type Row } from '../../../support/test-app.js';

let stock: StockApp;
beforeAll(async () => void (stock = await StockApp.open({ ROLES: 'api' })));
afterAll(() => stock.close());

const trigger = (Name: string, more: Row = {}): Row => ({
  Name,
  EntityName: 'Crate',
  TriggerType: 'Scheduled',
  CronExpression: '0 0 1 1 *',
  Notifications: [{ ToUser: 'kim', Message: 'Happy new year.' }],
  ...more,
});

// Requirement: R197, S22
it('refuses more than 1,000 active schedules in an environment', async () => {
  const root = stock.as('root');
  const rows = Array.from({ length: 1_000 }, (_, i) => trigger(`T${i}`));
  const Fields = Object.keys(rows[0]);
  const Values = rows.map((row) => Fields.map((name) => row[name]));
  const stored = await root.send('POST', '/records/bulk-insert', { EntityName: 'Trigger', Fields, Values });
  expect([stored.status, stored.body.RecordAffected]).toEqual([200, 1_000]);

  const [fault] = await refused(stock.app, () => root.insert('Trigger', trigger('More')), 400, 'Validation');
  expect(fault.Message).toBe('An environment has at most 1000 active triggers of type Scheduled.');
  const waiting = await root.inserted('Trigger', trigger('More', { IsActive: false }));
  await refused(stock.app, () => root.update('Trigger', { IsActive: true }, byId(waiting)), 400, 'Validation');
  // Other definitions are changed as before.
  await root.inserted('Trigger', { ...trigger('Other'), TriggerType: 'EventBased', CronExpression: null });
  const [{ Id }] = await stock.rows('Trigger', { Filters: [{ FieldName: 'Name', Operator: 'EqualTo', Value: 'T7' }] });
  expect((await root.update('Trigger', { IsActive: false }, byId(Id))).status).toBe(200);
  expect((await root.update('Trigger', { IsActive: true }, byId(waiting))).status).toBe(200);
});
