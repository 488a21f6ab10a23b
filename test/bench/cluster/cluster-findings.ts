import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Finding } from '../findings.js';
import type { Load, LoadResult } from '../load/load.js';
import type { Bed } from '../rig/bed.js';
import { familyCpuMs, familyPids, reply, rssBytes, type Server, stop } from '../rig/processes.js';
import { byIdRequest, insertRequest } from '../rig/requests.js';
import { startService } from '../rig/service.js';
import { readReplicaFindings } from './read-replicas.js';
import { APART, place, type Placement, TOGETHER } from './placement.js';

const [WARM_UP_MS, ROUND_MS, SETTLE_MS, IDLE_MS] = [6_000, 6_000, 6_000, 20_000];
const CONNECTIONS = 16;
/** Workers whose readers are counted beside those of the bench's own node. */
const READERS = 4;
/** Pause of a caller that leaves the cores idle most of the time. */
const CALM_MS = 40;

type Find = (bed: Bed) => Promise<readonly Finding[]>;

const found = (text: string): Finding => ({ isReached: true, text });
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

async function withCluster<T>(bed: Bed, workers: number, work: (service: Server) => Promise<T>): Promise<T> {
  const service = await startService(bed.databaseUrl, [], { CLUSTER: String(workers), ROLES: 'api' });
  try {
    return await work(service);
  } finally {
    await stop(service.process);
  }
}

async function loaded(bed: Bed, load: Load): Promise<number> {
  bed.load.send(load);
  const { requests, failures, firstFailure } = await reply<LoadResult>(bed.load);
  if (failures > 0) throw new Error(`${failures} requests failed; the first: ${firstFailure}`);
  return requests;
}

async function rate(bed: Bed, service: Server, placement: Placement): Promise<string> {
  place(bed, service, placement);
  const load = { port: service.port, connections: CONNECTIONS, request: byIdRequest(bed.headers) };
  await loaded(bed, { ...load, durationMs: WARM_UP_MS });
  const pids = [service.process.pid!, bed.postgres, bed.load.pid!];
  const before = pids.map(familyCpuMs);
  const requests = await loaded(bed, { ...load, durationMs: ROUND_MS });
  const micros = pids.map((pid, i) => (((familyCpuMs(pid) - before[i]) * 1_000) / requests).toFixed(0));
  return `${((requests * 1_000) / ROUND_MS).toFixed(0)}/s (${micros.join(' + ')} µs)`;
}

/** Rates of selects by Id with one process and with two. */
const findRates: Find = async (bed) => {
  const findings: Finding[] = [];
  for (const placement of [APART, TOGETHER]) {
    const rates: string[] = [];
    for (const workers of [1, 2])
      rates.push(await withCluster(bed, workers, (service) => rate(bed, service, placement)));
    findings.push(
      found(`${placement.name}: CLUSTER=1 ${rates[0]}, CLUSTER=2 ${rates[1]}; service + PostgreSQL + load`),
    );
  }
  return findings;
};

/** Milliseconds of CPU that processes use meanwhile. */
async function spentMs(pids: readonly number[], work: () => Promise<unknown>): Promise<readonly number[]> {
  const before = pids.map(familyCpuMs);
  await work();
  return pids.map((pid, i) => familyCpuMs(pid) - before[i]);
}

const calmInserts = (bed: Bed): Promise<number> =>
  loaded(bed, {
    port: bed.service.port,
    connections: 4,
    pauseMs: CALM_MS,
    durationMs: IDLE_MS,
    request: insertRequest(bed.headers),
  });

/** Measures what readers of the log cost that have nothing to deliver: idle, and for each change of another node. */
const findReaders: Find = async (bed) => {
  let changes = 0;
  const insert = async (): Promise<void> => void (changes = await calmInserts(bed));
  await insert();
  const [aloneIdle] = await spentMs([bed.postgres], () => sleep(IDLE_MS));
  const [aloneInserts] = await spentMs([bed.postgres], insert);
  const perChangeAlone = aloneInserts / changes;
  return withCluster(bed, READERS, async (service) => {
    await sleep(SETTLE_MS);
    const pids = [service.process.pid!, bed.postgres];
    const [ofWorkers, ofPostgres] = await spentMs(pids, () => sleep(IDLE_MS));
    const [nodeMs, postgresMs] = await spentMs(pids, insert);
    const each = (ms: number): string => `${((ms * 1_000) / changes / READERS).toFixed(0)} µs`;
    const postgresIdle = (ofPostgres - aloneIdle) / IDLE_MS / READERS;
    return [
      found(
        `an idle process: ${percent(ofWorkers / IDLE_MS / READERS)} of a core, PostgreSQL ${percent(postgresIdle)}`,
      ),
      found(
        `a change, for each further process that reads it: ${each(nodeMs - ofWorkers)} of Node, ` +
          `${each(postgresMs - perChangeAlone * changes - (ofPostgres - aloneIdle))} of PostgreSQL; ${changes} changes`,
      ),
    ];
  });
};

/** Connections of one process after loads of all kinds, and memory of processes and backends. */
const findConnections: Find = async (bed) => {
  const client = new pg.Client({ connectionString: bed.databaseUrl, application_name: 'bench' });
  await client.connect();
  try {
    return await withCluster(bed, 2, async (service) => {
      await sleep(SETTLE_MS);
      const idle = await backends(client);
      const workers = familyPids(service.process.pid!).slice(1);
      const memory = [service.process.pid!, ...workers].map((pid) => megabytes(rssBytes(pid))).join(', ');
      await loaded(bed, {
        port: service.port,
        connections: CONNECTIONS,
        durationMs: WARM_UP_MS,
        request: byIdRequest(bed.headers),
      });
      const busy = await backends(client);
      const privateBytes = busy.map(privateMemory).toSorted((a, b) => a - b);
      return [
        found(`primary and two workers, idle: ${memory} resident`),
        found(
          `connections of the node and two workers: ${idle.length} idle, ${busy.length} after selects of one user; a backend has ` +
            `${megabytes(privateBytes[privateBytes.length >> 1])} of its own (median; at most ${megabytes(privateBytes.at(-1)!)})`,
        ),
      ];
    });
  } finally {
    await client.end();
  }
};

async function backends(client: pg.Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'`,
  );
  return rows.map(({ pid }) => pid);
}

const privateMemory = (pid: number): number =>
  1_024 * Number(/Private_Dirty:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]);

/** Benches of several processes, by their names. */
export const CLUSTER_FINDINGS: Readonly<Record<string, Find>> = {
  'cluster-connections': findConnections,
  'cluster-readers': findReaders,
  'cluster-rates': findRates,
  'read-replicas': readReplicaFindings,
};
