import { refused } from '../../../support/refusal.js';
import { byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

const notify: Row = { Name: 'Tell', Type: 'SendNotification', ToRole: 'SalesManager', Message: 'x' };
const isNamed = (name: string): unknown => where('Name', 'EqualTo', name);
const isField = (name: string): unknown => where('FieldName', 'EqualTo', name);
const over = (FieldName: string): unknown => where(FieldName, 'GreaterThan', 1);

/** Fields of a siren, each named at one place, by which they are called. */
const FIELDS: readonly (readonly [string, string])[] = [
  ['InInsert', 'Int'],
  ['InWhen', 'Int'],
  ['InQueryWhere', 'Int'],
  ['InColumns', 'Text'],
  ['InItem', 'Text'],
  ['InToken', 'Text'],
  ['InDottedToken', 'Text'],
  ['InWhereClause', 'Int'],
  ['InFieldChanges', 'Int'],
  ['InMessage', 'Text'],
  ['InDateField', 'Date'],
];

const WORKFLOW: Row = {
  Name: 'Keeps',
  Type: 'Triggered',
  EntityName: 'Siren',
  RequiredPermission: 'Alarm',
  AllowedRoles: ['Guard'],
  Actions: [
    { ...notify, ToRole: 'Sentry', When: over('Record.InWhen') },
    { ...notify, Name: 'Team', ToRole: null, ToTeam: 'Watch', Message: '{{Record.InToken}}' },
    { ...notify, Name: 'User', ToRole: null, ToUser: 'wanda.watch', Message: '{{Record.NextId.InDottedToken}}' },
    { Name: 'Query', Type: 'RunQuery', EntityName: 'Note', QueryName: 'WatchedNotes' },
    {
      Name: 'Rows',
      Type: 'RunQuery',
      EntityName: 'Siren',
      SelectedFields: ['InColumns', 'InItem'],
      WhereClause: over('InQueryWhere'),
    },
    { Name: 'Sheet', Type: 'GenerateFile', Format: 'Csv', FileName: 'sirens.csv', Source: 'Rows' },
    { Name: 'Each', Type: 'ForEach', Source: 'Rows', Do: [{ ...notify, Name: 'Row', Message: '{{Item.InItem}}' }] },
    { Name: 'Siren', Type: 'InsertRecord', EntityName: 'Siren', Fields: [{ FieldName: 'InInsert', Value: 1 }] },
    { Name: 'Wait', Type: 'ExecuteDatabaseObject', ObjectName: 'Beep' },
    {
      Name: 'Ship',
      Type: 'ChangeStatus',
      EntityName: 'Errand',
      RecordId: '{{Record.RecordInformationId}}',
      ToStatus: 'Done',
    },
    { Name: 'More', Type: 'RunWorkflow', Workflow: 'Named' },
  ],
};
const TRIGGER: Row = {
  Name: 'Watches',
  EntityName: 'Siren',
  TriggerType: 'EventBased',
  TriggerEvent: 'Edited',
  FieldCriteria: 'AnyOfFields',
  FieldChanges: [{ FieldName: 'InFieldChanges', To: 1 }],
  WhereClause: over('InWhereClause'),
  Notifications: [
    { ToRole: 'Patrol', Message: '{{Record.InMessage}}' },
    { ToTeam: 'Night', Message: 'x' },
    { ToUser: 'nick.night', Message: 'x' },
  ],
};

// See docs/definitions.md#definitions-in-use
describe('workflows and triggers keep what they name', () => {
  let app: TestApp;
  let ada: Caller;
  const person = (UserName: string): Promise<string> =>
    ada.inserted('User', { UserName, DisplayName: UserName, Email: `${UserName}@example.com` });

  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    for (const Name of ['Sentry', 'Guard', 'Patrol']) await ada.inserted('Role', { Name });
    for (const Name of ['Watch', 'Night']) await ada.inserted('Team', { Name });
    for (const name of ['wanda.watch', 'nick.night']) await person(name);
    await ada.inserted('Permission', { Name: 'Alarm' });
    await ada.inserted('SavedQuery', { Name: 'WatchedNotes', EntityName: 'Note' });
    const Id = '51e50000-0000-4000-8000-000000000001';
    const Fields = [
      ...FIELDS.map(([FieldName, FieldType]) => ({ FieldName, FieldType })),
      { FieldName: 'NextId', FieldType: 'Lookup', TargetId: Id },
    ];
    await ada.inserted('Entity', { Id, EntityName: 'Siren', Fields });
    await ada.inserted('Entity', { EntityName: 'Errand', Fields: [{ FieldName: 'Text', FieldType: 'Text' }] });
    const blueprint = {
      Name: 'Errands',
      EntityName: 'Errand',
      Statuses: [
        { Name: 'Open', IsInitial: true },
        { Name: 'Done', IsFinal: true },
      ],
      Transitions: [{ Name: 'Finish', FromStatus: 'Open', ToStatus: 'Done' }],
    };
    await ada.send('POST', '/blueprints', blueprint);
    const Definition = 'CREATE FUNCTION "Beep"() RETURNS bigint LANGUAGE sql AS $$ SELECT 1 $$';
    await ada.inserted('DatabaseObject', {
      ObjectName: 'Beep',
      ObjectType: 2,
      ReturnType: 'Int',
      Definition,
    });
    await ada.inserted('Workflow', { Name: 'Named', Type: 'Manual', Actions: [notify] });
    const keeps = await ada.inserted('Workflow', WORKFLOW);
    await ada.inserted('Trigger', { ...TRIGGER, WorkflowIds: [keeps] });
    const due = {
      TriggerType: 'DateBased',
      DateField: 'InDateField',
      Notifications: [{ ToRole: 'Patrol', Message: 'x' }],
    };
    await ada.inserted('Trigger', { Name: 'Dates', EntityName: 'Siren', ...due });
  });
  afterAll(() => app.stop());

  const usersOf = (details: Awaited<ReturnType<typeof refused>>): readonly string[] =>
    details.map(({ Params }) => `${String(Params?.Kind)} ${String(Params?.Name)}`);
  const inTrigger = new Set(['InWhereClause', 'InFieldChanges', 'InMessage']);

  // Requirement: R191
  it.each<[string, unknown, string]>([
    ['Role', isNamed('Sentry'), 'Workflow Keeps'],
    ['Role', isNamed('Guard'), 'Workflow Keeps'],
    ['Team', isNamed('Watch'), 'Workflow Keeps'],
    ['User', where('UserName', 'EqualTo', 'wanda.watch'), 'Workflow Keeps'],
    ['Permission', isNamed('Alarm'), 'Workflow Keeps'],
    ['SavedQuery', isNamed('WatchedNotes'), 'Workflow Keeps'],
    ['DatabaseObject', where('ObjectName', 'EqualTo', 'Beep'), 'Workflow Keeps'],
    ['Lifecycle', isNamed('Errands'), 'Workflow Keeps'],
    ['Workflow', isNamed('Named'), 'Workflow Keeps'],
    ['Workflow', isNamed('Keeps'), 'Trigger Watches'],
    ['Role', isNamed('Patrol'), 'Trigger Watches'],
    ['Team', isNamed('Night'), 'Trigger Watches'],
    ['User', where('UserName', 'EqualTo', 'nick.night'), 'Trigger Watches'],
    ['Entity', where('EntityName', 'EqualTo', 'Siren'), 'Workflow Keeps'],
    ['Field', isField('InDateField'), 'Trigger Dates'],
    ...FIELDS.filter(([name]) => name !== 'InDateField').map(([name]): [string, unknown, string] => [
      'Field',
      isField(name),
      inTrigger.has(name) ? 'Trigger Watches' : 'Workflow Keeps',
    ]),
  ])('a %s that is deleted: %j', async (entity, clause, user) => {
    expect(usersOf(await refused(app, () => ada.delete(entity, clause), 409, 'DeleteBlocked'))).toContain(user);
  });

  // Requirement: R191
  it.each<[string, string, Row, unknown]>([
    ['a renamed role', 'Role', { Name: 'Sentinel' }, isNamed('Sentry')],
    ['a renamed team', 'Team', { Name: 'Guards' }, isNamed('Watch')],
    ['a renamed saved query', 'SavedQuery', { Name: 'Others' }, isNamed('WatchedNotes')],
    ['a renamed workflow', 'Workflow', { Name: 'Renamed' }, isNamed('Named')],
    ['a renamed status', 'Status', { Name: 'Ended' }, isNamed('Done')],
    ['a lifecycle that is deactivated', 'Lifecycle', { IsActive: false }, isNamed('Errands')],
    [
      'a token that becomes required',
      'Workflow',
      { Tokens: [{ Name: 'X', Type: 'Text', Required: true }] },
      isNamed('Named'),
    ],
    ['a field of another type', 'Field', { FieldType: 'Text' }, isField('InWhen')],
  ])('%s', async (_, entity, fields, clause) => {
    const details = await refused(app, () => ada.update(entity, fields, clause), 409, 'DeleteBlocked');
    expect(usersOf(details)).toContain('Workflow Keeps');
  });

  // Requirement: R193
  it('the type of a workflow that a trigger starts, but not whether it is active', async () => {
    const keeps = isNamed('Keeps');
    const details = await refused(app, () => ada.update('Workflow', { Type: 'Manual' }, keeps), 400, 'Validation');
    expect(details[0].Message).toContain('A Manual workflow has no Record.');
    expect((await ada.update('Workflow', { IsActive: false }, keeps)).status).toBe(200);
    const other = await ada.inserted('Workflow', { Name: 'Started', Type: 'Triggered', Actions: [notify] });
    await ada.inserted('Trigger', { ...TRIGGER, Name: 'Starts', WorkflowIds: [other] });
    const refusal = await refused(
      app,
      () => ada.update('Workflow', { Type: 'Manual' }, byId(other)),
      409,
      'DeleteBlocked',
    );
    expect(usersOf(refusal)).toEqual(['Trigger Starts']);
  });
});
