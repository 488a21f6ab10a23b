import { Agent, request } from 'node:http';
import type { Finding } from '../findings.js';
import { loopCpuMs, type Server } from '../rig/processes.js';
import type { CallHeaders } from '../rig/requests.js';
import { median } from '../rig/rounds.js';
import { shownTimes, timed } from './times.js';

const CALLS = 300;
const CACHED_MS = 2;
const PATH = '/api/v1/openapi.json';

/** Reads an answer without decompressing it. @returns its status and its bytes */
function receive(agent: Agent, port: number, path: string, headers: CallHeaders): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, headers: { ...headers } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(`${answer.statusCode}, ${Math.ceil(bytes / 1000)} KB`)).on('error', reject);
    });
    sent.on('error', reject).end();
  });
}

/** Measures the answers to a description that is cached: time of the client, and CPU of the service's event loop. */
export async function cachedFindings(service: Server, headers: CallHeaders): Promise<readonly Finding[]> {
  const { port } = service;
  const gzip = { ...headers, 'Accept-Encoding': 'gzip' };
  const described = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: gzip });
  await described.text();
  const known = { ...gzip, 'If-None-Match': described.headers.get('etag')! };
  const agent = new Agent({ keepAlive: true });
  const wire = (path: string, sent: CallHeaders) => () => receive(agent, port, path, sent);
  const ways: readonly (readonly [name: string, call: () => Promise<string>])[] = [
    ['from the cache, gzip, as received', wire(PATH, gzip)],
    ['from the cache, 304 by its tag', wire(PATH, known)],
    ['from the cache, without compression, as received', wire(PATH, headers)],
    ['from the cache, gzip, decompressed and read by fetch', async () => fetched(port, gzip)],
    ['beside it, a small answer of another route', wire('/api/v1/access?entityName=List', headers)],
  ];
  const findings: Finding[] = [];
  for (const [name, call] of ways) findings.push(await finding(service, name, call));
  agent.destroy();
  return findings;
}

async function fetched(port: number, headers: CallHeaders): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers });
  return `${answer.status}, ${Math.ceil((await answer.text()).length / 1000)} KB`;
}

async function finding({ process }: Server, name: string, call: () => Promise<string>): Promise<Finding> {
  const times: number[] = [];
  const answer = await call();
  const before = loopCpuMs(process.pid!);
  for (let i = 0; i < CALLS; i++) times.push(await timed(call));
  const cpu = (loopCpuMs(process.pid!) - before) / CALLS;
  return {
    isReached: median(times) < CACHED_MS,
    text: `in ${CACHED_MS} ms ${name} (${answer}): ${shownTimes(times)}, service ${cpu.toFixed(2)} ms of CPU`,
  };
}
