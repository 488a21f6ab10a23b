import { call, failsFor, note, PROBE, refuses, RunApp, takes, workflowId } from '../../../support/run-fixture.js';
import type { Answer } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const ALL = { AllowedRoles: ['Clerk'] };
/** A query of the parcels below a number. */
const query = (Name: string, below: number): object => ({
  Name,
  Type: 'RunQuery',
  EntityName: 'Parcel',
  WhereClause: { Filters: [{ FieldName: 'N', Operator: 'LessThan', Value: below }] },
  Sort: [{ FieldName: 'N' }],
});
const is = (FieldName: string, Value: string): object => ({ Filters: [{ FieldName, Operator: 'EqualTo', Value }] });

const WORKFLOWS: readonly object[] = [
  {
    Name: 'Loop',
    ...ALL,
    Tokens: [{ Name: 'Tag', Type: 'Text' }],
    Actions: [
      query('Rows', 3),
      {
        Name: 'Each',
        Type: 'ForEach',
        Source: 'Rows',
        Do: [
          {
            Name: 'Middle',
            Type: 'Condition',
            If: is('Item.N', '1'),
            Then: [call('Mid', 'mid-{{Item.N}}')],
            Else: [note('Side', '{{Tag}} side {{Item.Name}}')],
          },
          call('After', 'after-{{Item.N}}', { OnError: 'Continue' }),
        ],
      },
      note('End', '{{Tag}} {{Actions.Each.Rows}} of {{Actions.Rows.Name}}'),
    ],
  },
  {
    Name: 'Outer',
    ...ALL,
    Actions: [
      note('Before', 'outer before'),
      { Name: 'In', Type: 'RunWorkflow', Workflow: 'Inner', Tokens: { Word: 'from {{Actions.Before.Notified}}' } },
      note('Skipped', 'never', { When: is('Actions.In.State', 'Other') }),
      note('Last', 'outer last {{Actions.In.State}}'),
    ],
  },
  {
    Name: 'Inner',
    ...ALL,
    Tokens: [{ Name: 'Word', Type: 'Text', Required: true }],
    Actions: [call('Ask', 'ask'), note('Tell', 'inner {{Word}} {{Actions.Ask.StatusCode}}')],
  },
  { Name: 'Two', ...ALL, Actions: [call('First', 'first'), call('Second', 'second'), note('Third', 'two done')] },
  { Name: 'Passed', ...ALL, Actions: [call('Passed', 'first', { OnError: 'Continue' }), note('Then', 'passed')] },
  {
    Name: 'Many',
    ...ALL,
    Actions: [
      query('Rows', 20_000),
      { Name: 'Each', Type: 'ForEach', Source: 'Rows', Do: [note('Tell', '{{Item.Name}}')] },
    ],
  },
];
const [LOOP, OUTER, , TWO, PASSED, MANY] = WORKFLOWS.keys();

let app: RunApp;
beforeAll(async () => void (app = await RunApp.open(WORKFLOWS)));
afterAll(() => app?.close());
beforeEach(() => PROBE.reset());

const urls = (): readonly string[] => PROBE.calls.map(({ url }) => url);
const control = (user: string, { body }: Answer, what: string, more?: unknown): Promise<Answer> =>
  app.as(user).send('POST', `/workflows/runs/${body.CorrelationId}/${what}`, more);

// Requirement: R191
it('runs loops and branches', async () => {
  const { body } = await app.execute('ann', LOOP, { Tag: 'a' });
  expect(body.Result.State).toBe('Completed');
  expect(urls()).toEqual(['after-0', 'mid-1', 'after-1', 'after-2']);
  expect(await app.messages()).toEqual(expect.arrayContaining(['a side row 0', 'a side row 2', 'a 3 of row 0']));
});

