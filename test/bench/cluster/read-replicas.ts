import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startStandby } from '../../support/hot-standby.js';
import { InstalledPostgres } from '../../support/installed-postgres.js';
import { POSTGRES } from '../../support/needed-programs.js';
import type { Finding } from '../findings.js';
import type { LoadResult, RequestTemplate } from '../load/load.js';
import type { Bed } from '../rig/bed.js';
import { medianPair, pairsInTurns } from '../rig/pairs.js';
import { familyCpuMs, parentOf, reply, type Server, stop } from '../rig/processes.js';
import { byIdRequest, type CallHeaders, groupRequest, insertRequest, pageRequest } from '../rig/requests.js';
import { environmentOf, seed } from '../rig/seed.js';
import { callHeaders, startService } from '../rig/service.js';

const [WARM_UP_MS, ROUND_MS] = [4_000, 2_000];
const PAIRS = 5;
/** Least part of the CPU of the primary that the standby takes over. */
const TAKEN = 0.8;
/** Pause between the inserts that run beside the reads of some subjects. */
const INSERT_EVERY_MS = 20;

interface Subject {
  readonly name: string;
  readonly connections: number;
  readonly request: (headers: CallHeaders) => RequestTemplate;
  /** True where inserts run beside the reads; their own CPU is then part of the figures, so that nothing is promised. */
  readonly isMixed?: boolean;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'by-id', connections: 16, request: byIdRequest },
  { name: 'page', connections: 16, request: pageRequest },
  { name: 'groups', connections: 16, request: groupRequest },
  { name: 'by-id of one caller', connections: 1, request: byIdRequest },
  { name: 'by-id beside 50 inserts/s', connections: 16, request: byIdRequest, isMixed: true },
];

interface Measured {
  readonly perSecond: number;
  readonly primaryMicros: number;
  readonly standbyMicros: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Part of the reads that the standby answered. */
  readonly answered: number;
}

type Sides = Readonly<Record<'on' | 'off', Server>>;

interface Rig {
  readonly bed: Bed;
  readonly services: Sides;
  readonly headers: CallHeaders;
  readonly primary: InstalledPostgres;
  /** Process id of the standby's first process. */
  readonly standby: number;
}

/** CPU of the primary for reads with a standby and without, each pair in one run. */
export async function readReplicaFindings(bed: Bed): Promise<readonly Finding[]> {
  if (POSTGRES.path === undefined) return [{ isReached: true, text: 'skipped: PostgreSQL is not installed' }];
  const primary = await InstalledPostgres.start();
  const first = await startService(primary.url, []);
  await stop(first.process);
  await seeded(primary.url);
  const standby = await startStandby(primary);
  const settings = { ROLES: 'api', LOG_LEVEL: 'warn' };
  const on = await startService(primary.url, [], { ...settings, READ_DATABASE_URLS: standby.url });
  const off = await startService(primary.url, [], settings);
  try {
    const headers = await callHeaders(off);
    const rig: Rig = { bed, services: { on, off }, headers, primary, standby: await postmasterOf(standby) };
    const findings: Finding[] = [];
    for (const subject of SUBJECTS) findings.push(await find(rig, subject));
    return findings;
  } finally {
    for (const { process } of [on, off]) await stop(process);
    for (const server of [standby, primary]) await server.stop();
  }
}

async function find(rig: Rig, subject: Subject): Promise<Finding> {
  const { on, off } = rig.services;
  for (const server of [on, off]) await measure(rig, server, subject, WARM_UP_MS);
  const pairs = await pairsInTurns(PAIRS, {
    on: () => measure(rig, on, subject, ROUND_MS),
    off: () => measure(rig, off, subject, ROUND_MS),
  });
  const takenOf = (pair: (typeof pairs)[number]): number => 1 - pair.on.primaryMicros / pair.off.primaryMicros;
  const { ratio, pair } = medianPair(pairs, takenOf);
  const side = ({ perSecond, primaryMicros, standbyMicros, p50Ms, p99Ms }: Measured): string =>
    `${perSecond.toFixed(0)}/s, primary ${primaryMicros.toFixed(0)} µs, standby ${standbyMicros.toFixed(0)} µs, ` +
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  const range = pairs.map((each) => takenOf(each).toFixed(2)).toSorted();
  return {
    isReached: subject.isMixed === true || ratio >= TAKEN,
    text:
      `${subject.name}: ${ratio.toFixed(2)} taken off the primary (${range[0]}–${range.at(-1)}), standby answered ` +
      `${(pair.on.answered * 100).toFixed(1)} %  on ${side(pair.on)} | off ${side(pair.off)}`,
  };
}

async function measure(rig: Rig, server: Server, subject: Subject, durationMs: number): Promise<Measured> {
  const { bed, headers, primary, standby } = rig;
  const { connections, request, isMixed } = subject;
  const stopInserts = isMixed === true ? insertMeanwhile(rig.services.off, headers) : undefined;
  const before = { primary: await backendNanos(primary), standbyMs: familyCpuMs(standby) };
  const reads = await readsOf(server);
  bed.load.send({ port: server.port, connections, request: request(headers), durationMs });
  const result = await reply<LoadResult>(bed.load);
  const after = await backendNanos(primary);
  const spentNanos = [...after].reduce((sum, [pid, nanos]) => sum + nanos - (before.primary.get(pid) ?? 0), 0);
  const primaryMicros = spentNanos / 1_000 / result.requests;
  const standbyMicros = ((familyCpuMs(standby) - before.standbyMs) * 1_000) / result.requests;
  await stopInserts?.();
  if (result.failures > 0) throw new Error(`${result.failures} requests failed; the first: ${result.firstFailure}`);
  const perSecond = (result.requests * 1_000) / result.durationMs;
  const answered = ((await readsOf(server)) - reads) / result.requests;
  return { perSecond, primaryMicros, standbyMicros, p50Ms: result.p50Ms, p99Ms: result.p99Ms, answered };
}

/** CPU so far of all backends, those of the readers of the log of both nodes included. */
const backendNanos = ({ adminUrl }: InstalledPostgres): Promise<ReadonlyMap<number, number>> =>
  withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return new Map(rows.map(({ pid }) => [pid, nanosOf(pid)]));
  });

const nanosOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);

/** Number of reads that the standby has answered to a service so far. */
async function readsOf({ port }: Server): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^db_reads_total\{server="standby"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** Inserts customers one after the other. @returns function that ends it */
function insertMeanwhile({ port }: Server, headers: CallHeaders): () => Promise<void> {
  const { method, path, body } = insertRequest(headers);
  const sent: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const number = String(Date.now()).slice(-12);
    const init = { method, headers: { ...headers, 'Content-Type': 'application/json' } };
    sent.push(fetch(`http://127.0.0.1:${port}${path}`, { ...init, body: body?.replaceAll('#'.repeat(12), number) }));
  }, INSERT_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(sent);
  };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const seeded = (url: string): Promise<void> =>
  withClient(url, async (client) => seed(client, await environmentOf(client)));

const postmasterOf = ({ url }: InstalledPostgres): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return parentOf(rows[0].pid);
  });
