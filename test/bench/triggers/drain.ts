import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../rig/bed.js';
import { cpuMs, familyCpuMs, rssBytes, type Server } from '../rig/processes.js';

const SAMPLE_MS = 50;
/** Counting costs PostgreSQL time of its own. */
const COUNT_EVERY = 20;
const LIMIT_MS = 600_000;

/** Cost of the runs that a node enqueues. */
export interface Drained {
  readonly perSecond: number;
  readonly serverMicros: number;
  readonly postgresMicros: number;
  readonly grownBytes: number;
}

/** Waits until there are as many runs. @param runCount of all triggers */
export async function drain(
  bed: Bed,
  { process: { pid } }: Server,
  total: number,
  runCount: () => Promise<number>,
): Promise<Drained> {
  const [startedAt, before] = [performance.now(), await runCount()];
  const cpu = { server: cpuMs(pid!), postgres: familyCpuMs(bed.postgres) };
  const first = rssBytes(pid!);
  let highest = first;
  for (let [sample, count] = [1, before]; count < total; sample++) {
    if (performance.now() - startedAt > LIMIT_MS) throw new Error(`Only ${count} runs were enqueued.`);
    await sleep(SAMPLE_MS);
    highest = Math.max(highest, rssBytes(pid!));
    if (sample % COUNT_EVERY === 0) count = await runCount();
  }
  const [seconds, enqueued] = [(performance.now() - startedAt) / 1_000, total - before];
  return {
    perSecond: enqueued / seconds,
    serverMicros: ((cpuMs(pid!) - cpu.server) * 1_000) / enqueued,
    postgresMicros: ((familyCpuMs(bed.postgres) - cpu.postgres) * 1_000) / enqueued,
    grownBytes: highest - first,
  };
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

/** Describes a cost beside its limits. */
export const drainText = (
  { perSecond, serverMicros, postgresMicros, grownBytes }: Drained,
  limits: { readonly perSecond: number; readonly grownBytes: number },
): string =>
  [
    `${perSecond.toFixed(0)} of ${limits.perSecond}/s`,
    `${serverMicros.toFixed(0)} + ${postgresMicros.toFixed(0)} µs each`,
    `${megabytes(grownBytes)} more of ${megabytes(limits.grownBytes)}`,
  ].join(', ');

export const isWithin = (
  drained: Drained,
  limits: { readonly perSecond: number; readonly grownBytes: number },
): boolean => drained.perSecond >= limits.perSecond && drained.grownBytes < limits.grownBytes;
