import { retryDelayMs } from '#automation/runs/retry-delay.js';
import { RUN_PLACE, RunApp } from '../../../support/run-fixture.js';
import { type Answer, type Row, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { Receiver } from '../../../unit/platform/outbound/receiver.js';
import { Retries } from './retries.js';

const OTHER = { ...RUN_PLACE, EnvironmentId: 'Other' };
/** Longer than a run may take on a busy machine, and shorter than a call that hangs. */
const WAIT = { Prefer: 'wait=20' };
const [CALL, NOTE, ELSEWHERE, PASSED] = [0, 1, 2, 3];

let receiver: Receiver;
let app: RunApp;
let retries: Retries;

const workflows = (port: number): readonly object[] => {
  const call = (host: string, more: object = {}): object => ({
    Name: 'Call',
    Type: 'HttpCall',
    Method: 'POST',
    Url: `http://${host}:${port}/{{Path}}`,
    ...more,
  });
  const actions = [
    call('127.0.0.1'),
    { Name: 'Note', Type: 'SendNotification', ToTeam: 'Crew', Message: 'Hello' },
    call('localhost'),
    call('127.0.0.1', { OnError: 'Continue' }),
  ];
  return actions.map((action, i) => ({
    Name: `Workflow${i}`,
    AllowedRoles: ['Clerk'],
    Tokens: [{ Name: 'Path', Type: 'Text' }],
    Actions: [action],
  }));
};

beforeAll(async () => {
  receiver = await Receiver.start();
  const { port } = receiver;
  const settings = {
    HTTP_ALLOWED_HOSTS: `127.0.0.1:${port},localhost:${port}`,
    HTTP_PRIVATE_HOSTS: '127.0.0.1,[::1]',
    HTTP_TIMEOUT_MS: '60000',
  };
  app = await RunApp.open(workflows(port), settings, {}, []);
  retries = new Retries(app);
});
afterAll(async () => {
  receiver.server.closeAllConnections();
  await app?.close();
  await receiver.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.respond = (_request, response) => void response.end('ok');
});

const execute = (index: number, Path = '', headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  app.execute('ann', index, { Path }, headers);
const started = async (index: number, Path = ''): Promise<string> =>
  (await execute(index, Path, { Prefer: 'respond-async' })).body.CorrelationId as string;
const retried = (user: string, runId: string, body: object = {}): Promise<Answer> =>
  app.as(user).send('POST', `/workflows/runs/${runId}/retry`, body);

const failing = (status: number, headers: Readonly<Record<string, string>> = {}): void => {
  receiver.respond = (_request, response) => void response.writeHead(status, headers).end('no');
};
const eventIds = (): readonly unknown[] => receiver.received.map(({ headers }) => headers['x-event-id']);

// Requirement: R191, T51, F10
it('tries a call 8 times under one event id, further and further apart, then fails visibly, and retries', async () => {
  failing(503);
  const runId = await started(CALL);
  for (const { ms, tries } of await retries.ended(runId)) expect(ms).toBeLessThanOrEqual(retryDelayMs(tries, 0, 1));
  const step = await retries.step(runId);
  expect(step).toMatchObject({ State: 'Failed', Tries: 8, Error: { Status: 503 } });
  expect(eventIds()).toEqual(Array(8).fill(step.Id));
  const failed = await app.as('root').select('WorkflowStep', { WhereClause: where('State', 'EqualTo', 'Failed') });
  expect(failed.body.Result.map(({ Id }: Row) => Id)).toEqual([step.Id]);
  receiver.respond = (_request, response) => void response.end('ok');
  const again = await retried('ann', runId);
  expect([again.status, again.body.Result?.State]).toEqual([200, 'Completed']);
  expect(eventIds()).toEqual(Array(9).fill(step.Id));
  expect(await retries.step(runId)).toMatchObject({ State: 'Completed', Output: { StatusCode: 200, Body: 'ok' } });
});

// Requirement: R191, T51
it('fails at once after another 4xx, and waits for Retry-After, at most ten minutes', async () => {
  failing(422);
  const refused = await execute(CALL);
  expect([refused.status, refused.body.ErrorDetails[0].Params.StatusCode]).toEqual([400, 422]);
  expect(receiver.received).toHaveLength(1);
  failing(429, { 'Retry-After': '120' });
  const runId = await started(CALL);
  expect((await retries.awaited(runId)).ms).toBeGreaterThan(100_000);
  failing(503, { 'Retry-After': '86400' });
  await retries.hasten(runId);
  const { ms } = await retries.awaited(runId, 2);
  expect([ms > 500_000, ms <= 600_000]).toEqual([true, true]);
  await app.as('ann').send('POST', `/workflows/runs/${runId}/cancel`, {});
  expect((await app.run(runId)).State).toBe('Cancelled');
});

// Requirement: R191, F15
it('20 calls that hang delay neither other runs of their environment nor those of another one', async () => {
  const hanging: (() => void)[] = [];
  receiver.respond = ({ url }, response) => {
    const respond = (): void => void response.end('ok');
    if (url === '/hang') hanging.push(respond);
    else respond();
  };
  const runIds = await Promise.all(Array.from({ length: 20 }, () => started(CALL, 'hang')));
  await until('calls hang', () => hanging.length === 8);
  for (const index of [NOTE, ELSEWHERE])
    expect((await execute(index, 'ok', WAIT)).body.Result?.State).toBe('Completed');
  const { body } = await app
    .as('root', OTHER)
    .select('Workflow', { WhereClause: where('Name', 'EqualTo', 'Workflow0') });
  const path = `/workflows/execute/${body.Result[0].Id}`;
  const other = await app.as('ann', OTHER).send('POST', path, { Path: 'ok' }, WAIT);
  expect(other.body.Result?.State).toBe('Completed');
  expect((await app.run(runIds[0])).State).toBe('Running');
  const responding = setInterval(() => hanging.splice(0).forEach((respond) => respond()), 20);
  for (const runId of runIds) await app.ended(runId);
  clearInterval(responding);
  expect(new Set(eventIds()).size).toBe(22);
});

// Requirement: R191, T51
it('repeats one call that OnError passed over, alone and under the same event id', async () => {
  failing(404);
  const { body } = await execute(PASSED);
  expect(body.Result).toMatchObject({ State: 'Completed', Steps: [{ State: 'Failed' }] });
  receiver.respond = (_request, response) => void response.end('ok');
  const again = await retried('ann', body.Result.RunId, { Step: 'Call' });
  expect(again.body.Result).toMatchObject({ State: 'Completed', Steps: [{ State: 'Completed' }] });
  expect([receiver.received.length, new Set(eventIds()).size]).toEqual([2, 1]);
});
