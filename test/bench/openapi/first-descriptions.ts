import type { Finding } from '../findings.js';
import { loopCpuMs, rssBytes, stop } from '../rig/processes.js';
import { median } from '../rig/rounds.js';
import { callHeaders, startService } from '../rig/service.js';
import { longestTurn, MADE_MS, shownTimes, timed, TURN_MS } from './times.js';

const NODES = 5;
/** Other requests that a node serves before, so that its common code is compiled. */
const WARM_UP = 200;

interface First {
  readonly ms: number;
  readonly turn: number;
  readonly cpu: number;
  readonly memory: number;
}

/** Starts a node and describes an environment once. */
async function describeFirst(databaseUrl: string): Promise<First> {
  const service = await startService(databaseUrl, []);
  const [{ port }, pid] = [service, service.process.pid!];
  try {
    const headers = await callHeaders(service, 'ada.admin');
    const get = async (path: string): Promise<string> =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
    for (let i = 0; i < WARM_UP; i++) await get('/api/v1/access?entityName=List');
    const [cpu, memory] = [loopCpuMs(pid), rssBytes(pid)];
    let ms = 0;
    const work = timed(() => get('/api/v1/openapi.json')).then((time) => (ms = time));
    const turn = await longestTurn(port, work);
    return { ms, turn, cpu: loopCpuMs(pid) - cpu, memory: rssBytes(pid) - memory };
  } finally {
    await stop(service.process);
  }
}

/** Measures the first description of new nodes. */
export async function firstFindings(databaseUrl: string): Promise<readonly Finding[]> {
  const found: First[] = [];
  for (let i = 0; i < NODES; i++) found.push(await describeFirst(databaseUrl));
  const [times, turns] = [found.map(({ ms }) => ms), found.map(({ turn }) => turn)];
  const cpu = Math.round(median(found.map((each) => each.cpu)));
  const memory = Math.round(median(found.map((each) => each.memory)) / 2 ** 20);
  return [
    {
      isReached: median(times) < MADE_MS,
      text: `first of a node in ${MADE_MS} ms: ${shownTimes(times)}, ${cpu} ms of CPU of the event loop (with probes), ${memory} MB more`,
    },
    {
      isReached: median(turns) < TURN_MS,
      text: `longest turn below ${TURN_MS} ms during the first: ${shownTimes(turns)}`,
    },
  ];
}
