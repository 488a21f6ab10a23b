import { KEEPER, StockApp } from '../../../support/stock-fixture.js';
import { byId, type Row, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

let stock: StockApp;
beforeAll(async () => void (stock = await StockApp.open({ ROLES: 'api,worker' })));
afterAll(() => stock.close());

let names = 0;
const tell = (Name: string, Message: string, more: Row = {}): Row => {
  return { Name, Type: 'SendNotification', ToUser: 'root', Message, ...more };
};

/** Stores a workflow that a change of records starts. */
async function starts(EntityName: string, event: string, workflow: Row): Promise<void> {
  const root = stock.as('root');
  const Name = `W${++names}`;
  const id = await root.inserted('Workflow', { Name, EntityName, Type: 'Triggered', ...workflow });
  const when = { TriggerType: 'EventBased', TriggerEvent: event };
  await root.inserted('Trigger', { Name, EntityName, ...when, WorkflowIds: [id] });
}

/** A crate of lee's with an item in it. */
async function crateOfLee(fields: Row = {}): Promise<{ readonly crate: string; readonly code: string; item: string }> {
  const code = stock.newCode();
  const crate = await stock.as('lee').inserted('Crate', { Code: code, ...fields });
  const item = await stock.as('lee').inserted('Item', { CrateId: crate, Position: 1, Name: `in ${code}` });
  return { crate, code, item };
}

/** Waits for a message. @param user whose it is */
const told = (Message: string, user: string = KEEPER.root): Promise<void> =>
  until(`the message ${Message}`, async () => {
    const [found] = await stock.rows('Notification', where('Message', 'EqualTo', Message));
    return found?.OwnerId === user;
  });

// Requirement: R191, R195
it('reads looked-up records in conditions, values, messages, receivers and files', async () => {
  const heavy = { Filters: [{ FieldName: 'Record.CrateId.Weight', Operator: 'GreaterThan', Value: 5 }] };
  await starts('Item', 'Edited', {
    Actions: [
      tell('Light', 'light {{Record.CrateId.Code}}', {
        When: { Filters: [{ FieldName: 'Record.CrateId.Weight', Operator: 'LessThan', Value: 6 }] },
      }),
      {
        Name: 'Heavy',
        Type: 'Condition',
        If: heavy,
        Then: [tell('Moved', 'from {{Old.CrateId.Code}} to {{Record.CrateId.Code}}')],
      },
      tell('Owner', 'yours: {{Record.CrateId.OwnerId.DisplayName}}', { ToUser: '{{Record.CrateId.OwnerId}}' }),
      {
        Name: 'Shelve',
        Type: 'UpdateRecords',
        EntityName: 'Crate',
        Fields: [
          { FieldName: 'Shelf', Value: '{{Record.CrateId.Weight}}' },
          { FieldName: 'Seal', Value: 'sealed {{Record.CrateId.Code}}' },
        ],
        WhereClause: where('Code', 'EqualTo', '{{Record.CrateId.Code}}'),
      },
      {
        Name: 'Sheet',
        Type: 'GenerateFile',
        Format: 'Text',
        FileName: '{{Record.CrateId.Code}}.txt',
        Text: '{{Record.CrateId.Seal}}',
      },
      tell('Made', '{{Actions.Sheet.FileName}} has {{Actions.Sheet.Size}}'),
    ],
  });
  const [light, heavier] = [await crateOfLee({ Weight: 5 }), await crateOfLee({ Weight: 6 })];
  const move = { CrateId: heavier.crate, Position: 2 };
  expect((await stock.as('lee').update('Item', move, byId(light.item))).status).toBe(200);
  await told(`from ${light.code} to ${heavier.code}`);
  await told('yours: lee', KEEPER.lee);
  // The file shows the seal as it is when the step begins, after the update.
  await told(`${heavier.code}.txt has ${`sealed ${heavier.code}`.length}`);
  expect(await stock.rows('Notification', where('Message', 'EqualTo', `light ${heavier.code}`))).toEqual([]);
  expect(await stock.as('root').row('Crate', heavier.crate)).toMatchObject({ Shelf: 6 });
});

// Requirement: R193, R195
it('acts as null where the caller of the run may not read, except for public fields', async () => {
  const { code, item } = await crateOfLee();
  expect((await stock.as('root').update('User', { Email: 'root@depot.example' }, byId(KEEPER.root))).status).toBe(200);
  const Id = await stock.as('root').inserted('Label', { ItemId: item, Text: 'new' });
  const ofLabels = where('EntityName', 'EqualTo', 'Label');
  expect((await stock.as('root').update('RoleAccess', { Update: 'All' }, ofLabels)).status).toBe(200);
  const actions = (whose: string): readonly Row[] => [
    tell('Tell', `${whose}: <{{Record.ItemId.Name}}> <{{Record.OwnerId.DisplayName}}> <{{Record.OwnerId.Email}}>`),
    tell('Null', `${whose} null`, { When: { Filters: [{ FieldName: 'Record.ItemId.Name', Operator: 'IsNULL' }] } }),
  ];
  await starts('Label', 'Edited', { RunAs: 'Caller', Actions: actions('Caller') });
  await starts('Label', 'Edited', { RunAs: 'Service', Actions: actions('Service') });
  expect((await stock.as('kim').update('Label', { Text: 'changed' }, byId(Id))).status).toBe(200);
  await told('Caller: <> <root> <>');
  await told('Caller null');
  await told(`Service: <in ${code}> <root> <root@depot.example>`);
  expect(await stock.rows('Notification', where('Message', 'EqualTo', 'Service null'))).toEqual([]);
});

// Requirement: R191
it('follows the lookups of query rows and of created records', async () => {
  const { crate, code } = await crateOfLee();
  await stock.as('lee').inserted('Item', { CrateId: crate, Position: 2, Name: 'second' });
  const query = { EntityName: 'Item', SelectedFields: ['Name', 'CrateId'], Sort: [{ FieldName: 'Position' }] };
  const id = await stock.as('root').inserted('Workflow', {
    Name: 'Rows',
    Type: 'Manual',
    RunAs: 'Service',
    Actions: [
      { Name: 'Items', Type: 'RunQuery', ...query, WhereClause: where('CrateId.Code', 'EqualTo', code) },
      tell('First', 'first of {{Actions.Items.CrateId.Code}}'),
      {
        Name: 'Each',
        Type: 'ForEach',
        Source: 'Items',
        Do: [tell('One', '{{Item.Name}} of {{Item.CrateId.OwnerId.UserName}}')],
      },
      {
        Name: 'Seat',
        Type: 'InsertRecord',
        EntityName: 'Seat',
        Fields: [{ FieldName: 'CrateId', Value: '{{Actions.Items.CrateId}}' }],
      },
      tell('Last', 'seat in {{Actions.Seat.CrateId.Code}}'),
    ],
  });
  const { body } = await stock.as('root').send('POST', `/workflows/execute/${id}`, {});
  expect(body.Result.State).toBe('Completed');
  for (const message of [`first of ${code}`, `in ${code} of lee`, 'second of lee', `seat in ${code}`])
    await told(message);
});

// Requirement: R195, R196
it('reads them in the notifications of a trigger, also for deleted records', async () => {
  const message = (text: string): Row => ({ ToUser: '{{Record.CrateId.OwnerId}}', Message: text });
  for (const TriggerEvent of ['Created', 'Deleted'])
    await stock.as('root').inserted('Trigger', {
      Name: `Tells ${TriggerEvent}`,
      EntityName: 'Item',
      TriggerType: 'EventBased',
      TriggerEvent,
      Notifications: [message(`${TriggerEvent} in {{Record.CrateId.Code}}`)],
    });
  const { code, item } = await crateOfLee();
  await told(`Created in ${code}`, KEEPER.lee);
  expect((await stock.as('lee').delete('Item', byId(item))).status).toBe(200);
  await told(`Deleted in ${code}`, KEEPER.lee);
});
