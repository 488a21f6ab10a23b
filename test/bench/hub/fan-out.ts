import { byIdRequest, bulkRequest, insertRequest, type CallHeaders } from '../rig/requests.js';
import type { Load, LoadResult, RequestTemplate } from '../load/load.js';
import type { Bed } from '../rig/bed.js';
import { cpuMs, forkProgram, forkServer, reply, type Server, stop } from '../rig/processes.js';
import { callHeaders } from '../rig/service.js';
import { type Broadcast, HUB_PATH, LIVE_PATH } from './broadcast.js';
import type { ClientGroup } from './hearing.js';
import { HubClients } from './hub-clients.js';

/** Messages a second to this number of clients or more, and the time that another request may wait meanwhile. */
export const PER_SECOND = 100_000;
export const MANY_CLIENTS = 1_000;
export const OTHERS_MS = 100;

export const NOTIFICATIONS = '/hubs/crud-notifications';
const DURATION_MS = 4_000;
const PROBE_PAUSE_MS = 10;

/** Result of messages to many clients. */
export interface FanOut {
  readonly name: string;
  readonly clients: number;
  readonly perSecond: number;
  readonly perFrame: number;
  readonly serverMicros: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of requests that have nothing to do with it. */
  readonly othersP99Ms: number;
}

/** Sends messages while others' requests are answered. */
interface Scene {
  readonly name: string;
  readonly count: number;
  readonly server: Server;
  readonly clients: HubClients;
  /** Sends for this duration. @returns the number of messages that all clients together are to receive */
  readonly send: (durationMs: number) => Promise<number>;
  /** Request that other callers send meanwhile. */
  readonly other: RequestTemplate;
}

async function play({ name, count, server, clients, send, other }: Scene, probe: Probe): Promise<FanOut> {
  const pid = server.process.pid!;
  await clients.begin();
  const before = cpuMs(pid);
  const answers = probe.run({ port: server.port, connections: 1, durationMs: DURATION_MS, request: other });
  const heard = await clients.heard(await send(DURATION_MS));
  const { p99Ms: othersP99Ms } = await answers;
  return {
    name,
    clients: count,
    perSecond: (heard.messages * 1_000) / heard.durationMs,
    perFrame: heard.messages / heard.frames,
    serverMicros: ((cpuMs(pid) - before) * 1_000) / heard.messages,
    p50Ms: heard.p50Ms,
    p99Ms: heard.p99Ms,
    othersP99Ms,
  };
}

/** Others' requests, a few at a time. */
class Probe {
  readonly #process = forkProgram('../load/generate-load.ts');

  run(load: Omit<Load, 'pauseMs'>): Promise<LoadResult> {
    return requestsOf(this.#process, { ...load, pauseMs: PROBE_PAUSE_MS });
  }

  stop(): Promise<void> {
    return stop(this.#process);
  }
}

/** Sends the requests of a load. @throws {Error} when one fails */
export async function requestsOf(process: Bed['load'], load: Load): Promise<LoadResult> {
  process.send(load);
  const result = await reply<LoadResult>(process);
  if (result.failures > 0) throw new Error(`${result.failures} requests failed; the first: ${result.firstFailure}`);
  return result;
}

/** Loads of a SignalR server alone: the number of clients, and of broadcasts a second. */
const BROADCASTS = [
  { clients: 200, perSecond: 1_000 },
  { clients: 1_000, perSecond: 250 },
  { clients: 5_000, perSecond: 50 },
] as const;

/** Measures what the server delivers to its clients without a service behind it. */
export async function broadcasts(): Promise<readonly FanOut[]> {
  const server = await forkServer('../hub/serve-hub.ts', '');
  const [clients, probe] = [new HubClients(), new Probe()];
  const done: FanOut[] = [];
  try {
    for (const { clients: count, perSecond } of BROADCASTS) {
      await clients.connect(server.port, HUB_PATH, [{ count, headers: {} }]);
      const send = async (durationMs: number): Promise<number> => {
        server.process.send({ perSecond, durationMs } satisfies Broadcast);
        return (await reply<number>(server.process)) * count;
      };
      const other: RequestTemplate = { method: 'GET', path: LIVE_PATH, headers: {} };
      done.push(await play({ name: 'broadcasts', count, server, clients, send, other }, probe));
      await clients.leave();
    }
  } finally {
    await Promise.all([clients.stop(), probe.stop(), stop(server.process)]);
  }
  return done;
}

/** Shares of the clients, by users who read all customers, their team's and their own; the stranger reads none. */
const AUDIENCE = { 'ada.admin': 0.6, 'mona.manager': 0.2, 'nina.north': 0.2 } as const;
const STRANGER = 'nils.north';
const STRANGERS = 50;

/** Writes that clients hear of. */
export interface Writes {
  readonly name: string;
  readonly clients: number;
  readonly load: WriteLoad;
}

/** Single inserts of 16 callers while 1,000 clients are registered. */
export const MANY_HEAR: Writes = {
  name: 'inserts',
  clients: 1_000,
  load: { connections: 16, pauseMs: 40, request: insertRequest },
};

const WRITES: readonly Writes[] = [
  { name: 'inserts', clients: 200, load: { connections: 16, pauseMs: 20, request: insertRequest } },
  MANY_HEAR,
  {
    name: 'bulk inserts',
    clients: 1_000,
    load: { connections: 1, pauseMs: 400, request: (headers) => bulkRequest(headers, 100) },
  },
];

interface WriteLoad {
  readonly connections: number;
  readonly pauseMs: number;
  readonly request: (headers: CallHeaders) => RequestTemplate;
}

/** Measures the changes of records that the service delivers to clients who registered for them. @param server another one */
export async function changes(
  { service, load, headers }: Bed,
  writes: readonly Writes[] = WRITES,
  server = service,
): Promise<readonly FanOut[]> {
  const [clients, probe] = [new HubClients(), new Probe()];
  const done: FanOut[] = [];
  try {
    for (const { name, clients: count, load: wanted } of writes) {
      await clients.connect(server.port, NOTIFICATIONS, await groupsOf(service, count));
      const send = async (durationMs: number): Promise<number> => {
        const request = wanted.request(headers);
        const { requests } = await requestsOf(load, { ...wanted, request, port: server.port, durationMs });
        return requests * (request.records ?? 1) * count;
      };
      done.push(await play({ name, count, server, clients, send, other: byIdRequest(headers) }, probe));
      await clients.leave();
    }
  } finally {
    await Promise.all([clients.stop(), probe.stop()]);
  }
  return done;
}

async function groupsOf(service: Server, count: number): Promise<readonly ClientGroup[]> {
  const wanted = Object.entries({ ...AUDIENCE, [STRANGER]: STRANGERS / count });
  return Promise.all(
    wanted.map(async ([user, share]) => ({
      count: Math.round(share * count),
      headers: await callHeaders(service, user),
      entity: 'Customer',
    })),
  );
}
