import { field, relation } from '../../../support/definition-builders.js';
import { ANN, note, RunApp, workflowId } from '../../../support/run-fixture.js';
import { byId, where, type Row } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const WORKFLOWS: readonly object[] = [
  { Name: 'Own', Type: 'Triggered', RunAs: 'Caller', Actions: [note('Tell', 'changed')] },
];
const ENTITIES = [
  { EntityName: 'Parcel', Fields: [field('N', 'Int'), field('Name', 'Text')] },
  { EntityName: 'Parent', Fields: [field('Name', 'Text')] },
  {
    EntityName: 'Child',
    Fields: [field('ParentId', 'Lookup', { Target: 'Parent' }), field('Secret', 'Text')],
  },
];
const Relations = [relation('Children', 'Parent', 'Child', 'ParentId', 'SetNull')];
const ALL = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All' };
const RoleAccess = [{ Role: 'Clerk', EntityName: 'Parent', ...ALL }];

let app: RunApp;
beforeAll(async () => void (app = await RunApp.open(WORKFLOWS, {}, { Entities: ENTITIES, Relations, RoleAccess })));
afterAll(() => app?.close());

/** Defines a trigger for as long as some work takes. */
async function withTrigger(members: Row, work: () => Promise<void>): Promise<void> {
  const id = await app.as('root').inserted('Trigger', { Name: 'T', TriggerType: 'EventBased', ...members });
  try {
    await work();
  } finally {
    await app.as('root').delete('Trigger', byId(id));
  }
}

interface RunRow extends Row {
  readonly Id: string;
}

/** Waits for a completed run about a record of an entity. */
async function runOf(entity: string): Promise<RunRow> {
  let found: readonly RunRow[] = [];
  await until(`a run about ${entity} is completed`, async () => {
    const WhereClause = where('EntityName', 'EqualTo', entity);
    found = (await app.as('root').select('WorkflowRun', { WhereClause })).body.Result;
    return found[0]?.State === 'Completed';
  });
  return found[0];
}

describe('The record of a run', () => {
  it('is not shown to the owner of the run without scope on it, nor through filters and lookups', async () => {
    const onChild = { EntityName: 'Child', TriggerEvent: 'Edited', WorkflowIds: [workflowId(0)] };
    await withTrigger(onChild, async () => {
      const ParentId = await app.as('root').inserted('Parent', { Name: 'p' });
      await app.as('root').inserted('Child', { ParentId, Secret: 'TOP SECRET' });
      expect((await app.as('ann').delete('Parent', byId(ParentId))).status).toBe(200);
      const run = await runOf('Child');
      expect(run.Input).toMatchObject({ Old: { Secret: 'TOP SECRET' } });
      const mine = await app.as('ann').row('WorkflowRun', run.Id);
      expect([mine.UserId, mine.Input]).toEqual([ANN, {}]);
      const through = await app.as('ann').select('WorkflowStep', {
        SelectedFields: ['RunId.Input'],
        WhereClause: where('RunId', 'EqualTo', run.Id),
      });
      expect(through.body.Result).toEqual([{ 'RunId.Input': {} }]);
      const Sort = [{ FieldName: 'StartedOn' }];
      const all = await app.as('ann').select('WorkflowRun', { Sort });
      expect(all.text).not.toContain('TOP SECRET');
    });
  });

  it('is shown as long as the owner of the run may read it', async () => {
    const onParent = { EntityName: 'Parent', TriggerEvent: 'Edited', WorkflowIds: [workflowId(0)] };
    await withTrigger(onParent, async () => {
      const id = await app.as('ann').inserted('Parent', { Name: 'p' });
      await app.as('ann').update('Parent', { Name: 'q' }, byId(id));
      const { Id } = await runOf('Parent');
      const input = async (): Promise<unknown> => (await app.as('ann').row('WorkflowRun', Id)).Input;
      expect(await input()).toMatchObject({ Record: { Name: 'q' }, Old: { Name: 'p' } });
      await app.as('root').update('RoleAccess', { Read: 'None' }, where('EntityName', 'EqualTo', 'Parent'));
      expect(await input()).toEqual({});
      await app.as('root').update('RoleAccess', { Read: 'All' }, where('EntityName', 'EqualTo', 'Parent'));
      await app.as('ann').delete('Parent', byId(id));
      expect(await input()).toEqual({});
    });
  });
});
