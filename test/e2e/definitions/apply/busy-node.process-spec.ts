import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { Answer, Caller } from '../../../support/test-app.js';
import { AutomationApp } from '../../../support/automation-fixture.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';

const TIMEOUT_MS = 240_000;
/** The server ends transactions that pause for longer. */
const PAUSE_MS = 500;
/** Other long works of the process: a slice waits until each of them has had its turn. */
const [WORKS, SLICE_MS] = [100, 9];
const [ENTITIES, TRIGGERS] = [50, 1_000];

const DOCUMENT = {
  Entities: Array.from({ length: ENTITIES }, (_, i) => ({
    EntityName: `Wide${i}`,
    Fields: Array.from({ length: 10 }, (__, j) => ({ FieldName: `Field${j}`, FieldType: 'Text', MaxLength: 100 })),
  })),
  Triggers: Array.from({ length: TRIGGERS }, (_, i) => ({
    Name: `Trigger${i}`,
    EntityName: `Wide${i % ENTITIES}`,
    TriggerType: 'EventBased',
    TriggerEvent: 'Created',
    WhereClause: { Filters: [{ FieldName: 'Field1', Operator: 'EqualTo', Value: `value ${i}` }] },
    Notifications: [{ ToUser: 'root', Message: 'Created' }],
  })),
};

let at: AutomationApp;
beforeAll(async () => {
  at = await AutomationApp.open(ENQUEUES_ONLY);
  const { status, text } = await at.stock.as('root').send('POST', '/environment/apply', DOCUMENT);
  if (status !== 200) throw new Error(text);
}, TIMEOUT_MS);
afterAll(() => at?.close());

function* work(isOver: () => boolean): Generator<undefined, void> {
  while (!isOver()) {
    const endsAt = performance.now() + SLICE_MS;
    while (performance.now() < endsAt);
    yield;
  }
}

/** Tells whether a transaction has paused for longer than the server would let it. */
async function isPaused(): Promise<boolean> {
  const sessions = await at.stock.app.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'idle in transaction'
       AND clock_timestamp() - state_change > $1::int * interval '1 ms'`,
    [PAUSE_MS + 100],
  );
  return sessions.length > 0;
}

/** Makes a change of definitions while the node has other long works, until it has paused. @returns its status */
async function whileBusy(caller: Caller, change: () => Promise<Answer>): Promise<number> {
  let [isOver, hasPaused] = [false, false];
  const works = Array.from({ length: WORKS }, () => inSlices(work(() => isOver)));
  const answering = change().finally(() => (isOver = true));
  await until('it has paused', async () => isOver || (hasPaused = await isPaused()), TIMEOUT_MS);
  isOver = true;
  await Promise.all(works);
  const answer = await answering;
  if (answer.status < 300) expect(hasPaused).toBe(true);
  return answer.status === 202 ? (await outcomeOf(caller, answer)).HttpStatus : answer.status;
}

it(
  'lets changes of definitions wait for their turns in their transactions',
  async () => {
    const url = new URL(at.stock.app.databaseUrl);
    url.searchParams.set('options', `-c idle_in_transaction_session_timeout=${PAUSE_MS}`);
    const node = await at.stock.app.startAnother(ENQUEUES_ONLY, url.href);
    try {
      const root = at.stock.as('root', node);
      expect((await root.select('Crate')).status).toBe(200);
      expect(await whileBusy(root, () => root.insert('Role', { Name: 'Tenant' }))).toBe(200);
      const document = { Roles: [{ Name: 'Landlord' }] };
      expect(await whileBusy(root, () => root.send('POST', '/environment/apply', document))).toBe(200);
    } finally {
      await node.stop();
    }
  },
  TIMEOUT_MS,
);
