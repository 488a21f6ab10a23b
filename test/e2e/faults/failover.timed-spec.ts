import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FailoverLoad } from '../../support/failover-load.js';
import { PATRONI } from '../../support/needed-programs.js';
import { PatroniCluster } from '../../support/patroni-cluster.js';
import type { PatroniMember } from '../../support/patroni-member.js';
import { ServiceProcess } from '../../support/service-process.js';
import type { Caller } from '../../support/test-app.js';
import { until } from '../../support/until.js';

/** Start of the cluster, of two nodes and of the demo. */
const START_MS = 240_000;
const TEST_MS = 120_000;
const PROMOTED_WITHIN_MS = 40_000;
/** Limit of the time between a promotion and the next answer. */
const BACK_WITHIN_SECONDS = 5;
/** Longer than `ttl`, so that the leader has lost its lock when it wakes up. */
const PAUSED_MS = 27_000;
const NODE = { ROLES: 'api,worker', RUN_WORKERS: '4', WAIT_WINDOW_MS: '1000', DATABASE_POOL_SIZE: '8' };

let cluster: PatroniCluster;
let url: string;
let triggerId: string;
const nodes: ServiceProcess[] = [];

/** Runs a statement at the primary, past the service. */
async function query<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: cluster.adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A trigger of each note that is inserted. @returns its id */
async function followNotes(ada: Caller): Promise<string> {
  const Actions = [{ Name: 'Tell', Type: 'SendNotification', ToRole: 'Administrator', Message: 'A note.' }];
  const workflow = { Name: 'Follow', EntityName: 'Note', Type: 'Triggered', RunAs: 'Service', Actions };
  const WorkflowIds = [await ada.inserted('Workflow', workflow)];
  const on = { EntityName: 'Note', TriggerType: 'EventBased', TriggerEvent: 'Created' };
  return ada.inserted('Trigger', { Name: 'Follow', ...on, WorkflowIds });
}

/** Figures of a fault, in seconds. */
interface Figures {
  /** From the fault to the promotion; absent where no other member is promoted. */
  readonly promoted?: number;
  /** From the promotion to the first answer of an insert that began after it. */
  readonly back?: number;
}

/** Waits for the promotion of another member, and for the service. @param atMs time of the fault */
async function promotion(load: FailoverLoad, former: PatroniMember, atMs: number): Promise<Required<Figures>> {
  const others = cluster.members.filter((member) => member !== former);
  const isPromoted = async (): Promise<boolean> =>
    (await Promise.all(others.map((member) => member.isPrimary()))).includes(true);
  await until('another member is promoted', isPromoted, PROMOTED_WITHIN_MS);
  const promotedMs = performance.now();
  await until('an insert is answered', () => load.firstAnswerAfter(promotedMs) !== undefined, PROMOTED_WITHIN_MS);
  const back = (load.firstAnswerAfter(promotedMs)!.atMs - promotedMs) / 1_000;
  return { promoted: (promotedMs - atMs) / 1_000, back };
}

/** A stored note, with the number of runs that the trigger has started for it. */
type Stored = { readonly id: string; readonly subject: string; readonly runs: number };

/** Notes of a load. */
async function stored(name: string): Promise<readonly Stored[]> {
  const [{ schema }] = await query<{ schema: string }>(
    `SELECT e.schema_name AS schema FROM platform.environment e JOIN platform.app a ON a.id = e.app_id
     JOIN platform.tenant t ON t.id = a.tenant_id
     WHERE (t.name, a.name, e.name) = ('Northgate', 'OrderToCash', 'Development')`,
  );
  return query<Stored>(
    `SELECT n."Id" AS id, n."Subject" AS subject, count(r."Id")::int AS runs
     FROM "${schema}"."Note" n
     LEFT JOIN "${schema}"."WorkflowRun" r ON r."RecordId" = n."RecordInformationId" AND r."TriggerId" = '${triggerId}'
     WHERE n."Subject" LIKE '% ${name}'
     GROUP BY n."Id", n."Subject"`,
  );
}

/** True when no accepted write waits for its end. */
const isAllDone = async (): Promise<boolean> =>
  (await query('SELECT FROM platform.command WHERE finished_on IS NULL')).length === 0;

