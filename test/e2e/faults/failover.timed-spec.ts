import { setTimeout as sleep } from 'node:timers/promises';
import type { FailoverLoad } from '../../support/failover-load.js';
import { PATRONI } from '../../support/needed-programs.js';
import { ServiceProcess } from '../../support/service-process.js';
import { until } from '../../support/until.js';
import { type Fault, PROMOTED_WITHIN_MS, Rehearsal, TEST_MS } from './failover-rehearsal.js';

/** Start of the cluster, of two nodes and of the demo. */
const START_MS = 240_000;
/** Limit of the time between a promotion and the next answer. */
const BACK_WITHIN_SECONDS = 5;
/** Longer than `ttl`, so that the leader has lost its lock when it wakes up. */
const PAUSED_MS = 27_000;

let rehearsal: Rehearsal;

/** Compares what was answered under a fault with what is stored. */
async function under(name: string, fault: Fault): Promise<FailoverLoad> {
  const { load, figures, notes } = await rehearsal.under(name, fault);
  const subjects = notes.map(({ subject }) => subject);
  expect(load.answered.filter((subject) => !subjects.includes(subject))).toEqual([]);
  expect(new Set(subjects).size).toBe(subjects.length);
  expect(notes.filter(({ runs }) => runs !== 1)).toEqual([]);
  expect(notes.filter(({ id }) => !load.heard.has(id))).toEqual([]);
  expect([...load.strange, ...load.doubled]).toEqual([]);
  if (figures.back !== undefined) expect(figures.back).toBeLessThan(BACK_WITHIN_SECONDS);
  return load;
}

PATRONI.describe('PostgreSQL under Patroni, two nodes and their clients', () => {
  beforeAll(async () => {
    rehearsal = await Rehearsal.start();
  }, START_MS);
  afterAll(() => rehearsal.stop(), START_MS);

  it(
    'lose nothing when the leader is killed',
    async () => {
      await under('killed', async (load) => {
        const leader = await rehearsal.cluster.leader();
        const atMs = performance.now();
        leader.killPostgres();
        return rehearsal.promotion(load, leader, atMs);
      });
    },
    TEST_MS,
  );

  it(
    'lose nothing when the leader is switched',
    async () => {
      await under('switched', async (load) => {
        const leader = await rehearsal.cluster.leader();
        const atMs = performance.now();
        const switching = rehearsal.cluster.control('switchover', '--leader', leader.name, '--force');
        const figures = await rehearsal.promotion(load, leader, atMs);
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
        const leader = await rehearsal.cluster.leader();
        const atMs = performance.now();
        leader.pause();
        const figures = await rehearsal.promotion(load, leader, atMs);
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
        const leader = await rehearsal.cluster.leader();
        const atMs = performance.now();
        leader.cut();
        const figures = await rehearsal.promotion(load, leader, atMs);
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
        const leader = await rehearsal.cluster.leader();
        for (const at of [0, 1, 2]) {
          await rehearsal.cluster.killEtcd(at);
          const before = answered.length;
          await until('the lock was renewed several times', () => answered.length > before + 150, TEST_MS);
          await rehearsal.cluster.startEtcd(at);
          await until('the leader stays', () => leader.isPrimary());
        }
        return {};
      });
      expect(load.reloads).toBe(0);
    },
    TEST_MS,
  );

  it(
    'refuse writes while two servers of etcd are lost, lose nothing, and go on when one is back',
    async () => {
      await under('two of etcd lost', async (load) => {
        const leader = await rehearsal.cluster.leader();
        const lostMs = performance.now();
        for (const at of [0, 1]) await rehearsal.cluster.killEtcd(at);
        await until('the leader is demoted', async () => !(await leader.isPrimary()), PROMOTED_WITHIN_MS);
        const demoted = (performance.now() - lostMs) / 1_000;
        await until('a write is refused', () => load.calls.at(-1)?.status === 503);
        // Nor does the router lead to a standby.
        expect((await rehearsal.ada.select('Note', { Pager: { PageSize: 1 } })).status).toBe(503);
        const atMs = performance.now();
        await rehearsal.cluster.startEtcd(0);
        const figures = await rehearsal.promotion(load, undefined, atMs);
        await rehearsal.cluster.startEtcd(1);
        return { demoted, ...figures };
      });
    },
    TEST_MS,
  );

  it(
    'go on with another synchronous standby when the one that was stands still',
    async () => {
      await under('standby stands still', async ({ answered }) => {
        const standby = (await rehearsal.cluster.synchronous())!;
        const resume = standby.pauseReceiver();
        await until('another standby is synchronous', () => rehearsal.isReplaced(standby), TEST_MS);
        const before = answered.length;
        await until('writes are answered', () => answered.length > before + 50, TEST_MS);
        resume();
        return {};
      });
    },
    TEST_MS,
  );

  it(
    'are answered as JSON with Retry-After where no node runs',
    async () => {
      await ServiceProcess.killAll();
      // A socket that is kept open ends with the node behind it.
      const known = (): Promise<boolean> =>
        fetch(rehearsal.url)
          .then(({ status }) => status === 503)
          .catch(() => false);
      await until('the balancer knows', known);
      const answer = await fetch(`${rehearsal.url}/api/v1/me`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await answer.json()).toMatchObject({ IsSuccess: false, ErrorDetails: [{ Code: 'Unavailable' }] });
    },
    TEST_MS,
  );
});