// Requirement: R192, P7
it('goes on in the loop at the iteration that failed, and performs no step twice', async () => {
  PROBE.replies.set('mid-1', refuses('Not in the middle.'));
  const failed = await app.execute('ann', LOOP, { Tag: 'b' });
  expect([failed.status, failed.body.Errors]).toEqual([400, ['Not in the middle.']]);
  expect(urls()).toEqual(['after-0', 'mid-1']);
  PROBE.replies.clear();
  const retried = await control('ann', failed, 'retry');
  expect([retried.status, retried.body.Result.State]).toEqual([200, 'Completed']);
  expect(retried.body.Result.RunId).toBe(failed.body.CorrelationId);
  expect(urls()).toEqual(['after-0', 'mid-1', 'mid-1', 'after-1', 'after-2']);
  expect((await app.messages()).filter((text) => text.startsWith('b '))).toEqual([
    'b 3 of row 0',
    'b side row 0',
    'b side row 2',
  ]);
  expect((await control('ann', failed, 'retry')).status).toBe(409);
});

// Requirement: R191
it('runs a workflow inside of another one', async () => {
  PROBE.replies.set('ask', failsFor(1, 10));
  const { body } = await app.execute('ann', OUTER);
  expect(body.Result).toMatchObject({ State: 'Completed', Output: { Notified: 1 } });
  expect(await app.messages()).toEqual(expect.arrayContaining(['inner from 1 200', 'outer last Completed']));
  expect(await app.messages()).not.toContain('never');
  const states = (await app.steps(body.CorrelationId)) as readonly { Name: string; State: string }[];
  expect(states.find(({ Name }) => Name === 'Skipped')?.State).toBe('Skipped');
});

// Requirement: R192
it('passes over a failed step with OnError Continue, which can be repeated alone', async () => {
  PROBE.replies.set('first', refuses('Not now.'));
  const passed = await app.execute('ann', PASSED);
  expect([passed.status, passed.body.Result.State]).toEqual([200, 'Completed']);
  expect(passed.body.Result.Steps).toMatchObject([
    { Name: 'Passed', State: 'Failed' },
    { Name: 'Then', State: 'Completed' },
  ]);
  PROBE.replies.clear();
  const repeated = await control('ann', passed, 'retry', { Step: 'Passed' });
  expect([repeated.status, repeated.body.Result.Steps[0].State]).toEqual([200, 'Completed']);
  expect(urls()).toEqual(['first', 'first']);
  expect((await app.messages()).filter((text) => text === 'passed')).toHaveLength(1);
  expect((await control('ann', passed, 'retry', { Step: 'Passed' })).status).toBe(409);
});

// Requirement: R192
it('cancels between two steps', async () => {
  PROBE.replies.set('first', takes(600));
  const answer = await app.execute('ann', TWO, {}, { Prefer: 'respond-async' });
  await until('the first step runs', () => urls().length === 1);
  const cancelled = await control('ann', answer, 'cancel');
  expect([cancelled.status, cancelled.body.Result.State]).toEqual([200, 'Running']);
  await app.ended(answer.body.CorrelationId, 'Cancelled');
  expect(urls()).toEqual(['first']);
  expect((await control('ann', answer, 'cancel')).status).toBe(409);
  expect((await control('ann', answer, 'retry')).status).toBe(409);
});

it.each(['retry', 'cancel'])('hides the runs of others from %s', async (what) => {
  const answer = await app.execute('ann', TWO);
  expect((await control('gus', answer, what)).status).toBe(404);
  expect(await app.as('gus').row('WorkflowRun', answer.body.CorrelationId)).toBeUndefined();
  expect(await app.as('ann').row('WorkflowRun', answer.body.CorrelationId)).toMatchObject({ State: 'Completed' });
});

it('refuses more than 10,000 rows', async () => {
  await app.addParcels(3, 10_001);
  const { status, body } = await app.execute('ann', MANY);
  expect([status, body.ErrorDetails[0].Code]).toEqual([400, 'TooManyRows']);
});

it('keeps the actions that a run began with', async () => {
  PROBE.replies.set('first', takes(500));
  const answer = await app.execute('ann', TWO, {}, { Prefer: 'respond-async' });
  await until('the first step runs', () => urls().length === 1);
  const changed = await app
    .as('root')
    .update(
      'Workflow',
      { Actions: [note('Only', 'changed')] },
      { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: workflowId(TWO) }] },
    );
  expect(changed.status).toBe(200);
  await app.ended(answer.body.CorrelationId);
  expect(urls()).toEqual(['first', 'second']);
});
