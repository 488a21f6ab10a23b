import { type Answer, type Caller, match, type Row, TestApp, where } from '../../../support/test-app.js';

/** Tests the lines in `Log` about definitions that read protected fields with the rights of the service. */
let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await TestApp.start();
  ada = app.as('ada.admin');
  const named = {
    Filters: [
      { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: 'Customer' },
      { FieldName: 'FieldName', Operator: 'IN', Value: ['CreditLimit', 'AvailableCredit'] },
    ],
  };
  const { status, text } = await ada.update('Field', { Protection: 'Hidden' }, named);
  if (status !== 200) throw new Error(text);
  await ada.inserted('Role', { Name: 'Readers' });
});
afterAll(() => app?.stop());

const entity = (name: string): unknown => match('EntityName', name);
const RICH = where('CreditLimit', 'GreaterThan', 1);
const SENT = { Name: 'Send', Type: 'SendNotification', ToRole: 'FinanceManager', Message: '{{Record.CreditLimit}}' };
const QUERY = { Name: 'Found', Type: 'RunQuery', EntityName: 'Customer', WhereClause: where('Name', 'EqualTo', 'x') };
const workflow = (Name: string, members: Row): Row => ({ Name, EntityName: 'Customer', Type: 'Triggered', ...members });
const trigger = (Name: string, members: Row): Row => ({
  Name,
  EntityName: 'Customer',
  TriggerType: 'EventBased',
  TriggerEvent: 'Edited',
  Notifications: [{ ToRole: 'FinanceManager', Message: 'x' }],
  ...members,
});

const reads = (name: string): unknown => expect.stringContaining(`${name} reads the protected Customer.CreditLimit`);
const sends = (name: string): unknown =>
  expect.stringMatching(`Workflow ${name} runs as the service and reads the protected Customer.CreditLimit`);

const DEFINITIONS: readonly (readonly [string, Row, unknown])[] = [
  ['Rule', { EntityId: entity('Customer'), Name: 'Rich', WhereClause: RICH, Message: 'x' }, reads('Rule Rich')],
  [
    'Rule',
    {
      EntityId: entity('Order'),
      Name: 'Compared',
      Message: 'x',
      WhereClause: {
        Filters: [{ FieldName: 'Total', Operator: 'LessThan', ValueType: 3, Value: 'CustomerId.CreditLimit' }],
      },
    },
    reads('Rule Compared'),
  ],
  [
    'Hook',
    { EntityId: entity('Customer'), Name: 'Poor', Events: ['BeforeDelete'], RejectWhen: RICH, Message: 'x' },
    reads('Hook Poor'),
  ],
  ['Trigger', trigger('Rises', { WhereClause: RICH }), reads('Trigger Rises')],
  [
    'Trigger',
    trigger('Changes', { FieldCriteria: 'AnyOfFields', FieldChanges: [{ FieldName: 'CreditLimit' }] }),
    reads('Trigger Changes'),
  ],
  [
    'RoleAccess',
    {
      RoleId: match('Name', 'Readers'),
      EntityName: 'Note',
      Read: 'All',
      ReadWhere: {
        Filters: [
          {
            FieldName: 'CustomerId',
            Operator: 'ExistsIn',
            Value: { EntityName: 'Customer', FieldName: 'Id', WhereClause: RICH },
          },
        ],
      },
    },
    reads('RoleAccess Note'),
  ],
  [
    'Field',
    {
      EntityId: entity('Region'),
      FieldName: 'RichCustomers',
      FieldType: 'Rollup',
      Function: 'Count',
      RelationId: match('Name', 'RegionCustomers'),
      WhereClause: RICH,
      Protection: 'Hidden',
    },
    reads('Field RichCustomers'),
  ],
  [
    'ApprovalProcess',
    {
      Name: 'CreditApproval',
      EntityName: 'Customer',
      StartMode: 'Manual',
      StartCriteria: RICH,
      Steps: [{ Sequence: 1, Name: 'One', Approvers: { Role: 'FinanceManager' }, Rule: 'Any' }],
    },
    reads('ApprovalProcess CreditApproval'),
  ],
  ['Workflow', workflow('Tells', { RunAs: 'Service', Actions: [SENT] }), sends('Tells')],
  [
    'Workflow',
    workflow('Finds', {
      RunAs: 'Service',
      Actions: [
        { ...QUERY, SelectedFields: undefined },
        { ...SENT, Message: 'x' },
      ],
    }),
    sends('Finds'),
  ],
];

const logOf = ({ status, body, text }: Answer): unknown => (status === 200 ? body.Log : text);

it.each(DEFINITIONS.map((each) => [each[0], each[1].Name ?? each[1].FieldName, each] as const))(
  'a saved %s (%s) names the protected field',
  async (_, __, [kind, members, line]) => {
    const answer = await ada.insert(kind, members);
    expect(logOf(answer)).toEqual([line]);
  },
);

it('names the field of a transition', async () => {
  const [found] = (await ada.select('Transition', { WhereClause: where('Name', 'EqualTo', 'Submit') })).body
    .Result as Row[];
  const Validators = [{ Name: 'Rich', WhereClause: where('CustomerId.CreditLimit', 'GreaterThan', 1), Message: 'x' }];
  const answer = await ada.update('Transition', { Validators }, where('Id', 'EqualTo', found.Id));
  expect(logOf(answer)).toEqual([reads('Transition Submit')]);
});

it.each<[string, string, Row]>([
  [
    'reads nothing protected',
    'Rule',
    { EntityId: entity('Customer'), Name: 'Named', Message: 'x', WhereClause: where('Name', 'IsNotNULL') },
  ],
  ['runs as its caller', 'Workflow', workflow('Asks', { RunAs: 'Caller', Actions: [SENT] })],
  ['keeps what it reads', 'Workflow', workflow('Keeps', { RunAs: 'Service', Actions: [QUERY] })],
])('has no line for what %s', async (_, kind, members) => {
  expect(logOf(await ada.insert(kind, members))).toEqual([]);
});
