import { setTimeout as sleep } from 'node:timers/promises';
import { ClaimApp } from '../../support/claim-fixture.js';
import { contradictions } from '../../support/claim-contradictions.js';
import { storedClaims, textOf } from '../../support/claim-state.js';
import { PostgresProxy, type WireMessage } from '../../support/postgres-proxy.js';
import type { TestApp } from '../../support/test-app.js';
import { APPROVALS, type ClaimKind, type ClaimWrite, MOVES, REFUSALS, STARTS } from './claim-writes.js';

let claims: ClaimApp;
let proxy: PostgresProxy;
let node: TestApp;
beforeAll(async () => {
  claims = await ClaimApp.open();
  proxy = await PostgresProxy.start(claims.app.databaseUrl);
  // One connection, so that each run opens a new one with the same messages.
  node = await claims.app.startAnother({ DATABASE_POOL_SIZE: '1' }, proxy.url);
});
afterAll(async () => {
  await node.stop();
  await proxy.stop();
  await claims.close();
});

const KINDS: Readonly<Record<string, ClaimKind>> = { ...MOVES, ...STARTS, ...APPROVALS, ...REFUSALS };

/**
 * Place of a cut: a statement does not arrive any more, or its reply does not. What a statement did is lost with its
 * transaction, so only the reply of the last one makes a difference.
 */
interface Cut {
  readonly side: WireMessage['from'];
  /** Number of the statement. */
  readonly statement: number;
}

const cutsOf = (statements: number): readonly Cut[] => [
  ...Array.from({ length: statements }, (_, statement): Cut => ({ side: 'client', statement })),
  { side: 'server', statement: statements - 1 },
];

const isStatement = ({ from, type }: WireMessage): boolean => (from === 'client' ? type === 'B' : type === 'C');

/** First statement of a write on its connection: a transaction, or the single statement of a move. */
const isFirst = ({ from, text }: WireMessage): boolean =>
  from === 'client' && (text === 'BEGIN' || text.includes('INTO platform.operation'));

/** Counts the statements of the next write, and cuts its connection once. @returns what happened */
function watch(cut?: Cut): { readonly count: Record<WireMessage['from'], number>; isCut: boolean } {
  const seen = { count: { client: 0, server: 0 }, isCut: false };
  let connection: number | undefined;
  proxy.judge = (message) => {
    if (seen.isCut) return message.connection === connection ? 0 : undefined;
    if (connection === undefined && isFirst(message)) ({ connection } = message);
    if (message.connection !== connection || !isStatement(message)) return undefined;
    seen.isCut = cut?.side === message.from && cut.statement === seen.count[message.from];
    seen.count[message.from]++;
    return seen.isCut ? 0 : undefined;
  };
  return seen;
}

/** Opens a new connection without prepared statements, so that every run sends the same messages. */
async function connectAgain(): Promise<void> {
  proxy.judge = () => undefined;
  proxy.cutAll();
  await sleep(10);
  expect((await node.send('GET', '/health/ready')).status).toBe(200);
}

let keys = 0;
/** Sends a write twice with one key while its connection is watched. @returns answer and stored state */
async function sendTwice({ user, claimId, send }: ClaimWrite): Promise<readonly unknown[]> {
  const headers = { 'Idempotency-Key': `cut ${++keys}` };
  const first = await send(claims.as(user, node), headers);
  proxy.judge = () => undefined;
  const second = await send(claims.as(user, node), headers);
  expect([second.status, second.body.Result, second.body.CorrelationId]).toEqual([
    first.status,
    first.body.Result,
    first.body.CorrelationId,
  ]);
  return [first.status, textOf((await storedClaims(claims, [claimId])).get(claimId))];
}

// Requirement: F3, P2, P3, R170, R184
it.each(Object.keys(KINDS))(
  '%s is done once and answers 200, wherever its connection is cut',
  async (name) => {
    const { prepare, done } = KINDS[name];
    await sendTwice(await prepare(claims));
    const write = await prepare(claims);
    await connectAgain();
    const { count } = watch();
    expect(await sendTwice(write)).toEqual([200, done]);
    expect([count.client === count.server, count.client > 3]).toEqual([true, true]);
    const cuts = cutsOf(count.client);
    const writes = await Promise.all(cuts.map(() => prepare(claims)));
    for (const [i, cut] of cuts.entries()) {
      await connectAgain();
      const seen = watch(cut);
      const outcome = await sendTwice(writes[i]);
      expect([cut, seen.isCut, ...outcome]).toEqual([cut, true, 200, done]);
    }
    expect(await contradictions(claims)).toEqual([]);
  },
  60_000,
);

// Requirement: F3, P2, P3, R170
it.each(['client', 'server'] as const)(
  'a move of one statement is done once when its connection is cut at the %s',
  async (side) => {
    const { prepare, done } = MOVES['a move'];
    const { claimId, user, send } = await prepare(claims);
    await connectAgain();
    const seen = watch({ side, statement: 0 });
    const answer = await send(claims.as(user, node));
    proxy.judge = () => undefined;
    const text = textOf((await storedClaims(claims, [claimId])).get(claimId));
    expect([seen.isCut, answer.status, text]).toEqual([true, 200, done]);
  },
);
