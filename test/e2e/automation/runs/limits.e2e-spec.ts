import { TemporaryFault } from '#automation/index.js';
import { byId } from '../../../support/test-app.js';
import { call, GUS, note, PROBE, RunApp } from '../../../support/run-fixture.js';
import { until } from '../../../support/until.js';

const ALL = { AllowedRoles: ['Clerk', 'Guest'] };
const MEGABYTE = 1024 * 1024;
const EACH = { Name: 'Each', Type: 'ForEach', Source: 'Rows', Do: [note('Tell', 'of a row')] };
const rows = (more: object): object => ({ Name: 'Rows', Type: 'RunQuery', EntityName: 'Parcel', ...more });

const WORKFLOWS: readonly object[] = [
  { Name: 'Many', ...ALL, Actions: [rows({}), EACH] },
  {
    Name: 'Grouped',
    ...ALL,
    Actions: [rows({ GroupBy: ['N'], Aggregates: [{ Function: 'Count', Alias: 'Parcels' }] }), EACH],
  },
  { Name: 'Large', ...ALL, Actions: [call('Ask', 'ask'), note('Tell', 'after a large answer')] },
  {
    Name: 'Passed',
    ...ALL,
    Actions: [call('Ask', 'ask', { OnError: 'Continue' }), note('Tell', 'passed a large answer')],
  },
  { Name: 'Two', ...ALL, Actions: [call('First', 'first'), call('Second', 'second')] },
];
const [MANY, GROUPED, LARGE, PASSED, TWO] = WORKFLOWS.keys();

let app: RunApp;
beforeAll(async () => void (app = await RunApp.open(WORKFLOWS, { RUN_TIMEOUT_MINUTES: '1' })));
afterAll(() => app?.close());
beforeEach(() => PROBE.reset());

const urls = (): readonly string[] => PROBE.calls.map(({ url }) => url);

describe('a ForEach of more than 10,000 rows', () => {
  beforeAll(() => app.addParcels(3, 10_001));

  // Requirement: R191
  it.each([
    ['rows', MANY],
    ['groups', GROUPED],
  ])('fails before its first row: %s', async (_, workflow) => {
    const { status, body } = await app.execute('ann', workflow);
    expect(status).toBe(400);
    expect(body.ErrorDetails).toMatchObject([{ Code: 'TooManyRows', Params: { Step: 'Rows' } }]);
    expect(body.Errors[0]).toContain('10000');
    expect(await app.messages()).not.toContain('of a row');
  });
});

describe('an output of more than 5 MB', () => {
  const answers = (bytes: number): void => void PROBE.replies.set('ask', () => ({ Body: 'x'.repeat(bytes) }));

  // Requirement: R191
  it('fails its step, which is not tried again', async () => {
    answers(5 * MEGABYTE);
    const { status, body } = await app.execute('ann', LARGE);
    expect([status, body.ErrorDetails[0].Code]).toEqual([413, 'TooLarge']);
    expect(body.Errors).toEqual(['The output of Ask is larger than 5 MB.']);
    expect(await app.steps(body.CorrelationId)).toMatchObject([
      { Name: 'Ask', State: 'Failed', Output: null, Tries: 1 },
    ]);
    expect(await app.messages()).not.toContain('after a large answer');
    expect(urls()).toEqual(['ask']);
  });

  it('is passed over with OnError Continue', async () => {
    answers(5 * MEGABYTE);
    const { status, body } = await app.execute('ann', PASSED);
    expect([status, body.Result.State]).toEqual([200, 'Completed']);
    expect(await app.messages()).toContain('passed a large answer');
  });

  it('does not begin before 5 MB', async () => {
    answers(5 * MEGABYTE - 20);
    expect((await app.execute('ann', LARGE)).status).toBe(200);
  });
});

/** Holds calls of a URL until they are released. @param fault that they have then */
function held(url: string, fault?: Error): { readonly release: () => void } {
  let release = (): void => undefined;
  const isReleased = new Promise<null>((resolve, reject) => {
    release = () => (fault ? reject(fault) : resolve(null));
  });
  PROBE.replies.set(url, () => isReleased);
  return { release };
}

// Requirement: R192
it('fails a run between two steps after its time limit; a retry has the whole time again', async () => {
  const first = held('first', new TemporaryFault('Nobody answers.'));
  const answer = await app.execute('ann', TWO, {}, { Prefer: 'respond-async' });
  const runId = answer.body.CorrelationId as string;
  await until('the first step runs', () => urls().length === 1);
  await app.app.query(`UPDATE platform.run SET begun_at = begun_at - interval '61 s' WHERE id = $1`, [runId]);
  first.release();
  const { Error: error } = await app.ended(runId, 'Failed');
  expect(error).toMatchObject({ Faults: [{ Message: 'The run took longer than 1 minutes.' }] });
  expect(urls()).toEqual(['first']);
  PROBE.replies.clear();
  const retried = await app.as('ann').send('POST', `/workflows/runs/${runId}/retry`);
  expect([retried.status, retried.body.Result.State]).toEqual([200, 'Completed']);
  expect(urls()).toEqual(['first', 'first', 'second']);
});

// Requirement: R192
it('begins a run anew that has failed before its first step', async () => {
  const setActive = async (IsActive: boolean): Promise<void> => {
    expect((await app.as('root').update('User', { IsActive }, byId(GUS))).status).toBe(200);
  };
  const first = held('first');
  // As many as a process executes for one environment.
  const busy = await Promise.all(
    Array.from({ length: 3 }, () => app.execute('ann', TWO, {}, { Prefer: 'respond-async' })),
  );
  await until('they run', () => urls().length === busy.length);
  const late = await app.execute('gus', TWO, {}, { Prefer: 'respond-async' });
  await setActive(false);
  first.release();
  const runId = late.body.CorrelationId as string;
  const { Error: error } = await app.ended(runId, 'Failed');
  expect(error).toMatchObject({ Status: 403, Faults: [{ Code: 'NotMember' }] });
  expect(await app.steps(runId)).toEqual([]);
  await setActive(true);
  const retried = await app.as('root').send('POST', `/workflows/runs/${runId}/retry`);
  expect([retried.status, retried.body.Result.State]).toEqual([200, 'Completed']);
});
