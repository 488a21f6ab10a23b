import pg from 'pg';
import { groupedBy } from '#core/grouped-by.js';
import { customer, REGION } from '../../support/demo.js';
import { LOGGED_CHANGES } from '../../support/logged-changes.js';
import { PostgresProxy, type WireMessage } from '../../support/postgres-proxy.js';
import { ServiceProcess } from '../../support/service-process.js';
import type { Answer, Caller, Row } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** Members with different scopes; each sends several inserts at once. */
const CALLERS = ['nina.north', 'nils.north', 'sara.south', 'mona.manager', 'ada.admin', 'erp.bot'] as const;
const INSERTS = 24;
/** Starts of the service on a busy machine. */
const TIMEOUT_MS = 120_000;

const isOfGroup = ({ from, type, text }: WireMessage): boolean =>
  from === 'client' && type === 'B' && text.includes('AS s(call, root, caller)');

/** Moments of a group's statement: whose message ends the connection, how much of it passes, and whether it is stored. */
const MOMENTS: readonly (readonly [
  name: string,
  from: WireMessage['from'],
  share: number,
  isStored: boolean | undefined,
])[] = [
  ['before its arguments are sent', 'client', 0, false],
  ['in the middle of its arguments', 'client', 0.5, false],
  ['when all of it is sent', 'client', 1, undefined],
  ['before its answer arrives', 'server', 0, true],
];

let database: TestDatabase;
let direct: pg.Pool;
let proxy: PostgresProxy;
let survivor: ServiceProcess;
let victim: Promise<ServiceProcess>;
let sent = 0;
const start = (): Promise<ServiceProcess> => ServiceProcess.start(proxy.url);
beforeAll(async () => {
  database = await createTestDatabase();
  direct = new pg.Pool({ connectionString: database.url, max: 1 });
  proxy = await PostgresProxy.start(database.url);
  survivor = await start();
  // The first of all finds no counter for its number.
  await (await survivor.as('ada.admin')).inserted('Customer', customer());
  victim = start();
  victim.catch(() => undefined);
}, TIMEOUT_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy.stop();
  await direct.end();
  await database.drop();
}, TIMEOUT_MS);

/** One insert of a caller. */
interface Insert {
  readonly caller: (typeof CALLERS)[number];
  readonly name: string;
  readonly fields: Row;
}

const newInserts = (count: number): readonly Insert[] =>
  Array.from({ length: count }, (_, i) => {
    const name = `group ${++sent}`;
    return { caller: CALLERS[i % CALLERS.length], name, fields: customer({ Name: name, RegionId: REGION.south }) };
  });

type Callers = ReadonlyMap<string, Caller>;
const callersOf = async (node: ServiceProcess): Promise<Callers> =>
  new Map(await Promise.all(CALLERS.map(async (name) => [name, await node.as(name)] as const)));

/** @returns their answers; undefined where there was none */
const insertAll = (
  callers: Callers,
  inserts: readonly Insert[],
  isKeyed: boolean,
): Promise<readonly (Answer | undefined)[]> =>
  Promise.all(
    inserts.map(({ caller, name, fields }) => {
      const headers = isKeyed ? { 'Idempotency-Key': name } : undefined;
      return callers
        .get(caller)!
        .insert('Customer', fields, headers)
        .catch(() => undefined);
    }),
  );

/** A customer as it is stored, with the numbers of its changes and outcomes, and of different users in all of it. */
interface Stored {
  readonly name: string;
  readonly id: string;
  readonly xid: string;
  readonly changes: number;
  readonly outcomes: number;
  readonly users: number;
}

async function storedOf(inserts: readonly Insert[]): Promise<readonly Stored[]> {
  const environments = await direct.query(
    `SELECT e.schema_name AS schema FROM platform.environment e JOIN platform.app a ON a.id = e.app_id
     JOIN platform.tenant t ON t.id = a.tenant_id WHERE (t.name, a.name, e.name) = ('Northgate', 'OrderToCash', 'Development')`,
  );
  const { rows } = await direct.query<Stored>(
    `SELECT t."Name" AS name, t."Id" AS id, min(c.xid::text) AS xid, count(DISTINCT c.position)::int AS changes,
       count(DISTINCT o.id)::int AS outcomes, count(DISTINCT u.id)::int AS users
     FROM "${environments.rows[0].schema}"."Customer" t
     LEFT JOIN ${LOGGED_CHANGES} c ON c.record_id = t."Id"
     LEFT JOIN platform.operation o ON o.id = c.correlation_id AND o.record_ids = ARRAY[t."Id"]
     CROSS JOIN LATERAL unnest(ARRAY[t."OwnerId", t."CreatedBy", c.user_id, o.user_id]) AS u(id)
     WHERE t."Name" = ANY($1::text[])
     GROUP BY t."Id", t."Name"`,
    [inserts.map(({ name }) => name)],
  );
  return rows;
}

