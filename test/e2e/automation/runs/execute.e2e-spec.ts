import {
  ANN,
  call,
  failsFor,
  note,
  PROBE,
  refuses,
  RUN_PLACE,
  RunApp,
  takes,
  workflowId,
} from '../../../support/run-fixture.js';
import { outcomeOf } from '../../../support/outcome-of.js';

const CLERKS = { AllowedRoles: ['Clerk'] };
const [GREET, ADMIN, LATER, OFF, FAILS, CALLS] = [0, 1, 2, 3, 4, 5];

const WORKFLOWS: readonly object[] = [
  {
    Name: 'Greet',
    ...CLERKS,
    RequiredPermission: 'Jobs.Run',
    Tokens: [
      { Name: 'Who', Type: 'Text', Required: true },
      { Name: 'Amount', Type: 'Decimal', Default: '1.50' },
    ],
    Actions: [
      note('First', 'Hello {{Who}}, {{Amount}} for {{Me}}'),
      call('Second', 'told-{{Actions.First.Notified}}', { Body: { Amount: '{{Amount}}' } }),
    ],
  },
  { Name: 'ForAdministrators', Actions: [note('Only', 'never sent')] },
  { Name: 'Later', Type: 'Triggered', ...CLERKS, Actions: [note('Only', 'never sent')] },
  { Name: 'Off', IsActive: false, ...CLERKS, Actions: [note('Only', 'never sent')] },
  { Name: 'Fails', ...CLERKS, Actions: [note('Told', 'before'), call('Refused', 'refuse'), note('Never', 'after')] },
  { Name: 'Calls', ...CLERKS, Actions: [call('Call', 'slow'), note('Done', 'called')] },
];

let app: RunApp;
beforeAll(async () => void (app = await RunApp.open(WORKFLOWS)));
afterAll(() => app.close());
beforeEach(() => PROBE.reset());

// Requirement: R188, R190, R192
it('performs the actions one after the other and answers the result', async () => {
  const { status, body, headers } = await app.execute('ann', GREET, { Reqtokens: { who: 'World', Amount: '2.50' } });
  expect(status).toBe(200);
  expect(body.Result).toEqual({
    RunId: body.CorrelationId,
    State: 'Completed',
    Output: { StatusCode: 200, Body: 'told-1' },
    Steps: [
      { Name: 'First', Type: 'SendNotification', State: 'Completed' },
      { Name: 'Second', Type: 'HttpCall', State: 'Completed' },
    ],
  });
  expect(headers.get('x-run-id')).toBe(body.CorrelationId);
  expect(await app.messages()).toContain(`Hello World, 2.50 for ${ANN}`);
  const run = await app.run(body.CorrelationId);
  expect(run).toMatchObject({
    State: 'Completed',
    RunAs: 'Caller',
    UserId: ANN,
    OwnerId: ANN,
    WorkflowId: workflowId(0),
  });
  expect(await app.steps(body.CorrelationId)).toMatchObject([
    { Name: 'First', State: 'Completed', Output: { Notified: 1 }, OwnerId: ANN, Tries: 1 },
    { Name: 'Second', State: 'Completed', Tries: 1 },
  ]);
});

// Requirement: R189
it.each<[string, readonly [user: string, workflow: number, body: unknown], number, readonly string[]]>([
  ['a user without the role', ['gus', GREET, {}], 403, ['PermissionRequired']],
  ['a workflow for Administrators', ['ann', ADMIN, {}], 403, ['AdministratorRequired']],
  ['a workflow that is not Manual', ['ann', LATER, {}], 400, ['Validation']],
  ['an inactive workflow', ['ann', OFF, {}], 400, ['Validation']],
  ['an unknown workflow', ['ann', 99, {}], 404, ['NotFound']],
  ['a missing token', ['ann', GREET, {}], 400, ['Reqtokens.Who']],
  [
    'all faulty tokens',
    ['ann', GREET, { Amount: 'ten', Extra: 1 }],
    400,
    ['Reqtokens.Who', 'Reqtokens.Amount', 'Reqtokens.Extra'],
  ],
  ['a list', ['ann', GREET, []], 400, ['Validation']],
  ['tokens of another kind', ['ann', GREET, { Reqtokens: 7 }], 400, ['Reqtokens']],
  ['a list for one value', ['ann', GREET, { Who: ['a', 'b'] }], 400, ['Reqtokens.Who']],
  ['an object for a text', ['ann', GREET, { Who: { a: 1 } }], 400, ['Reqtokens.Who']],
  ['a number that is none', ['ann', GREET, { Who: 'x', Amount: 'NaN' }], 400, ['Reqtokens.Amount']],
  ['a token called __proto__', ['ann', GREET, { Who: 'x', ['__proto__']: 1 }], 400, ['Reqtokens.__proto__']],
])('refuses %s', async (_, [name, index, given], status, named) => {
  const { status: answered, body } = await app.execute(name, index, given);
  expect(answered).toBe(status);
  const seen = (body.ErrorDetails as readonly { Code: string; Path?: string }[]).flatMap(({ Code, Path }) => [
    Code,
    Path,
  ]);
  expect(seen).toEqual(expect.arrayContaining([...named]));
});

