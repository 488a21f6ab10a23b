import { AutomationApp } from '../../../support/automation-fixture.js';
import { sessionsWait } from '../../../support/behind-locks.js';
import { byId, type Row } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

let at: AutomationApp;
let workflowId: string;
beforeAll(async () => {
  at = await AutomationApp.open();
  workflowId = await at.workflow({ EntityName: 'Crate' });
});
afterAll(() => at.close());

const READ = `
  SELECT FROM platform.trigger_cursor c
  JOIN platform.environment e ON e.id = c.environment_id
  WHERE e.schema_name = $1 AND c.cursor IS NOT NULL`;

const crate = (fields: Row = {}): Promise<string> =>
  at.stock.as('kim').inserted('Crate', { Code: at.stock.newCode(), ...fields });
const change = (id: string, fields: Row) => at.stock.as('kim').update('Crate', fields, byId(id));

// Requirement: R195
it('fires once for each record that is created', async () => {
  const trigger = await at.trigger({ WorkflowIds: [workflowId] });
  const id = await crate({ Weight: 5 });
  const [run] = await at.fired(trigger, 1);
  expect(run).toMatchObject({ WorkflowId: workflowId, EntityName: 'Crate', RunAs: 'Service', CausedBy: null });
  expect(run.Input.Record).toMatchObject({ Id: id, Weight: 5 });
  expect(run.RecordId).toBe(run.Input.Record.RecordInformationId);
});

// Requirement: R194, R195
it('fires for edits of its fields alone, from and to its values', async () => {
  const edits = { TriggerEvent: 'Edited', FieldCriteria: 'AnyOfFields', WorkflowIds: [workflowId] };
  const row = await at.trigger({ ...edits, FieldChanges: [{ FieldName: 'Row' }] });
  const toNine = await at.trigger({ ...edits, FieldChanges: [{ FieldName: 'Row', From: null, To: 9 }] });
  const both = { ...edits, FieldCriteria: 'AllOfFields' };
  const all = await at.trigger({ ...both, FieldChanges: [{ FieldName: 'Row' }, { FieldName: 'Shelf', To: 2 }] });
  const id = await crate();
  await change(id, { Weight: 1 });
  await change(id, { Row: 9 });
  await change(id, { Row: 9, Weight: 2 });
  await change(id, { Row: 8, Shelf: 2 });
  await change(id, { Row: null, Shelf: 3 });
  const marker = await at.trigger({ WorkflowIds: [workflowId] });
  await crate();
  await at.fired(marker, 1);
  const rows = await at.runs(row);
  expect(rows.map(({ Input }) => [Input.Old.Row, Input.Record.Row])).toEqual([
    [null, 9],
    [9, 8],
    [8, null],
  ]);
  expect((await at.runs(toNine)).map(({ Input }) => Input.Record.Row)).toEqual([9]);
  expect((await at.runs(all)).map(({ Input }) => Input.Record.Shelf)).toEqual([2]);
});

// Requirement: R195
it('judges the record as each change has left it, whatever has changed since', async () => {
  const where = { Filters: [{ FieldName: 'Weight', Operator: 'GreaterThan', Value: 10 }] };
  const trigger = await at.trigger({ TriggerEvent: 'Edited', WhereClause: where, WorkflowIds: [workflowId] });
  const id = await crate({ Weight: 0 });
  for (const Weight of [20, 5, 30, 6]) await change(id, { Weight, Shelf: null });
  await at.stock.as('kim').delete('Crate', byId(id));
  const runs = await at.fired(trigger, 2);
  expect(runs.map(({ Input }) => [Input.Old.Weight, Input.Record.Weight, Input.Record.RowVersion])).toEqual([
    [0, 20, 2],
    [5, 30, 4],
  ]);
  expect(await at.runs(trigger)).toHaveLength(2);
});

// Requirement: R195
it('fires for deletes with the record as it was, and for restored records as for new ones', async () => {
  const deleted = await at.trigger({ TriggerEvent: 'Deleted', WorkflowIds: [workflowId] });
  const created = await at.trigger({ TriggerEvent: 'Created', WorkflowIds: [workflowId] });
  const id = await crate({ Weight: 7 });
  await at.stock.as('kim').delete('Crate', byId(id));
  await at.stock.as('root').restore('Crate', byId(id));
  const [gone] = await at.fired(deleted, 1);
  expect(gone.Input.Record).toMatchObject({ Id: id, Weight: 7 });
  const runs = await at.fired(created, 2);
  expect(runs.map(({ Input }) => Input.Record.Id)).toEqual([id, id]);
});

