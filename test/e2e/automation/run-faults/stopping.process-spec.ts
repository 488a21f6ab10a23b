import { setTimeout as delay } from 'node:timers/promises';
import { note } from '../../../support/run-fixture.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { until } from '../../../support/until.js';
import { FaultRig, TIMEOUT_MS } from './fault-rig.js';

const RUNS = 32;
const WAIT_MS = 60_000;
/** No lease ends while a test waits: other nodes go on only with what was handed over. */
const SETTINGS = { RUN_LEASE_MS: '300000', RUN_WORKERS: '4' };

const WORKFLOWS = (url: string): readonly object[] => [
  {
    Name: 'Busy',
    AllowedRoles: ['Clerk'],
    Tokens: [{ Name: 'Tag', Type: 'Text' }],
    Actions: [
      note('First', '{{Tag}} first'),
      { Name: 'Call1', Type: 'HttpCall', Method: 'POST', Url: `${url}/{{Tag}}/1` },
      note('Second', '{{Tag}} second'),
      { Name: 'Call2', Type: 'HttpCall', Method: 'POST', Url: `${url}/{{Tag}}/2` },
      note('Third', '{{Tag}} third'),
    ],
  },
];

let rig: FaultRig;
beforeAll(async () => void (rig = await FaultRig.open(WORKFLOWS)), TIMEOUT_MS);
afterEach(() => ServiceProcess.killAll());
afterAll(() => rig?.close(), TIMEOUT_MS);

const callsOf = (start: string): readonly string[] =>
  rig.calls.filter(({ path }) => path.startsWith(start)).map(({ path, eventId }) => `${path} ${eventId}`);

// Requirement: F19, P11, R192
it(
  'a node that is stopped under load hands its runs over: none is lost, no step is done twice',
  async () => {
    rig.otherwise = () => delay(400, 200);
    const [stopping] = await Promise.all([rig.node(SETTINGS), rig.node(SETTINGS)]);
    const tags = Array.from({ length: RUNS }, (_, i) => `load${i}`);
    const runs: string[] = [];
    for (const Tag of tags) runs.push(await rig.start(0, { Tag }));
    await until('runs are under way', () => callsOf('/load').length > RUNS / 8, WAIT_MS);
    const since = performance.now();
    const code = await stopping.stop();
    expect([code, performance.now() - since < 25_000]).toEqual([0, true]);
    await rig.ended(runs);
    expect(callsOf('/load')).toHaveLength(2 * RUNS);
    const messages = await rig.messages('^load');
    const expected = tags.flatMap((tag) => ['first', 'second', 'third'].map((text) => `${tag} ${text}`));
    expect(messages).toEqual(expected.toSorted());
    expect(await rig.unfinishedSteps(runs)).toEqual([]);
  },
  TIMEOUT_MS,
);

// Requirement: F19, P7, R192
it(
  'a step that outlasts the grace period of its node is repeated by another one at once, under its id',
  async () => {
    const stopping = await rig.node({ ...SETTINGS, SHUTDOWN_GRACE_MS: '1000' });
    let calls = 0;
    rig.answers.set('/long/1', async () => {
      if (++calls === 1) await new Promise(() => undefined);
      return 200;
    });
    const run = await rig.start(0, { Tag: 'long' });
    await until('the call is made', () => calls === 1, WAIT_MS);
    expect(await stopping.stop()).toBe(0);
    await rig.node(SETTINGS);
    await rig.ended([run]);
    expect([callsOf('/long/1').length, new Set(callsOf('/long/1')).size]).toEqual([2, 1]);
  },
  TIMEOUT_MS,
);
