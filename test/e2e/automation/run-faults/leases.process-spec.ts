import { PostgresProxy } from '../../../support/postgres-proxy.js';
import { note } from '../../../support/run-fixture.js';
import type { ServiceProcess } from '../../../support/service-process.js';
import { until } from '../../../support/until.js';
import { FaultRig, TIMEOUT_MS } from './fault-rig.js';

const WAIT_MS = 60_000;
const call = (url: string): object => ({ Name: 'Call', Type: 'HttpCall', Method: 'POST', Url: `${url}/{{Tag}}` });
const WORKFLOWS = (url: string): readonly object[] => [
  {
    Name: 'Calls',
    AllowedRoles: ['Clerk'],
    Tokens: [{ Name: 'Tag', Type: 'Text' }],
    Actions: [note('First', 'first {{Tag}}'), call(url), note('Last', 'last {{Tag}}')],
  },
  {
    Name: 'Inserts',
    AllowedRoles: ['Clerk'],
    Tokens: [{ Name: 'Tag', Type: 'Text' }],
    Actions: [
      note('First', 'first {{Tag}}'),
      { Name: 'Insert', Type: 'InsertRecord', EntityName: 'Parcel', Fields: [{ FieldName: 'Name', Value: '{{Tag}}' }] },
      note('Last', 'last {{Tag}}'),
    ],
  },
];
const [CALLS, INSERTS] = WORKFLOWS('').keys();

/** A node whose statements are watched. */
interface Watched {
  readonly node: ServiceProcess;
  readonly proxy: PostgresProxy;
  /** Answers to its stored steps. */
  readonly answers: string[];
}

let rig: FaultRig;
let nodes: readonly Watched[];
/** The node that stored a step last. */
let last: Watched;
/** Sees the statements of all nodes. */
let watch: (node: Watched, text: string) => void = () => undefined;
beforeAll(async () => {
  rig = await FaultRig.open(WORKFLOWS);
  nodes = await Promise.all([1, 2, 3].map(watched));
}, TIMEOUT_MS);
afterAll(async () => {
  await rig?.close();
  await Promise.all((nodes ?? []).map(({ proxy }) => proxy.stop()));
}, TIMEOUT_MS);
beforeEach(() => void (watch = () => undefined));

async function watched(): Promise<Watched> {
  const proxy = await PostgresProxy.start(rig.api.app.databaseUrl);
  const each: Watched = { node: await rig.node({}, proxy.url), proxy, answers: [] };
  const storing = new Set<number>();
  proxy.judge = ({ from, type, text, connection }) => {
    if (from === 'client' && type === 'B') {
      if (text.includes('WITH fence AS')) storing.add(connection);
      if (text.includes('WITH fence AS')) last = each;
      watch(each, text);
    }
    if (from === 'server' && type === 'C' && storing.delete(connection)) each.answers.push(text);
    return undefined;
  };
  return each;
}

/** Holds the first answer of the receiver to a path. @returns function that gives it */
function heldAnswer(path: string, later = 200): (status: number) => void {
  let give: (status: number) => void = () => undefined;
  const first = new Promise<number>((resolve) => (give = resolve));
  let calls = 0;
  rig.answers.set(path, () => (++calls === 1 ? first : Promise.resolve(later)));
  return give;
}
const callsOf = (path: string): readonly string[] =>
  rig.calls.filter((each) => each.path === path).map(({ eventId }) => eventId);
const messages = (tag: string): Promise<readonly string[]> => rig.messages(` ${tag}$`);

/** The paused node goes on, and its step is refused. */
async function expectFenced({ node, answers }: Watched): Promise<void> {
  const before = answers.length;
  node.signal('SIGCONT');
  await until('the late node has stored its step', () => answers.length > before, WAIT_MS);
  expect(answers[before]).toBe('SELECT 0');
}

// Requirement: P7, F7, R192
it(
  'a node that was paused during a call loses the run: another one repeats the call under its id',
  async () => {
    const answer = heldAnswer('/paused');
    const run = await rig.start(CALLS, { Tag: 'paused' });
    await until('the call is made', () => callsOf('/paused').length === 1, WAIT_MS);
    const paused = last;
    paused.node.signal('SIGSTOP');
    await rig.ended([run]);
    answer(200);
    await expectFenced(paused);
    expect(new Set(callsOf('/paused')).size).toBe(1);
    expect(await messages('paused')).toEqual(['first paused', 'last paused']);
  },
  TIMEOUT_MS,
);

// Requirement: P7, F7, R192
it(
  'a node that was paused inside the transaction of a step writes nothing any more',
  async () => {
    let paused: Watched | undefined;
    watch = (each, text) => {
      if (paused || !text.includes('INSERT INTO') || !text.includes('"Parcel"')) return;
      paused = each;
      each.node.signal('SIGSTOP');
    };
    const run = await rig.start(INSERTS, { Tag: 'inside' });
    await until('a node is paused', () => paused !== undefined, WAIT_MS);
    await rig.ended([run]);
    await expectFenced(paused!);
    const { body } = await rig.api.as('root').select('Parcel', {
      WhereClause: { Filters: [{ FieldName: 'Name', Operator: 'EqualTo', Value: 'inside' }] },
    });
    expect(body.Result).toHaveLength(1);
    expect(await messages('inside')).toEqual(['first inside', 'last inside']);
  },
  TIMEOUT_MS,
);

// Requirement: P7, R192
it(
  'a node that was paused before its run failed has no part in the retry of the run',
  async () => {
    const answer = heldAnswer('/failed', 400);
    const run = await rig.start(CALLS, { Tag: 'failed' });
    await until('the call is made', () => callsOf('/failed').length === 1, WAIT_MS);
    const paused = last;
    paused.node.signal('SIGSTOP');
    await rig.ended([run], 'Failed');
    const again = heldAnswer('/failed');
    await rig.api.as('ann').send('POST', `/workflows/runs/${run}/retry`, {}, { Prefer: 'respond-async' });
    await until('the call is made again', () => callsOf('/failed').length === 3, WAIT_MS);
    answer(200);
    await expectFenced(paused);
    again(200);
    await rig.ended([run]);
    expect(await messages('failed')).toEqual(['first failed', 'last failed']);
  },
  TIMEOUT_MS,
);
