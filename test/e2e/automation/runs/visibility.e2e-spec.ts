import { call, note, PROBE, RUN_PLACE, RunApp, workflowId } from '../../../support/run-fixture.js';
import { HubListener } from '../../../support/hub-client.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { byId, type TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const ALL = { AllowedRoles: ['Clerk', 'Guest'] };
const WORKFLOWS: readonly object[] = [
  { Name: 'Own', ...ALL, Actions: [call('Ask', 'ask'), note('Tell', 'own run')] },
  { Name: 'System', ...ALL, RunAs: 'Service', Actions: [call('Ask', 'ask'), note('Tell', 'system run')] },
  {
    Name: 'Greet',
    ...ALL,
    Tokens: [{ Name: 'Who', Type: 'Text', Required: true }],
    Actions: [note('First', 'hello {{Who}}'), note('Second', 'bye {{Who}}')],
  },
];
const [OWN, SYSTEM, GREET] = WORKFLOWS.keys();

let app: RunApp;
let other: TestApp;
beforeAll(async () => {
  app = await RunApp.open(WORKFLOWS);
  other = await app.app.startAnother({ ROLES: 'api' });
});
afterAll(async () => {
  await other?.stop();
  await app?.close();
});
beforeEach(() => PROBE.reset());

// Requirement: R192
it.each<[string, number, readonly string[]]>([
  ['RunAs Caller: its caller and Administrators', OWN, ['ann', 'root']],
  ['RunAs Service: Administrators only', SYSTEM, ['root']],
])('shows a run and its steps to those who may see them. %s', async (_, workflow, readers) => {
  const { body } = await app.execute('ann', workflow);
  const seen = async (user: string): Promise<readonly number[]> => {
    const runs = await app.as(user).select('WorkflowRun', { WhereClause: byId(body.CorrelationId) });
    const WhereClause = { Filters: [{ FieldName: 'RunId', Operator: 'EqualTo', Value: body.CorrelationId }] };
    const steps = await app.as(user).select('WorkflowStep', { WhereClause });
    return [runs.body.Result.length, steps.body.Result.length];
  };
  for (const user of ['ann', 'gus', 'root'])
    expect([user, await seen(user)]).toEqual([user, readers.includes(user) ? [1, 2] : [0, 0]]);
});

interface Completed {
  readonly CorrelationId: string;
}

// Requirement: R190, T15, R205
it('notifies the caller of the end of a run that was answered 202, on any node, and nobody else', async () => {
  const connect = async (user: string, node = app.app): Promise<readonly [HubListener, readonly Completed[]]> => {
    const listener = await HubListener.connect(node, user, { place: RUN_PLACE });
    const heard: Completed[] = [];
    listener.connection.on('OperationCompleted', (message: Completed) => heard.push(message));
    await listener.connection.invoke('UnregisterEntity', 'Parcel');
    return [listener, heard];
  };
  const [here, there, stranger] = [await connect('ann'), await connect('ann', other), await connect('gus')];
  let release = (): void => undefined;
  PROBE.replies.set('ask', () => new Promise((resolve) => (release = () => resolve(null))));
  const answer = await app.execute('ann', OWN, {}, { Prefer: 'respond-async' });
  await until('the first step runs', () => PROBE.calls.length === 1);
  expect([answer.status, here[1]]).toEqual([202, []]);
  release();
  await until('ann hears of it', () => here[1].length > 0 && there[1].length > 0);
  const { CorrelationId } = answer.body;
  for (const [, heard] of [here, there])
    expect(heard).toMatchObject([
      {
        CorrelationId,
        Status: 'Completed',
        HttpStatus: 200,
        Operation: 'Workflow',
        Result: { State: 'Completed' },
        Error: null,
      },
    ]);
  expect((await outcomeOf(app.as('ann'), answer)).Result).toMatchObject({ RunId: CorrelationId });
  expect(stranger[1]).toEqual([]);
  await Promise.all([here, there, stranger].map(([listener]) => listener.stop()));
});

// Requirement: T15
it('answers all requests with one key by the first run, on two nodes at the same time', async () => {
  const nodes = [app.as('ann'), other.as('ann', RUN_PLACE)];
  for (let round = 0; round < 5; round++) {
    const headers = { 'Idempotency-Key': `race-${round}` };
    const answers = await Promise.all(
      [...nodes, ...nodes].map((node) =>
        node.send('POST', `/workflows/execute/${workflowId(GREET)}`, { Who: `race ${round}` }, headers),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.Result.RunId)).size).toBe(1);
    expect(new Set(answers.map(({ headers: answered }) => answered.get('x-run-id')))).toEqual(
      new Set([answers[0].body.Result.RunId]),
    );
    expect((await app.messages()).filter((text) => text === `hello race ${round}`)).toHaveLength(1);
  }
});
