import { call, note, PROBE, RUN_PLACE, RunApp } from '../../../support/run-fixture.js';
import { where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const OTHER = { ...RUN_PLACE, EnvironmentId: 'Other' };
const SLOW_RUNS = 20;
const WORKERS = 4;
const PLACES = WORKERS - 1;

const WORKFLOWS = [
  {
    Name: 'Calls',
    AllowedRoles: ['Clerk', 'Guest'],
    Tokens: [{ Name: 'Url', Type: 'Text' }],
    Actions: [note('First', 'first {{Url}}'), call('Call', '{{Url}}'), note('Last', 'last {{Url}}')],
  },
];

let app: RunApp;
/** Answers the calls that are held. */
let release: () => void;
beforeAll(
  async () => void (app = await RunApp.open(WORKFLOWS, { RUN_WORKERS: String(WORKERS), JOB_CONNECTIONS: '1' })),
);
afterAll(() => app?.close());
beforeEach(() => {
  PROBE.reset();
  const released = new Promise<null>((resolve) => void (release = () => resolve(null)));
  PROBE.replies.set('slow', () => released);
});
afterEach(() => release());

const slowRuns = (count: number): Promise<readonly string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { body } = await app.execute('ann', 0, { Url: 'slow' }, { Prefer: 'respond-async' });
      return body.CorrelationId as string;
    }),
  );

// Requirement: P7, F15, R192
it('executes runs of an environment while twenty of another one wait for answers, and holds no connection for these', async () => {
  const slow = await slowRuns(SLOW_RUNS);
  await until('all places of the environment are taken', () => PROBE.calls.length === PLACES);
  const gus = app.as('gus', OTHER);
  const { body } = await app.as('root', OTHER).select('Workflow', { WhereClause: where('Name', 'EqualTo', 'Calls') });
  const path = `/workflows/execute/${body.Result[0].Id}`;
  for (const Url of ['one', 'two', 'three']) {
    const answer = await gus.send('POST', path, { Url }, { Prefer: 'wait=30' });
    expect([answer.status, answer.body.Result?.State]).toEqual([200, 'Completed']);
  }
  expect(PROBE.calls.map(({ url }) => url)).toEqual([...Array<string>(PLACES).fill('slow'), 'one', 'two', 'three']);
  release();
  await Promise.all(slow.map((run) => app.ended(run)));
  expect(PROBE.calls.filter(({ url }) => url === 'slow')).toHaveLength(SLOW_RUNS);
});

// Requirement: P7, P6
it('holds neither a connection nor a transaction while calls are under way', async () => {
  const slow = await slowRuns(PLACES);
  await until('the calls are under way', () => PROBE.calls.length === PLACES);
  const busy = await app.app.query(
    `SELECT query FROM pg_stat_activity
     WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid() AND state <> 'active'`,
  );
  expect(busy).toEqual([]);
  release();
  await Promise.all(slow.map((run) => app.ended(run)));
});
