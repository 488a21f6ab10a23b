import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { field, relation } from '../../../support/definition-builders.js';
import { refused } from '../../../support/refusal.js';
import { GUS, note, RunApp, workflowId } from '../../../support/run-fixture.js';
import { byId, type Row, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const GUESTS = { AllowedRoles: ['Guest'], RunAs: 'Service' };
const insert = (EntityName: string, Fields: Row): Row => ({
  Name: 'Make',
  Type: 'InsertRecord',
  EntityName,
  Fields: Object.entries(Fields).map(([FieldName, Value]) => ({ FieldName, Value })),
});

const WORKFLOWS: readonly Row[] = [
  {
    Name: 'Boxed',
    ...GUESTS,
    Tokens: [
      { Name: 'Box', Type: 'Json' },
      { Name: 'Owner', Type: 'Json' },
    ],
    Actions: [insert('Parcel', { Name: 'boxed', BoxId: '{{Box}}', OwnerId: '{{Owner}}' })],
  },
  { Name: 'Inner', RunAs: 'Service', Actions: [note('Tell', 'inner for {{Me}}')] },
  {
    Name: 'Calls',
    AllowedRoles: ['Guest'],
    Actions: [{ Name: 'Call', Type: 'RunWorkflow', Workflow: 'Inner' }],
  },
  { Name: 'Serves', ...GUESTS, Actions: [{ Name: 'Call', Type: 'RunWorkflow', Workflow: 'Inner' }] },
  {
    Name: 'Narrows',
    ...GUESTS,
    Actions: [
      insert('Box', { Name: 'by the service' }),
      { Name: 'Call', Type: 'RunWorkflow', Workflow: 'Caller', OnError: 'Continue' },
    ],
  },
  { Name: 'Caller', AllowedRoles: ['Guest'], Actions: [insert('Box', { Name: 'by the caller' })] },
  {
    Name: 'Owned',
    ...GUESTS,
    Actions: [insert('Parcel', { Name: 'mine {{Me}}', OwnerId: '{{Me}}' })],
  },
];
const [BOXED, , CALLS, SERVES, NARROWS, , OWNED] = WORKFLOWS.keys();

const DEFINITIONS = {
  Entities: [
    { EntityName: 'Box', Fields: [field('Name', 'Text')] },
    {
      EntityName: 'Parcel',
      Fields: [field('N', 'Int'), field('Name', 'Text'), field('BoxId', 'Lookup', { Target: 'Box' })],
    },
  ],
  Relations: [relation('BoxParcels', 'Box', 'Parcel', 'BoxId', 'SetNull')],
};

let at: RunApp;
beforeAll(async () => void (at = await RunApp.open(WORKFLOWS, {}, DEFINITIONS)));
afterAll(() => at?.close());

const named = async (EntityName: string, name: string): Promise<readonly Row[]> =>
  (await at.as('root').select(EntityName, { WhereClause: where('Name', 'EqualTo', name) })).body.Result;

// Requirement: T50, R192
it.each([
  ['a new record of a looked-up entity', { Box: { Name: 'smuggled' } }],
  ['a new record as a list of assignments', { Box: [{ FieldName: 'Name', Value: 'smuggled' }] }],
  ['a new user', { Owner: { UserName: 'eve', DisplayName: 'Eve', Email: 'eve@example.com' } }],
  ['a change of a user', { Owner: { Id: GUS, Fields: [{ FieldName: 'DisplayName', Value: 'smuggled' }] } }],
])('takes the value of a token as data, not as %s', async (_, tokens) => {
  const { status, body } = await at.execute('gus', BOXED, tokens);
  expect([status, body.ErrorDetails[0].Code]).toEqual([400, 'Validation']);
  expect(body.Errors[0]).toContain('is an object, which only a Json field takes.');
  expect(await named('Box', 'smuggled')).toEqual([]);
  expect(await at.as('root').row('User', GUS)).toMatchObject({ DisplayName: 'gus' });
});

// Requirement: R192
describe('RunWorkflow', () => {
  it('asks for the right to execute the other workflow in a Caller run', async () => {
    const refusedRun = await at.execute('gus', CALLS);
    expect([refusedRun.status, refusedRun.body.ErrorDetails[0].Code]).toEqual([403, 'AdministratorRequired']);
    expect(await at.messages()).not.toContain(`inner for ${GUS}`);
  });

  it('executes it with system rights in a Service run', async () => {
    expect((await at.execute('gus', SERVES)).body.Result.State).toBe('Completed');
    expect(await at.messages()).toContain(`inner for ${GUS}`);
  });

  it('gives a Caller workflow the rights of its user only, also inside of a Service run', async () => {
    const { body } = await at.execute('gus', NARROWS);
    expect(body.Result.State).toBe('Completed');
    expect(await named('Box', 'by the service')).toHaveLength(1);
    expect(await named('Box', 'by the caller')).toEqual([]);
  });
});

// Requirement: R192
it('reads the user who caused a Service run as Me', async () => {
  expect((await at.execute('gus', OWNED)).status).toBe(200);
  const [parcel] = await named('Parcel', `mine ${GUS}`);
  expect(parcel).toMatchObject({ OwnerId: GUS, CreatedBy: GUS });
});

// Requirement: R192
it('reads nobody as Me in a run of a schedule, as owner and author of what it writes', async () => {
  const root = at.as('root');
  const id = await root.inserted('Workflow', { ...WORKFLOWS[OWNED], Name: 'Nobody', Type: 'Scheduled' });
  const schedule = { TriggerType: 'Scheduled', CronExpression: '* * * * * *', WorkflowIds: [id] };
  const trigger = await root.inserted('Trigger', { Name: 'Nobody', EntityName: 'Parcel', ...schedule });
  await until('a parcel', async () => (await named('Parcel', `mine ${SYSTEM_USER_ID}`)).length > 0);
  await root.update('Trigger', { IsActive: false }, byId(trigger));
  const [parcel] = await named('Parcel', `mine ${SYSTEM_USER_ID}`);
  expect(parcel).toMatchObject({ OwnerId: SYSTEM_USER_ID, CreatedBy: SYSTEM_USER_ID });
});

// Requirement: T50
it('lets no cascade of a business record reach a record of the service', async () => {
  const root = at.as('root');
  const idOf = async (name: string): Promise<unknown> =>
    (await root.select('Entity', { WhereClause: where('EntityName', 'EqualTo', name) })).body.Result[0].Id;
  const [role, box] = [await idOf('Role'), await idOf('Box')];
  const lookup = { EntityId: role, FieldName: 'BoxId', FieldType: 'Lookup', TargetId: box };
  const [fault] = await refused(at.app, () => root.insert('Field', lookup), 400, 'Validation');
  expect(fault.Message).toContain('a part of the service itself');
});

// Requirement: R192, T50
it('lets Administrators alone write workflows and triggers, whatever the scopes of others', async () => {
  const root = at.as('root');
  const scopes = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All' };
  const guests = (await named('Role', 'Guest'))[0].Id;
  for (const EntityName of ['Workflow', 'Trigger'])
    await root.inserted('RoleAccess', { RoleId: guests, EntityName, ...scopes });
  const gus = at.as('gus');
  const workflow = { ...WORKFLOWS[OWNED], Name: 'By gus', Type: 'Manual' };
  const trigger = {
    Name: 'By gus',
    EntityName: 'Parcel',
    TriggerType: 'EventBased',
    TriggerEvent: 'Created',
    Notifications: [{ ToUser: 'gus', Message: 'x' }],
  };
  const mine = byId(workflowId(OWNED));
  const step = (Operation: string, body: Row): Row => ({ Steps: [{ Operation, ...body }] });
  const fieldsOf = (row: Row) => Object.entries(row).map(([FieldName, Value]) => ({ FieldName, Value }));
  const attempts = [
    () => gus.insert('Workflow', workflow),
    () => gus.insert('Trigger', trigger),
    () => gus.update('Workflow', { AllowedRoles: ['Guest', 'Clerk'] }, mine),
    () => gus.update('Workflow', { IsActive: false }, mine),
    () => gus.delete('Workflow', mine),
    () => gus.send('POST', '/records/batch', step('Insert', { EntityName: 'Trigger', Fields: fieldsOf(trigger) })),
    () =>
      gus.send('POST', '/records/bulk-insert', {
        EntityName: 'Workflow',
        Fields: Object.keys(workflow),
        Values: [Object.values(workflow)],
      }),
  ];
  for (const attempt of attempts) await refused(at.app, attempt, 403, 'AdministratorRequired');
});
