import { contradictions } from '../../support/claim-contradictions.js';
import { ClaimApp, CLAIMS } from '../../support/claim-fixture.js';
import { storedClaims, textOf } from '../../support/claim-state.js';
import { PostgresProxy, type WireMessage } from '../../support/postgres-proxy.js';
import { ServiceProcess } from '../../support/service-process.js';
import type { Answer } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { APPROVALS, type ClaimKind, type ClaimWrite, MOVES, REFUSALS, STARTS } from './claim-writes.js';

const LEASE = { WRITE_LEASE_MS: '1500' };
/** Many writes of one user are held at once, each with a connection of its own. */
const SETTINGS = {
  ...LEASE,
  WAIT_WINDOW_MS: '30000',
  DATABASE_POOL_SIZE: '40',
  DATABASE_TENANT_SHARE: '40',
  DATABASE_USER_SHARE: '40',
  DATABASE_KEPT: '0',
};
/** A start of the service takes long on a busy machine. */
const TIMEOUT_MS = 120_000;

let claims: ClaimApp;
let proxy: PostgresProxy;
let victim: Promise<ServiceProcess>;
beforeAll(async () => {
  claims = await ClaimApp.open(LEASE);
  proxy = await PostgresProxy.start(claims.app.databaseUrl);
  victim = startNode();
}, TIMEOUT_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy.stop();
  await claims.close();
}, TIMEOUT_MS);

/** The node that is going to be killed speaks to the database by way of the proxy. */
function startNode(): Promise<ServiceProcess> {
  const node = ServiceProcess.start(proxy.url, SETTINGS);
  // The last one is killed before it listens.
  node.catch(() => undefined);
  return node;
}

const isBegin = ({ from, type, text }: WireMessage): boolean => from === 'client' && type === 'B' && text === 'BEGIN';
const isStatement = ({ from, type }: WireMessage): boolean => from === 'client' && type === 'B';
const isCommitted = ({ from, type, text }: WireMessage): boolean =>
  from === 'server' && type === 'C' && text === 'COMMIT';

/** Judges the messages of the next transaction; `decide` gets the number of statements that it has sent. */
function watchNext(decide: (message: WireMessage, statements: number) => 'lost' | undefined): void {
  const others = proxy.judge;
  let connection: number | undefined;
  let statements = 0;
  proxy.judge = (message) => {
    if (connection === undefined && isBegin(message) && others(message) === undefined) ({ connection } = message);
    if (message.connection !== connection) return others(message);
    if (isStatement(message)) statements++;
    return decide(message, statements);
  };
}

/** A write that is held at one of its steps. */
interface Held {
  readonly write: ClaimWrite;
  readonly key: string;
  readonly step: string;
  readonly isCommitted: boolean;
  /** State in which it leaves its claim. */
  readonly done: string;
}

let keys = 0;
const submit = async (node: ServiceProcess, { user, send }: ClaimWrite, key: string): Promise<Answer> =>
  send(await node.as(user, node.url, CLAIMS), { 'Idempotency-Key': key });

/** Number of statements of a kind of write, BEGIN and COMMIT included. */
async function statementsOf(node: ServiceProcess, write: ClaimWrite): Promise<number> {
  let sent = 0;
  watchNext((_, statements) => void (sent = statements));
  const { status, text } = await submit(node, write, `key ${++keys}`);
  proxy.judge = () => undefined;
  expect([status, text]).toEqual([200, text]);
  return sent;
}

/** Sends a write that stops before a statement, or before it learns that it is committed. @returns its key */
async function hold(node: ServiceProcess, write: ClaimWrite, statement: number | 'answer'): Promise<string> {
  let isHeld = false;
  watchNext((message, statements) => {
    isHeld ||= statement === 'answer' ? isCommitted(message) : statements === statement;
    return isHeld ? 'lost' : undefined;
  });
  const key = `key ${++keys}`;
  let early: Answer | undefined;
  submit(node, write, key).then(
    (answer) => void (early = answer),
    () => undefined,
  );
  await until(`a write is held at ${statement}`, () => isHeld || early !== undefined);
  expect([isHeld, early?.text]).toEqual([true, undefined]);
  return key;
}

/** Stops writes of each kind at each of their steps. */
async function holdAll(node: ServiceProcess, kinds: readonly [string, ClaimKind][]): Promise<readonly Held[]> {
  const counts = new Map<string, number>();
  for (const [name, { prepare }] of kinds) counts.set(name, await statementsOf(node, await prepare(claims)));
  const held: Held[] = [];
  for (const [name, { prepare, done }] of kinds) {
    const statements = Array.from({ length: counts.get(name)! }, (_, i) => i + 1);
    for (const at of [...statements, 'answer' as const]) {
      const write = await prepare(claims);
      const key = await hold(node, write, at);
      held.push({ write, key, step: `${name} at ${at}`, isCommitted: at === 'answer', done });
    }
  }
  return held;
}

const stateOf = async ({ write: { claimId } }: Held): Promise<string> =>
  textOf((await storedClaims(claims, [claimId])).get(claimId));

/** Sends the writes again, one by one: all at once they would be more than the share of a user on a busy machine. */
async function retried(held: readonly Held[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { write, key } of held) answers.push(await write.send(claims.as(write.user), { 'Idempotency-Key': key }));
  return answers;
}

const outcomes = async (): Promise<number> =>
  (await claims.app.query<{ count: number }>('SELECT count(*)::int AS count FROM platform.operation'))[0].count;

// Requirement: F1, P1, P2, P3, R170, R184
it.each([
  ['moves', MOVES],
  ['starts of approvals', STARTS],
  ['approvals', APPROVALS],
  ['rejections and returns', REFUSALS],
])(
  'a node is killed in the midst of %s: each is done once or not at all, and a retry with its key does it once',
  async (_, kinds) => {
    const node = await victim;
    const held = await holdAll(node, Object.entries(kinds));
    const unsent = new Map<Held, string>();
    for (const each of held) if (!each.isCommitted) unsent.set(each, await stateOf(each));
    expect([...unsent].filter(([{ done }, state]) => state === done)).toEqual([]);
    await node.kill();
    proxy.judge = () => undefined;
    proxy.cutAll();
    victim = startNode();
    for (const each of held)
      expect([each.step, await stateOf(each)]).toEqual([each.step, unsent.get(each) ?? each.done]);
    expect(await contradictions(claims)).toEqual([]);
    const before = await outcomes();
    const first = await retried(held);
    const second = await retried(held);
    for (const [i, each] of held.entries()) {
      const [one, two] = [first[i], second[i]];
      expect([each.step, one.status, await stateOf(each)]).toEqual([each.step, 200, each.done]);
      expect([two.body.Result, two.body.CorrelationId]).toEqual([one.body.Result, one.body.CorrelationId]);
    }
    expect(await contradictions(claims)).toEqual([]);
    expect(await outcomes()).toBe(before + unsent.size);
  },
  TIMEOUT_MS,
);