/** Loads the service, does something to the cluster, and compares what was answered with what is stored. */
async function under(name: string, fault: (load: FailoverLoad) => Promise<Figures>): Promise<FailoverLoad> {
  await until('the cluster is whole', () => cluster.isWhole(), TEST_MS / 2);
  const load = await FailoverLoad.start(url, name);
  await until('the load has begun', () => load.answered.length > 40);
  const atMs = performance.now();
  const figures = await fault(load);
  const gap = load.longestGapSince(atMs);
  await until('the cluster is whole', () => cluster.isWhole(), TEST_MS / 2);
  await load.stopWriting();
  await until('accepted writes are done', isAllDone, TEST_MS / 2);
  let notes = await stored(name);
  const isComplete = async (): Promise<boolean> => {
    notes = await stored(name);
    return notes.every(({ id, runs }) => runs > 0 && load.heard.has(id));
  };
  await until('each trigger has fired, and the hub has told of each note', isComplete).catch(() => undefined);
  await load.leave();

  const { answered, calls, reloads } = load;
  const longest = Math.max(...calls.map(({ tookMs }) => tookMs)) / 1_000;
  const refused = calls.filter(({ status }) => status === 503).length;
  const line = { name, ...figures, gap, answered: answered.length, refused, longest, reloads };
  if (process.env.FIGURES) await appendFile(process.env.FIGURES, `${JSON.stringify(line)}\n`);
  const subjects = notes.map(({ subject }) => subject);
  expect(answered.filter((subject) => !subjects.includes(subject))).toEqual([]);
  expect(new Set(subjects).size).toBe(subjects.length);
  expect(notes.filter(({ runs }) => runs !== 1)).toEqual([]);
  expect(notes.filter(({ id }) => !load.heard.has(id))).toEqual([]);
  expect([...load.strange, ...load.doubled]).toEqual([]);
  if (figures.back !== undefined) expect(figures.back).toBeLessThan(BACK_WITHIN_SECONDS);
  return load;
}

PATRONI.describe('PostgreSQL under Patroni, two nodes and their clients', () => {
  beforeAll(async () => {
    cluster = await PatroniCluster.start();
    nodes.push(await ServiceProcess.start(cluster.url, { ...NODE, DEMO: 'true' }));
    nodes.push(await ServiceProcess.start(cluster.url, NODE));
    url = await cluster.balance(nodes.map((node) => node.url));
    triggerId = await followNotes(await nodes[0].as('ada.admin'));
    await until('the balancer has nodes', () =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }, START_MS);
  afterAll(async () => {
    await ServiceProcess.killAll();
    await cluster.stop();
  }, START_MS);

  it(
    'lose nothing when the leader is killed',
    async () => {
      await under('killed', async (load) => {
        const leader = await cluster.leader();
        const atMs = performance.now();
        leader.killPostgres();
        return promotion(load, leader, atMs);
      });
    },
    TEST_MS,
  );

  it(
    'lose nothing when the leader is switched',
    async () => {
      await under('switched', async (load) => {
        const leader = await cluster.leader();
        const atMs = performance.now();
        const switching = cluster.control('switchover', '--leader', leader.name, '--force');
        const figures = await promotion(load, leader, atMs);
        await switching;
        return figures;
      });
    },
    TEST_MS,
  );

  it(
    'lose nothing when the leader is paused for longer than its lock lasts, and wakes up',
    async () => {
      await under('paused', async (load) => {
        const leader = await cluster.leader();
        const atMs = performance.now();
        leader.pause();
        const figures = await promotion(load, leader, atMs);
        await sleep(Math.max(0, atMs + PAUSED_MS - performance.now()));
        leader.resume();
        await until('the former leader follows', () => leader.isStandby(), TEST_MS);
        return figures;
      });
    },
    TEST_MS,
  );

  it(
    'lose nothing when the leader is cut off from the others and from its clients',
    async () => {
      await under('cut off', async (load) => {
        const leader = await cluster.leader();
        const atMs = performance.now();
        leader.cut();
        const figures = await promotion(load, leader, atMs);
        expect(await leader.isPrimary()).toBe(false);
        leader.mend();
        return figures;
      });
    },
    TEST_MS,
  );

  it(
    'go on when one server of etcd is lost',
    async () => {
      const load = await under('etcd lost', async ({ answered }) => {
        const leader = await cluster.leader();
        for (const at of [0, 1, 2]) {
          await cluster.killEtcd(at);
          const before = answered.length;
          await until('the lock was renewed several times', () => answered.length > before + 150, TEST_MS);
          await cluster.startEtcd(at);
          await until('the leader stays', () => leader.isPrimary());
        }
        return {};
      });
      expect(load.reloads).toBe(0);
    },
    TEST_MS,
  );

  it(
    'are answered as JSON with Retry-After where no node runs',
    async () => {
      await ServiceProcess.killAll();
      await until('the balancer knows', async () => (await fetch(url)).status === 503);
      const answer = await fetch(`${url}/api/v1/me`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await answer.json()).toMatchObject({ IsSuccess: false, ErrorDetails: [{ Code: 'Unavailable' }] });
    },
    TEST_MS,
  );
});
