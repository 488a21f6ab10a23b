import { byId, type Caller, type Row, type TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { execute, faultOf, print, startPrinting, workflow } from './printing-rig.js';
import { BEHAVIOUR, CALLS, later } from './printing.js';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startPrinting();
  ada = app.as('ada.admin');
  await ada.inserted('Entity', {
    EntityName: 'Crate',
    Fields: [
      { FieldName: 'Code', FieldType: 'Text' },
      { FieldName: 'Weight', FieldType: 'Decimal', Precision: 30, Scale: 2 },
    ],
  });
});
afterAll(() => app.stop());
beforeEach(() => {
  CALLS.length = 0;
  BEHAVIOUR.run = () => ({ Label: 'L-1', Pages: 2 });
});

it('performs a step with its tokens, and gives its output to later ones', async () => {
  const actions = [
    print({ Input: { Printer: 'South', Text: 'To {{Text}}', Copies: 1 } }),
    {
      Name: 'Made',
      Type: 'InsertRecord',
      EntityName: 'Crate',
      Fields: [{ FieldName: 'Code', Value: '{{Actions.Print.Label}}' }],
    },
    { Name: 'Skipped', Type: 'Echo', Input: 1, When: where('Actions.Print.Pages', 'GreaterThan', 2) },
    { Name: 'Said', Type: 'Echo', Input: ['{{Actions.Print.Pages}}', '{{Text}}', null] },
  ];
  const { status, body } = await execute(ada, actions, { Text: 'Bergen' });
  expect([status, body.Errors]).toEqual([200, []]);
  expect(body.Result).toMatchObject({
    State: 'Completed',
    Output: [2, 'Bergen', null],
    Steps: [
      { Name: 'Print', Type: 'PrintLabel', State: 'Completed' },
      { Name: 'Made', State: 'Completed' },
      { Name: 'Skipped', State: 'Skipped' },
      { Name: 'Said', State: 'Completed' },
    ],
  });
  const [call] = CALLS;
  expect(call).toMatchObject({
    input: { Printer: 'South', Text: 'To Bergen', Copies: 1 },
    runId: body.Result.RunId,
    correlationId: body.CorrelationId,
    step: 'Print',
    attempt: 1,
    caller: { userName: 'ada.admin', isAdministrator: true },
  });
  const { body: crates } = await ada.select('Crate', { WhereClause: where('Code', 'EqualTo', 'L-1') });
  expect(crates.Result).toHaveLength(1);
  const steps = await ada.select('WorkflowStep', { WhereClause: where('Type', 'EqualTo', 'PrintLabel') });
  expect(steps.body.Result[0]).toMatchObject({ Id: call.eventId, Output: { Label: 'L-1', Pages: 2 } });
});

it('leaves out what a token has no value for', async () => {
  await execute(ada, [print({ Input: { Printer: 'North', Text: '{{Text}}' } })]);
  expect(CALLS[0].input).toEqual({ Printer: 'North' });
});

it('gives numbers and texts as the schema takes them, and digits that JavaScript cannot keep as text', async () => {
  const input = { Printer: 'North', Text: '{{Weight}}', Copies: '{{Text}}' };
  await execute(ada, [print({ Input: input })], { Weight: 12.5, Text: '3' });
  expect(CALLS[0].input).toEqual({ Printer: 'North', Text: '12.50', Copies: 3 });
  const [few, many] = ['12.50', '12345678901234567890.25'];
  for (const Weight of [few, many]) await ada.inserted('Crate', { Code: 'Exact', Weight });
  const { body } = await execute(ada, [
    { Name: 'Read', Type: 'RunQuery', EntityName: 'Crate', WhereClause: where('Code', 'EqualTo', 'Exact') },
    { Name: 'Each', Type: 'ForEach', Source: 'Read', Do: [{ Name: 'Said', Type: 'Echo', Input: '{{Item.Weight}}' }] },
  ]);
  const said = await ada.select('WorkflowStep', { WhereClause: where('RunId', 'EqualTo', body.Result.RunId) });
  const outputs = said.body.Result.filter(({ Name }: Row) => Name === 'Said').map(({ Output }: Row) => Output);
  expect(outputs).toEqual(expect.arrayContaining([12.5, many]));
});

it('fails a step for a token whose value its schema does not take', async () => {
  const answer = await execute(ada, [print({ Input: { Printer: '{{Text}}' } })], { Text: 'West' });
  const message = 'Input.Printer of PrintLabel: It must be one of "North","South".';
  expect([answer.status, faultOf(answer)]).toEqual([400, message]);
  expect(answer.body.ErrorDetails[0].Params).toMatchObject({ Step: 'Print' });
  expect(CALLS).toEqual([]);
});

it('goes on behind a failed step with OnError Continue, and repeats that step alone', async () => {
  BEHAVIOUR.run = () => Promise.reject(new Error('No paper.'));
  const { body } = await execute(ada, [print({ OnError: 'Continue' }), { Name: 'Said', Type: 'Echo', Input: 'on' }]);
  expect(body.Result).toMatchObject({ State: 'Completed', Output: 'on', Steps: [{ State: 'Failed' }, {}] });
  BEHAVIOUR.run = () => ({ Label: 'L-2' });
  const retried = await ada.send('POST', `/workflows/runs/${body.Result.RunId}/retry`, { Step: 'Print' });
  expect(retried.body.Errors).toEqual([]);
  expect(retried.body.Result.Steps).toContainEqual({ Name: 'Print', Type: 'PrintLabel', State: 'Completed' });
});

it('tries a step again that asks for it, with the same event id', async () => {
  BEHAVIOUR.run = () => {
    if (CALLS.length < 2) throw later('The printer warms up.', 10);
    return { Label: 'L-3' };
  };
  const { status } = await execute(ada, [print()]);
  expect(status).toBe(200);
  expect(CALLS.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(new Set(CALLS.map(({ eventId }) => eventId)).size).toBe(1);
});

it('lets an action that hears the timeout ask for another try', async () => {
  BEHAVIOUR.run = ({ signal }) =>
    CALLS.length > 1
      ? { Label: 'L-4' }
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(later('Too slow.'))));
  expect((await execute(ada, [print()])).status).toBe(200);
  expect(CALLS).toHaveLength(2);
});

it('tells an action that its run was cancelled, and cancels the step', async () => {
  let aborted: unknown;
  BEHAVIOUR.run = ({ signal }) =>
    new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        aborted = signal.reason;
        reject(new Error('aborted'));
      }),
    );
  const id = await ada.inserted('Workflow', workflow([print()]));
  await ada.send('POST', `/workflows/execute/${id}`, {}, { Prefer: 'respond-async' });
  await until('the action was called', () => CALLS.length === 1);
  const runId = CALLS[0].runId;
  const cancelled = await ada.send('POST', `/workflows/runs/${runId}/cancel`);
  expect(cancelled.body.Result.State).toBe('Running');
  const stateOf = async (): Promise<unknown> =>
    (await ada.select('WorkflowRun', { WhereClause: byId(runId) })).body.Result[0].State;
  await until('the run has ended', async () => (await stateOf()) === 'Cancelled');
  expect(aborted).toBeDefined();
  const steps = await ada.select('WorkflowStep', { WhereClause: where('RunId', 'EqualTo', runId) });
  expect(steps.body.Result).toMatchObject([{ Name: 'Print', State: 'Cancelled' }]);
});
