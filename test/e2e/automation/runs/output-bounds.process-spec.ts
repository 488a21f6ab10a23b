import { call, PROBE, RunApp } from '../../../support/run-fixture.js';

const LIMIT = 3_000_000;
const rows = { Name: 'Rows', Type: 'RunQuery', EntityName: 'Parcel', SelectedFields: ['N'] };
const each = (onError: string): object => ({
  Name: 'Each',
  Type: 'ForEach',
  Source: 'Rows',
  Do: [call('Call', 'large', { OnError: onError })],
});
const WORKFLOWS: readonly object[] = [
  { Name: 'Stops', AllowedRoles: ['Clerk'], Actions: [rows, each('Fail')] },
  { Name: 'GoesOn', AllowedRoles: ['Clerk'], Actions: [rows, each('Continue')] },
];
const [STOPS, GOES_ON] = WORKFLOWS.keys();

let app: RunApp;
beforeAll(async () => void (app = await RunApp.open(WORKFLOWS, { RUN_OUTPUT_BYTES: String(LIMIT) })));
afterAll(() => app?.close());
beforeEach(() => PROBE.reset());

const replyWith = (characters: number): void => void PROBE.replies.set('large', () => 'x'.repeat(characters));

it('fails the step whose output would exceed the bytes of the run, also after a retry', async () => {
  replyWith(1_400_000);
  const { status, body } = await app.execute('ann', STOPS);
  expect([status, body.ErrorDetails[0]]).toMatchObject([
    413,
    { Code: 'TooLarge', Params: { MaxBytes: LIMIT, Step: 'Call' } },
  ]);
  const calls = async (): Promise<readonly unknown[]> =>
    (await app.steps(body.CorrelationId)).filter((step: { Name: string }) => step.Name === 'Call');
  expect(await calls()).toMatchObject([
    { State: 'Completed' },
    { State: 'Completed' },
    { State: 'Failed', Output: null },
  ]);
  await app.as('ann').send('POST', `/workflows/runs/${body.CorrelationId}/retry`);
  expect(await calls()).toMatchObject([
    { State: 'Completed' },
    { State: 'Completed' },
    { State: 'Failed', Output: null },
  ]);
});

it('goes on without the output where OnError says so', async () => {
  replyWith(1_400_000);
  const { status, body } = await app.execute('ann', GOES_ON);
  expect([status, body.Result.State]).toEqual([200, 'Completed']);
  expect(
    (await app.steps(body.CorrelationId)).filter(({ State }: { State: string }) => State === 'Failed'),
  ).toHaveLength(1);
});

it('drops the outputs inside of loops when a large run has completed, and keeps those of a small one', async () => {
  const outputs = async (characters: number): Promise<readonly unknown[]> => {
    replyWith(characters);
    const { body } = await app.execute('ann', STOPS);
    expect(body.Result.Output).toEqual({ Rows: 3 });
    const steps = await app.steps(body.CorrelationId);
    return steps
      .filter(({ Name }: { Name: string }) => Name === 'Call')
      .map(({ Output }: { Output: unknown }) => Output);
  };
  expect(await outputs(400_000)).toEqual([null, null, null]);
  expect(await outputs(10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(10)]);
});
