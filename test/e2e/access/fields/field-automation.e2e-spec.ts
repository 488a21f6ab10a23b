import { field } from '../../../support/definition-builders.js';
import { note, RunApp, RUN_PLACE, workflowId } from '../../../support/run-fixture.js';
import { byId, type Row, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const SECRET = 'TOP SECRET';
const CALLER = { RunAs: 'Caller', EntityName: 'Parcel' };
const QUERY = { Name: 'Found', Type: 'RunQuery', EntityName: 'Parcel', SelectedFields: ['Secret'] };
const WORKFLOWS: readonly object[] = [
  { ...CALLER, Name: 'Tells the value', Type: 'Triggered', Actions: [note('Tell', '{{Record.Secret}}')] },
  { ...CALLER, Name: 'Tells the old value', Type: 'Triggered', Actions: [note('Tell', '{{Old.Secret}}')] },
  { ...CALLER, Name: 'Tells nothing', Type: 'Triggered', Actions: [note('Tell', '{{Record.Name}}')] },
  { Name: 'Reads', RunAs: 'Caller', Type: 'Manual', AllowedRoles: ['Clerk'], Actions: [QUERY] },
  {
    Name: 'Follows a lookup',
    Type: 'Triggered',
    RunAs: 'Caller',
    EntityName: 'Label',
    Actions: [note('Tell', '{{Record.ParcelId.Secret}}')],
  },
  {
    ...CALLER,
    Name: 'Tells as the service',
    Type: 'Triggered',
    RunAs: 'Service',
    Actions: [note('Tell', '{{Record.Secret}}')],
  },
];
const Entities = [
  {
    EntityName: 'Parcel',
    Fields: [field('N', 'Int'), field('Name', 'Text'), field('Secret', 'Text', { Protection: 'Hidden' })],
  },
  { EntityName: 'Label', Fields: [field('Name', 'Text'), field('ParcelId', 'Lookup', { Target: 'Parcel' })] },
];
const ALL = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All' };
const RoleAccess = ['Parcel', 'Label'].map((EntityName) => ({ Role: 'Clerk', EntityName, ...ALL }));
const TRIGGERED = [0, 1, 2, 5].map((index) => ({
  Name: `T${index}`,
  EntityName: 'Parcel',
  TriggerType: 'EventBased',
  TriggerEvent: 'Edited',
  WorkflowIds: [workflowId(index)],
}));
const ON_LABEL = {
  Name: 'L',
  EntityName: 'Label',
  TriggerType: 'EventBased',
  TriggerEvent: 'Created',
  WorkflowIds: [workflowId(4)],
};

let app: RunApp;
let parcel: string;
beforeAll(async () => {
  app = await RunApp.open(WORKFLOWS, {}, { Entities, RoleAccess, Relations: [] });
  parcel = await app.as('root').inserted('Parcel', { Name: 'p', Secret: SECRET });
  for (const trigger of [...TRIGGERED, ON_LABEL]) await app.as('root').inserted('Trigger', trigger);
}, 60_000);
afterAll(() => app?.close());

/** Runs of a workflow as a user sees them, once they have ended. */
async function runsOf(index: number, user = 'ann'): Promise<readonly Row[]> {
  const WhereClause = where('WorkflowId', 'EqualTo', workflowId(index));
  let runs: readonly Row[] = [];
  await until(`the runs of workflow ${index} have ended`, async () => {
    runs = (await app.as(user).select('WorkflowRun', { WhereClause })).body.Result;
    return runs.length > 0 && runs.every(({ State }) => State === 'Completed' || State === 'Failed');
  });
  return runs;
}

it('lets runs of a caller use no values that the caller may not see', async () => {
  await app.as('ann').update('Parcel', { Name: 'q' }, byId(parcel));
  for (const index of [0, 1]) {
    const [run] = await runsOf(index);
    expect([run.State, run.Error]).toMatchObject(['Failed', { Faults: [{ Code: 'PermissionRequired' }] }]);
  }
  await app.as('ann').inserted('Label', { ParcelId: parcel });
  const [run] = await runsOf(4);
  expect([run.State, run.Error]).toMatchObject(['Failed', { Faults: [{ Code: 'PermissionRequired' }] }]);
});

it('shows the record of a run without them, and does what a run of the service may do', async () => {
  const [run] = await runsOf(2);
  expect(run).toMatchObject({ State: 'Completed', Input: { Record: { Name: 'q' }, Old: { Name: 'p' } } });
  expect((await runsOf(5, 'root'))[0].State).toBe('Completed');
  expect(await app.messages()).toContain(SECRET);
  const seen = await app.as('ann').select('WorkflowRun', { WhereClause: where('EntityName', 'EqualTo', 'Parcel') });
  expect(seen.body.Result.length).toBe(3);
  expect(seen.text).not.toContain(SECRET);
});

it('refuses a query of a run as it refuses one of a request', async () => {
  const { status, body } = await app.as('ann').send('POST', `/workflows/execute/${workflowId(3)}`, {});
  const [run] = status === 200 ? [body.Result] : await runsOf(3);
  expect(JSON.stringify(run)).not.toContain(SECRET);
  expect([run.State, run.Error]).toMatchObject(['Failed', { Faults: [{ Code: 'PermissionRequired' }] }]);
});

it('gives them to no routine', async () => {
  const schema = await app.app.schema(RUN_PLACE);
  const define = (name: string, body: string): Row => ({
    ObjectName: name,
    ObjectType: 2,
    ReturnType: 'Text',
    AllowWrites: true,
    Definition: `CREATE FUNCTION "${name}"() RETURNS text LANGUAGE plpgsql AS $body$ BEGIN ${body} END $body$`,
  });
  const bodies = {
    Reads: `RETURN (SELECT max("Secret") FROM "${schema}"."Parcel");`,
    Writes: `UPDATE "${schema}"."Parcel" SET "Secret" = 'x'; RETURN 'done';`,
    Others: `UPDATE "${schema}"."Parcel" SET "Name" = 'r'; RETURN (SELECT max("Name") FROM "${schema}"."Parcel");`,
  };
  for (const [name, body] of Object.entries(bodies))
    await app.as('root').inserted('DatabaseObject', define(name, body));
  const call = (ObjectName: string) => app.as('ann').send('POST', '/database/execute', { ObjectName, ObjectType: 2 });
  for (const name of ['Reads', 'Writes']) {
    const { status, text } = await call(name);
    expect([name, status >= 400 && status < 500, text.includes(SECRET)]).toEqual([name, true, false]);
  }
  expect((await call('Others')).body.Result.ReturnValue).toBe('r');
  expect((await app.as('root').row('Parcel', parcel)).Secret).toBe(SECRET);
});
