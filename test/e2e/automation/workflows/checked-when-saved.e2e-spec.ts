import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { refused } from '../../../support/refusal.js';
import { type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

interface Demo {
  readonly Workflows: readonly (Row & { readonly Id: string })[];
  readonly Triggers: readonly (Row & { readonly WorkflowIds?: readonly string[] })[];
}

const demo = JSON.parse(readFileSync('demo/order-to-cash.json', 'utf8')) as Demo;

const notify: Row = { Name: 'Tell', Type: 'SendNotification', ToRole: 'SalesManager', Message: 'x' };
const workflow = (more: Row): Row => ({ Name: `W ${randomUUID()}`, Type: 'Manual', Actions: [notify], ...more });
const acting = (...Actions: readonly unknown[]): Row => workflow({ Type: 'Triggered', EntityName: 'Order', Actions });
const trigger = (more: Row): Row => ({
  Name: `T ${randomUUID()}`,
  EntityName: 'Order',
  TriggerType: 'EventBased',
  TriggerEvent: 'Edited',
  Notifications: [{ ToRole: 'SalesManager', Message: 'x' }],
  ...more,
});

const scheduled = (CronExpression: string): Row =>
  trigger({ TriggerType: 'Scheduled', TriggerEvent: null, CronExpression });
const insert = (EntityName: string, FieldName: string, Value: unknown): Row => {
  return { Name: 'Make', Type: 'InsertRecord', EntityName, Fields: [{ FieldName, Value }] };
};
const many = (count: number): readonly Row[] => Array.from({ length: count }, (_, i) => ({ ...notify, Name: `N${i}` }));
const deep = (level: number): Row => {
  if (level === 0) return notify;
  return { Name: `L${level}`, Type: 'Condition', If: where('Record.Total', 'EqualTo', 1), Then: [deep(level - 1)] };
};

// See docs/definitions.md#workflows-and-triggers
describe('workflows and triggers as records', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
  });
  afterAll(() => app.stop());

  const isNamed = (name: string): unknown => where('Name', 'EqualTo', name);

  // Requirement: R193, R194
  it('stores those of the demo again, under other names', async () => {
    const ids = new Map(demo.Workflows.map(({ Id }) => [Id, randomUUID() as string]));
    for (const json of demo.Workflows) {
      const { Id, Name, ...more } = json;
      await ada.inserted('Workflow', { ...more, Id: ids.get(Id), Name: `${String(Name)}2` });
    }
    for (const { Id: _, Name, WorkflowIds, ...more } of demo.Triggers) {
      const named = WorkflowIds?.map((id) => ids.get(id)?.toUpperCase());
      await ada.inserted('Trigger', { ...more, Name: `${String(Name)}2`, ...(named && { WorkflowIds: named }) });
    }
  });

  // Requirement: R194
  it('takes the known numbers of the enums of triggers, and answers names', async () => {
    const numbered = { TriggerType: 1, TriggerEvent: '2', FieldCriteria: 3, FieldChanges: [{ FieldName: 'Total' }] };
    const id = await ada.inserted('Trigger', trigger(numbered));
    expect(await ada.row('Trigger', id)).toMatchObject({
      TriggerType: 'EventBased',
      TriggerEvent: 'Edited',
      FieldCriteria: 'AllOfFields',
    });
    for (const TriggerEvent of [0, 5, 1.5, '2x'])
      await refused(
        app,
        () => ada.insert('Trigger', trigger({ TriggerEvent })),
        400,
        TriggerEvent === 1.5 ? 'Validation' : 'FieldRule',
      );
    await refused(app, () => ada.insert('Workflow', workflow({ Type: 1 })), 400, 'Validation');
  });

  // Requirement: R188, R191, R197, T53
  it.each<[string, string, Row, string]>([
    ['a misspelt member', 'Workflow', acting({ ...notify, Mesage: 'x' }), 'Mesage'],
    ['an unknown entity', 'Workflow', acting({ Name: 'A', Type: 'RunQuery', EntityName: 'Ordr' }), "'Order'?"],
    ['a token that is unclosed', 'Workflow', acting({ ...notify, Message: '{{Record.Id' }), 'not closed'],
    ['a token that is unknown', 'Workflow', acting({ ...notify, Message: '{{Record.Idd}}' }), "no field 'Idd'"],
    [
      'Record in a Manual workflow',
      'Workflow',
      workflow({ Actions: [{ ...notify, Message: '{{Record.Id}}' }] }),
      'Manual',
    ],
    ['a right', 'Workflow', acting({ Name: 'A', Type: 'InsertRecord', EntityName: 'UserRole', Fields: [] }), 'may not'],
    [
      'a cycle',
      'Workflow',
      workflow({ Name: 'Self', Actions: [{ Name: 'A', Type: 'RunWorkflow', Workflow: 'Self' }] }),
      'Self → Self',
    ],
    ['an unknown role', 'Workflow', workflow({ AllowedRoles: ['SalesManagr'] }), "'SalesManager'?"],
    ['Actions that are no array', 'Workflow', workflow({ Actions: { a: 1 } }), 'array'],
    ['no actions', 'Workflow', workflow({ Actions: null }), 'array'],
    [
      'FieldChanges on Created',
      'Trigger',
      trigger({ TriggerEvent: 'Created', FieldChanges: [{ FieldName: 'Total' }] }),
      'Edited',
    ],
    [
      'a cron of Quartz',
      'Trigger',
      trigger({ TriggerType: 'Scheduled', TriggerEvent: null, CronExpression: '0 0 L * ?' }),
      'sign ?',
    ],
    [
      'a cron of seven fields',
      'Trigger',
      trigger({ TriggerType: 'Scheduled', TriggerEvent: null, CronExpression: '0 0 0 1 1 * 9999' }),
      '7 fields',
    ],
    [
      '31 February',
      'Trigger',
      trigger({ TriggerType: 'Scheduled', TriggerEvent: null, CronExpression: '0 0 31 2 *' }),
      'does not exist',
    ],
    [
      'a zone that is none',
      'Trigger',
      trigger({ TriggerType: 'Scheduled', TriggerEvent: null, CronExpression: '0 0 * * *', TimeZone: 'Mars/Base' }),
      'IANA',
    ],
    ['60 minutes', 'Trigger', scheduled('60 * * * *'), '"60" is not allowed'],
    ['the sign W', 'Trigger', scheduled('0 0 15W * *'), 'sign W'],
    ['a sixth Friday', 'Trigger', scheduled('0 0 * * FRI#6'), '#'],
    ['no cron', 'Trigger', scheduled(''), 'expression is empty'],
    ['an offset as a zone', 'Trigger', { ...scheduled('0 0 * * *'), TimeZone: '+02:00' }, 'is an offset'],
    ['an unknown workflow', 'Trigger', trigger({ WorkflowIds: [randomUUID()] }), 'no workflow'],
    ['a name for an id', 'Trigger', trigger({ WorkflowIds: ['Keeps'] }), 'id of a workflow'],
    ['a token in the name of an entity', 'Workflow', acting(insert('{{Record.Id}}', 'Subject', 'x')), 'is a value'],
    ['a token in the name of a field', 'Workflow', acting(insert('Note', '{{Record.Id}}', 'x')), 'is a value'],
    [
      'a token of another type',
      'Workflow',
      acting(insert('Order', 'DiscountPercent', '{{Record.OrderDate}}')),
      'Decimal',
    ],
    [
      'a dotted token that leads nowhere',
      'Workflow',
      acting({ ...notify, Message: '{{Record.Total.Name}}' }),
      'Total.Name',
    ],
    ['201 actions', 'Workflow', acting(...many(201)), 'at most 200'],
    ['actions six levels deep', 'Workflow', acting(deep(6)), 'at most 5'],
    ['a trigger without an entity', 'Trigger', trigger({ EntityName: 'Nope' }), "'Nope'"],
    ['a system entity', 'Trigger', trigger({ EntityName: 'UserRole' }), 'UserRole'],
  ])('refuses %s', async (_case, entity, record, message) => {
    const code = message === 'Mesage' ? 'UnknownMember' : 'Validation';
    const [first] = await refused(app, () => ada.insert(entity, record), 400, code);
    expect(first.Message).toContain(message);
    const found = await ada.select(entity, { WhereClause: isNamed(String(record.Name)) });
    expect(found.body.Result).toEqual([]);
  });

  it('names the member and the path of each fault, all at once', async () => {
    const branch = {
      Name: 'B',
      Type: 'Condition',
      If: where('Record.Nope', 'EqualTo', 1),
      Then: [{ ...notify, ToRole: 'X' }],
    };
    const details = await refused(app, () => ada.insert('Workflow', acting(branch)), 400, 'Validation');
    expect(details.map(({ Path }) => Path)).toEqual([
      'Fields[2].Value[0].If.Filters[0].FieldName',
      'Fields[2].Value[0].Then[0].ToRole',
    ]);
  });
});