// Requirement: R195
it('fires for every record of a cascade and of a bulk insert, and for none of a purge or a dry run', async () => {
  const ofItems = { EntityName: 'Item', WorkflowIds: [await at.workflow({ EntityName: 'Item' })] };
  const removed = await at.trigger({ ...ofItems, TriggerEvent: 'Deleted' });
  const added = await at.trigger({ ...ofItems, TriggerEvent: 'Created' });
  const id = await crate();
  const Values = Array.from({ length: 2_500 }, (_, i) => [id, i]);
  const bulk = { EntityName: 'Item', Fields: ['CrateId', 'Position'], Values };
  expect((await at.stock.as('root').send('POST', '/records/bulk-insert', bulk)).status).toBe(200);
  const dry = [
    { FieldName: 'CrateId', Value: id },
    { FieldName: 'Position', Value: 5_000 },
  ];
  await at.stock
    .as('root')
    .send('POST', '/records/insert', { EntityName: 'Item', Fields: dry, Options: { DryRun: true } });
  const runs = await at.fired(added, 2_500);
  expect(new Set(runs.map(({ RecordId }) => RecordId)).size).toBe(2_500);
  await at.stock.as('root').delete('Crate', byId(id));
  await at.fired(removed, 2_500);
  await at.stock.as('root').purge('Crate', byId(id));
  await at.stock.as('root').inserted('Item', { Position: 1 });
  expect(await at.fired(added, 2_501)).toHaveLength(2_501);
  expect(await at.runs(removed)).toHaveLength(2_500);
});

// Requirement: R195
it('fires for another event once its event is changed', async () => {
  const label = (): Promise<string> => at.stock.as('root').inserted('Label', { Text: 'new' });
  const ofLabels = { EntityName: 'Label', WorkflowIds: [await at.workflow({ EntityName: 'Label' })] };
  const trigger = await at.trigger({ ...ofLabels, TriggerEvent: 'Deleted' });
  const schema = await at.stock.schema();
  // From then on the cursor stays where it is until a change may fire the trigger.
  await until('the log was read once', async () => (await at.stock.app.query(READ, [schema])).length === 1);
  await label();
  const changed = await at.stock.as('root').update('Trigger', { TriggerEvent: 'Created' }, byId(trigger));
  expect(changed.status).toBe(200);
  const id = await label();
  const runs = await at.fired(trigger, 1);
  expect(runs.map(({ Input }) => Input.Record.Id)).toEqual([id]);
  const listed = await at.stock.app.query('SELECT operations FROM platform.trigger WHERE id = $1', [trigger]);
  expect(listed).toEqual([{ operations: ['Create'] }]);
});

// Requirement: R195
it('does not fire for changes from before the trigger, or while it is inactive', async () => {
  const before = await crate();
  const trigger = await at.trigger({ TriggerEvent: 'CreatedOrEdited', WorkflowIds: [workflowId] });
  const during = await crate();
  await at.fired(trigger, 1);
  await at.stock.as('root').update('Trigger', { IsActive: false }, byId(trigger));
  await change(before, { Weight: 1 });
  await at.stock.as('root').update('Trigger', { IsActive: true }, byId(trigger));
  const after = await crate();
  const runs = await at.fired(trigger, 2);
  expect(runs.map(({ Input }) => Input.Record.Id)).toEqual([during, after]);
});

// Requirement: R193, R195
it('starts nothing for a change that was being matched when its trigger was deactivated', async () => {
  const other = await at.trigger({ WorkflowIds: [workflowId] });
  const trigger = await at.trigger({ TriggerEvent: 'Edited', WorkflowIds: [workflowId] });
  const id = await crate();
  await at.fired(other, 1);
  const holder = await at.stock.app.connect();
  await at.whileNothingIsMatched(async () => {
    await change(id, { Weight: 2 });
    await holder.query(`BEGIN; LOCK TABLE "${await at.stock.schema()}"."Crate" IN ACCESS EXCLUSIVE MODE`);
  });
  await sessionsWait(at.stock.app, 1);
  await at.stock.as('root').update('Trigger', { IsActive: false }, byId(trigger));
  await holder.query('COMMIT');
  holder.release();
  await crate();
  await at.fired(other, 2);
  expect(await at.runs(trigger)).toEqual([]);
});

// Requirement: R195
it('misses no write right behind the one that defines the trigger, whichever nodes they reach', async () => {
  const node = await at.stock.app.startAnother();
  const ofLabels = { EntityName: 'Label', WorkflowIds: [await at.workflow({ EntityName: 'Label' })] };
  for (let round = 0; round < 6; round++) {
    const trigger = await at.trigger(ofLabels);
    const root = at.stock.as('root', round % 2 === 0 ? node : at.stock.app);
    // A write under way while definitions change is refused with 503, and has stored nothing.
    await until('the label is added', async () => (await root.insert('Label', { Text: 'new' })).status === 200);
    await at.fired(trigger, 1);
  }
  await node.stop();
});