/** Statements that a dead node has sent run to their end. */
const sessionsEnd = (): Promise<void> =>
  until('no session is at work', async () => {
    const { rows } = await direct.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND state <> 'idle' AND application_name = 'data-and-workflow-service'`,
    );
    return rows.length === 0;
  });

/** Ends the connection of the next group at a moment, or all with their node. @returns a function that tells whether it did */
function arm([, from, share]: (typeof MOMENTS)[number], node?: ServiceProcess): () => boolean {
  let connection: number | undefined;
  let isOver = false;
  proxy.judge = (message) => {
    if (isOver) return node || message.connection === connection ? 0 : undefined;
    if (connection === undefined && isOfGroup(message)) ({ connection } = message);
    if (message.connection !== connection || message.from !== from) return undefined;
    isOver = true;
    void node?.kill();
    return Math.floor(share * message.bytes);
  };
  return () => isOver;
}

/** Each is wholly stored or not at all, once. */
function expectWhole(stored: readonly Stored[]): void {
  expect(new Set(stored.map(({ name }) => name)).size).toBe(stored.length);
  for (const { changes, outcomes, users } of stored) expect([changes, outcomes, users]).toEqual([1, 1, 1]);
}

/** Numbers of inserts in the statements of several. */
const groupsOf = (stored: readonly Stored[]): readonly number[] =>
  [...groupedBy(stored, ({ xid }) => xid).values()].map(({ length }) => length).filter((length) => length > 1);

// Requirement: F1, F3, P1, P2, P3
describe('the statement of a group of callers', () => {
  it.each(MOMENTS)(
    'loses its connection %s: each insert is done once and answered 200',
    async (...moment) => {
      const callers = await callersOf(survivor);
      const inserts = newInserts(INSERTS);
      const isOver = arm(moment);
      const answers = await insertAll(callers, inserts, false);
      expect([isOver(), answers.map((answer) => answer?.status)]).toEqual([true, inserts.map(() => 200)]);
      const stored = await storedOf(inserts);
      expectWhole(stored);
      const idOf = new Map(stored.map(({ name, id }) => [name, id]));
      expect(answers.map((answer) => answer!.body.Result.Id)).toEqual(inserts.map(({ name }) => idOf.get(name)));
    },
    TIMEOUT_MS,
  );

  it.each(MOMENTS.filter(([, , share]) => share !== 0.5))(
    'loses its node %s: each insert is there with its outcome or not at all, those with keys once when sent again',
    async (...moment) => {
      const [, , , isStored] = moment;
      const node = await victim;
      const callers = await callersOf(node);
      const [inserts, keyed] = [newInserts(INSERTS), newInserts(CALLERS.length)];
      const isOver = arm(moment, node);
      const [answers] = await Promise.all([insertAll(callers, inserts, false), insertAll(callers, keyed, true)]);
      await node.kill();
      proxy.judge = () => undefined;
      victim = start();
      victim.catch(() => undefined);
      expect(isOver()).toBe(true);
      await sessionsEnd();
      const stored = await storedOf(inserts);
      expectWhole(stored);
      const names = new Set(stored.map(({ name }) => name));
      const lost = inserts.filter(({ name }, i) => answers[i]?.status === 200 && !names.has(name));
      expect(lost).toEqual([]);
      // Another group may have been on its way before the node died.
      if (isStored !== undefined) expect(groupsOf(stored).length > 0).toBe(isStored);
      const again = await callersOf(survivor);
      for (let time = 0; time < 2; time++) {
        const repeated = await insertAll(again, keyed, true);
        expect(repeated.map((answer) => answer?.status)).toEqual(keyed.map(() => 200));
      }
      const once = await storedOf(keyed);
      expectWhole(once);
      expect(once.length).toBe(keyed.length);
    },
    TIMEOUT_MS,
  );
});
