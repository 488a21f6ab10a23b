import { ANN, call, GUS, note, PROBE, RunApp } from '../../../support/run-fixture.js';
import { byId } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const ACTIONS = [call('Ask', 'ask'), note('Tell', 'told by {{Me}}', { ToUser: 'root' })];
const WORKFLOWS = [
  { Name: 'Own', AllowedRoles: ['Clerk', 'Guest'], Actions: ACTIONS },
  { Name: 'System', AllowedRoles: ['Clerk', 'Guest'], RunAs: 'Service', Actions: ACTIONS },
];

let app: RunApp;
beforeAll(async () => void (app = await RunApp.open(WORKFLOWS)));
afterAll(() => app?.close());
beforeEach(() => PROBE.reset());

/** Starts a workflow as a user who is made inactive during its first step. @returns the run */
async function startAndLeave(user: string, userId: string, workflow: number): Promise<string> {
  let release = (): void => undefined;
  const left = new Promise<null>((resolve) => (release = () => resolve(null)));
  PROBE.replies.set('ask', () => left);
  const { body } = await app.execute(user, workflow, {}, { Prefer: 'respond-async' });
  await until('the first step runs', () => PROBE.calls.length === 1);
  expect((await app.as('root').update('User', { IsActive: false }, byId(userId))).status).toBe(200);
  release();
  return body.CorrelationId;
}

// Requirement: R192
it('fails for a caller who is no active member any more', async () => {
  const run = await startAndLeave('ann', ANN, 0);
  const { Error: error } = await app.ended(run, 'Failed');
  expect(error).toMatchObject({ Status: 403, Faults: [{ Code: 'NotMember' }] });
  expect(await app.messages()).not.toContain(`told by ${ANN}`);
});

// Requirement: R192
it('goes on with the rights of the service after its user has left', async () => {
  const run = await startAndLeave('gus', GUS, 1);
  await app.ended(run);
  expect(await app.run(run)).toMatchObject({ RunAs: 'Service', UserId: GUS });
  expect(await app.messages()).toContain(`told by ${GUS}`);
});
