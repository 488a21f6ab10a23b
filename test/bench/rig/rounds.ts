import type { Load, LoadResult } from '../load/load.js';
import type { Bed } from './bed.js';
import { cpuMs, familyCpuMs, reply, rssBytes, type Server } from './processes.js';

const WARM_UP_MS = 8_000;
const ROUND_MS = 4_000;

/** Result of one server in one round. */
export interface Measured {
  readonly perSecond: number;
  /** Microseconds of CPU per request, or per record of one: of the server's process, and of PostgreSQL's. */
  readonly serverMicros: number;
  readonly postgresMicros: number;
  readonly p99Ms: number;
  readonly rssBytes: number;
}

/** A round of the service and one of the other, one right after the other. */
export interface Round {
  readonly service: Measured;
  readonly other: Measured;
}

/** One of two servers, and its load. */
export interface Side {
  readonly server: Server;
  readonly load: Omit<Load, 'port' | 'durationMs'>;
}

/** The service and what it is compared with. */
export interface Sides {
  readonly service: Side;
  readonly other: Side;
}

/** Rounds of both in turns: what disturbs the machine meets both alike. */
export async function rounds(bed: Bed, sides: Sides, count: number): Promise<readonly Round[]> {
  const measure = ({ server, load }: Side, durationMs: number): Promise<Measured> =>
    measured(bed, server, { ...load, port: server.port, durationMs });
  for (const side of [sides.service, sides.other]) await measure(side, WARM_UP_MS);
  const done: Round[] = [];
  for (let i = 0; i < count; i++) {
    done.push({ service: await measure(sides.service, ROUND_MS), other: await measure(sides.other, ROUND_MS) });
  }
  return done;
}

/** Runs a load, and takes the time and the CPU of it. @throws {Error} when a request failed */
export async function measured(bed: Bed, { process: { pid } }: Server, load: Load): Promise<Measured> {
  const before = { server: cpuMs(pid!), postgres: familyCpuMs(bed.postgres) };
  bed.load.send(load);
  const result = await reply<LoadResult>(bed.load);
  if (result.failures > 0) throw new Error(`${result.failures} requests failed; the first: ${result.firstFailure}`);
  const records = result.requests * (load.request.records ?? 1);
  const perRecord = (ms: number): number => (ms * 1_000) / records;
  return {
    perSecond: (records * 1_000) / result.durationMs,
    serverMicros: perRecord(cpuMs(pid!) - before.server),
    postgresMicros: perRecord(familyCpuMs(bed.postgres) - before.postgres),
    p99Ms: result.p99Ms,
    rssBytes: rssBytes(pid!),
  };
}

/** The middle one, or of two the lower one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
