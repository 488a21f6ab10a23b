import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Finding } from './findings.js';
import type { RequestTemplate } from './load/load.js';
import type { Bed } from './rig/bed.js';
import { type Pair, pairsInTurns } from './rig/pairs.js';
import { type Server, stop } from './rig/processes.js';
import { accessRequest, bulkRequest, byIdRequest, insertRequest, pageRequest } from './rig/requests.js';
import { measured, type Measured, median } from './rig/rounds.js';
import { callHeaders, startService } from './rig/service.js';

const WARM_UP_MS = 4_000;
/** Short rounds in many turns: what else runs on the machine changes within seconds. */
const ROUND_MS = 1_000;
const ROUNDS = 25;
const NEVER_USED_UP = '1000000000';

type Settings = Readonly<Record<string, string>>;

/** Two services with different settings on one database. */
interface Comparison {
  /** Least ratio of their requests per second; absent: none is promised. */
  readonly target?: number;
  readonly on: (collector: string) => Settings;
  readonly off: Settings;
  /** Folder of the build that the other service runs, if it is not this one. */
  readonly offFolder?: string;
}

const traces =
  (TRACES_SAMPLE_RATIO: string) =>
  (TRACES_ENDPOINT: string): Settings => ({ TRACES_ENDPOINT, TRACES_SAMPLE_RATIO });

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  // Equal settings: the error of the method.
  'no-difference': { on: () => ({}), off: {} },
  metrics: { target: 0.97, on: () => ({ METRICS: 'true' }), off: { METRICS: 'false' } },
  limits: {
    target: 0.97,
    on: () => ({
      USER_REQUESTS: NEVER_USED_UP,
      TENANT_REQUESTS: NEVER_USED_UP,
      USER_EXECUTION_MS: NEVER_USED_UP,
      TENANT_EXECUTION_MS: NEVER_USED_UP,
    }),
    off: {},
  },
  traces: { target: 0.95, on: traces('0.01'), off: {} },
  'studio-served': { target: 0.98, on: () => ({ STUDIO: 'true' }), off: { STUDIO: 'false' } },
  'traces-all': { on: traces('1'), off: {} },
  ...(process.env.BENCH_BUILD !== undefined && {
    'other-build': { target: 0.98, on: () => ({}), off: {}, offFolder: process.env.BENCH_BUILD },
  }),
};

interface Subject {
  readonly name: string;
  readonly connections: number;
  readonly request: (headers: Bed['headers']) => RequestTemplate;
}

const EDGE: Subject = { name: 'edge', connections: 32, request: accessRequest };
const INSERT: Subject = { name: 'insert', connections: 16, request: insertRequest };
const BY_ID: Subject = { name: 'by-id', connections: 16, request: byIdRequest };
const SUBJECTS: readonly Subject[] = [EDGE, BY_ID, INSERT];
/** Requests that are compared between builds. Bulk inserts come last, since they change what the others read. */
const OF_BUILDS: readonly Subject[] = [
  EDGE,
  BY_ID,
  { name: 'page', connections: 16, request: pageRequest },
  INSERT,
  { name: 'bulk', connections: 4, request: bulkRequest },
];

type OnAndOff = Pair<Record<'on' | 'off', () => Promise<Measured>>>;

/** Costs of what observes and limits requests, by name: the service with it beside the service without it. */
export const OBSERVED_FINDINGS: Readonly<Record<string, (bed: Bed) => Promise<readonly Finding[]>>> =
  Object.fromEntries(Object.entries(COMPARISONS).map(([name, each]) => [name, (bed: Bed) => compare(bed, each)]));

async function compare(bed: Bed, { target, on, off, offFolder }: Comparison): Promise<readonly Finding[]> {
  const collector = await discardingServer();
  const start = (settings: Settings, folder?: string): Promise<Server> =>
    startService(bed.databaseUrl, [], { LOG_LEVEL: 'warn', ROLES: 'api', ...settings }, folder);
  const services = { on: await start(on(collector.url)), off: await start(off, offFolder) };
  try {
    const findings: Finding[] = [];
    for (const subject of offFolder === undefined ? SUBJECTS : OF_BUILDS)
      findings.push(findingOf(subject, target, await pairsOf(bed, services, subject)));
    return findings;
  } finally {
    for (const { process } of Object.values(services)) await stop(process);
    await collector.stop();
  }
}

async function pairsOf(
  bed: Bed,
  { on, off }: Record<'on' | 'off', Server>,
  { connections, request }: Subject,
): Promise<readonly OnAndOff[]> {
  const template = request(await callHeaders(off));
  const load = (server: Server, durationMs: number): Promise<Measured> =>
    measured(bed, server, { port: server.port, connections, request: template, durationMs });
  for (const server of [on, off]) await load(server, WARM_UP_MS);
  return pairsInTurns(ROUNDS, { on: () => load(on, ROUND_MS), off: () => load(off, ROUND_MS) });
}

function findingOf({ name }: Subject, target: number | undefined, pairs: readonly OnAndOff[]): Finding {
  const ratios = pairs.map(({ on, off }) => on.perSecond / off.perSecond);
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  const costs = pairs.map(({ on, off }) => on.serverMicros / off.serverMicros);
  const side = (of: 'on' | 'off'): string => {
    const middle = (pick: (measured: Measured) => number): string =>
      median(pairs.map((pair) => pick(pair[of]))).toFixed(0);
    return `${of} ${middle((m) => m.perSecond)}/s, ${middle((m) => m.serverMicros)} µs, ${middle((m) => m.rssBytes / 2 ** 20)} MB`;
  };
  const found = `${median(ratios).toFixed(3)}${target === undefined ? '' : ` of ${target}`} (${low}–${high})`;
  const text = `${name} ${found}, CPU of Node ${median(costs).toFixed(3)}  ${side('on')} | ${side('off')}`;
  return { isReached: target === undefined || median(ratios) >= target, text };
}

/** Collector that discards what it receives. */
async function discardingServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((req, res) => {
    req.resume().once('end', () => void res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