// Requirement: R189
it('refuses a workflow of another environment, a malformed id, and calls without a token', async () => {
  const path = `/workflows/execute/${workflowId(GREET)}`;
  const other = app.as('root', { ...RUN_PLACE, EnvironmentId: 'Other' });
  expect((await other.send('POST', path, { Who: 'x' })).status).toBe(404);
  expect((await app.as('ann').send('POST', '/workflows/execute/Greet', { Who: 'x' })).status).toBe(400);
  expect((await app.as('nobody').send('POST', path, { Who: 'x' })).status).toBe(403);
});

// Requirement: T50
it.each([
  `'; DROP TABLE "Parcel"; --`,
  '{{Me}} {{Actions.First.Notified}} {{',
  '${1+1} <%= 1 %> {% x %}',
  '$First.Id',
  '__proto__',
])('takes the token %s as data', async (Who) => {
  expect((await app.execute('ann', GREET, { Who })).status).toBe(200);
  expect(await app.messages()).toContain(`Hello ${Who}, 1.50 for ${ANN}`);
});

// Requirement: R190
it('answers the refusal of the step that failed', async () => {
  PROBE.replies.set('refuse', refuses('No such title.'));
  const { status, body, headers } = await app.execute('ann', FAILS);
  expect([status, body.Result, body.Errors]).toEqual([400, null, ['No such title.']]);
  const RunId = body.CorrelationId;
  expect(body.ErrorDetails).toEqual([
    { Code: 'Validation', Message: 'No such title.', FieldName: 'Title', Params: { RunId, Step: 'Refused' } },
  ]);
  expect(headers.get('x-run-id')).toBe(RunId);
  expect(await app.run(RunId)).toMatchObject({ State: 'Failed', Error: { Step: 'Refused', Status: 400 } });
  expect(await app.messages()).toContain('before');
  expect(await app.messages()).not.toContain('after');
});

// Requirement: T15, R190
it('answers 202 over the window and keeps the outcome', async () => {
  PROBE.replies.set('slow', takes(300));
  const answer = await app.execute('ann', CALLS, {}, { Prefer: 'respond-async' });
  expect([answer.status, answer.body.Result]).toEqual([202, null]);
  const outcome = await outcomeOf(app.as('ann'), answer);
  expect(outcome).toMatchObject({ Status: 'Completed', Operation: 'Workflow', HttpStatus: 200 });
  expect(outcome.Result).toMatchObject({ RunId: answer.body.CorrelationId, State: 'Completed' });
});

it('gives a repeated key the first run', async () => {
  const headers = { 'Idempotency-Key': 'greet-once' };
  const first = await app.execute('ann', GREET, { Who: 'Key' }, headers);
  const second = await app.execute('ann', GREET, { Who: 'Key' }, headers);
  expect([second.status, second.body.CorrelationId]).toEqual([200, first.body.CorrelationId]);
  expect(second.body.Result).toEqual(first.body.Result);
  expect((await app.execute('ann', GREET, { Who: 'Other' }, headers)).status).toBe(409);
  expect((await app.messages()).filter((text) => text.startsWith('Hello Key'))).toHaveLength(1);
});

// Requirement: R192
it('tries again what may pass, under the same id', async () => {
  PROBE.replies.set('slow', failsFor(2, 10));
  const { status, body } = await app.execute('ann', CALLS);
  expect(status).toBe(200);
  expect(new Set(PROBE.calls.map(({ stepId }) => stepId)).size).toBe(1);
  expect(PROBE.calls).toHaveLength(3);
  expect((await app.steps(body.CorrelationId))[0]).toMatchObject({ State: 'Completed', Tries: 3 });
});
