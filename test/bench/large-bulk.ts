import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from './load/caller.js';
import { NUMBER, type RequestTemplate } from './load/load.js';
import { NumberedRequest } from './load/numbered-request.js';
import type { Bed } from './rig/bed.js';
import { loopCpuMs, rssBytes } from './rig/processes.js';
import { bulkRequest, type CallHeaders } from './rig/requests.js';

/** Limits of one call with this number of rows: memory that it adds to the service, and time that others wait. */
export const ROWS = 100_000;
export const GROWTH_BYTES = 300 * 2 ** 20;
export const STALL_MS = 100;

const SAMPLE_MS = 5;
const SHOWN_LENGTH = 1_000;

/** Result of one large call. */
export interface LargeBulk {
  readonly perSecond: number;
  readonly grownBytes: number;
  /** The longest that the event loop worked on other things while a request without any work waited for its answer. */
  readonly stallMs: number;
}

/** Its values are other ones than those of the loads, which count their numbers in a process of their own. */
function largeRequest(headers: CallHeaders): RequestTemplate {
  const request = bulkRequest(headers, ROWS);
  return {
    ...request,
    body: request.body!.replaceAll(`DE${NUMBER}`, `FR${NUMBER}`).replaceAll(`"c${NUMBER}`, `"l${NUMBER}`),
  };
}

/** Sends one call of very many rows, and watches the service until it is answered. */
export async function largeBulk({ service, headers }: Bed): Promise<LargeBulk> {
  const request = new NumberedRequest(largeRequest(headers)).next();
  const ping = new NumberedRequest({ method: 'GET', path: '/health/live', headers: {} }).next();
  const [caller, other] = await Promise.all([Caller.open(service.port), Caller.open(service.port)]);
  const pid = service.process.pid!;
  const before = rssBytes(pid);
  let [highest, stallMs] = [before, 0];
  const state = { isDone: false };
  const startedAt = performance.now();
  const call = caller.call(request).finally(() => (state.isDone = true));
  while (!state.isDone) {
    // CPU instead of time: a busy machine makes every request wait.
    const workedMs = loopCpuMs(pid);
    await other.call(ping);
    stallMs = Math.max(stallMs, loopCpuMs(pid) - workedMs);
    highest = Math.max(highest, rssBytes(pid));
    await sleep(SAMPLE_MS);
  }
  const { status, text } = await call;
  if (status !== '200') throw new Error(`The large call failed: ${text().slice(0, SHOWN_LENGTH)}`);
  for (const each of [caller, other]) each.close();
  const seconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: ROWS / seconds, grownBytes: highest - before, stallMs };
}
