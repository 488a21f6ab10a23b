import { setTimeout as delay } from 'node:timers/promises';
import { note } from '../../../support/run-fixture.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { until } from '../../../support/until.js';
import { FaultRig, TIMEOUT_MS } from './fault-rig.js';

const WAIT_MS = 120_000;
const TRIES = 8;
/** Tries that the runs still have, so that the test needs few processes. */
const LEFT = 3;
const SETTINGS = { RUN_LEASE_MS: '1000', HTTP_TIMEOUT_MS: '60000' };

const call = (Url: string): object => ({ Name: 'Call', Type: 'HttpCall', Method: 'POST', Url });
const WORKFLOWS = (url: string): readonly object[] => [
  {
    Name: 'Calls',
    AllowedRoles: ['Clerk'],
    Tokens: [{ Name: 'Tag', Type: 'Text' }],
    Actions: [note('First', 'first {{Tag}}'), call(`${url}/{{Tag}}`), note('Last', 'last {{Tag}}')],
  },
];

let rig: FaultRig;
beforeAll(async () => void (rig = await FaultRig.open(WORKFLOWS)), TIMEOUT_MS);
afterAll(() => rig?.close(), TIMEOUT_MS);

const callsOf = (path: string): number => rig.calls.filter((each) => each.path === path).length;

/** Starts a node, which a run may end before it listens. */
const startNode = (): Promise<unknown> => rig.node(SETTINGS).catch(() => undefined);

// Requirement: P7, F15, R192
it(
  'a run that ends each process that executes it dies after its tries, and the others beside it do not',
  async () => {
    let [isPoisonous, kills] = [true, 0];
    rig.answers.set('/poison', async () => {
      if (!isPoisonous) return 200;
      kills++;
      await ServiceProcess.killAll();
      return 500;
    });
    // Longer than the poison lets a process live.
    rig.answers.set('/slow', () => delay(1_500, 200));
    const [poison, slow] = [await rig.start(0, { Tag: 'poison' }), await rig.start(0, { Tag: 'slow' })];
    const set = 'UPDATE platform.run SET tries = $2, progress = $3 WHERE id = ANY($1)';
    await rig.api.app.query(set, [[poison, slow], TRIES - LEFT, 'Actions[0]#']);
    const quick: string[] = [];
    for (let i = 0; i < LEFT; i++) {
      quick.push(await rig.start(0, { Tag: `quick${i}` }));
      await startNode();
      await until(`kill ${i + 1}`, () => kills > i, WAIT_MS);
    }
    await startNode();
    const [{ error }] = await rig.ended([poison], 'Failed');
    expect(error).toMatchObject({ Faults: [{ Message: 'Each of 8 tries ended with its process.' }] });
    expect(callsOf('/poison')).toBe(LEFT);
    await rig.ended([slow, ...quick]);
    isPoisonous = false;
    const answer = await rig.api.as('ann').send('POST', `/workflows/runs/${poison}/retry`, {});
    expect(answer.body.CorrelationId).toBe(poison);
    await rig.ended([poison]);
    expect(await rig.messages('poison$')).toEqual(['last poison']);
  },
  TIMEOUT_MS,
);
