import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { Finding } from '../findings.js';
import { NUMBER, type RequestTemplate } from '../load/load.js';
import type { Bed } from '../rig/bed.js';
import { medianPair, pairsInTurns } from '../rig/pairs.js';
import { type Server, stop } from '../rig/processes.js';
import { measured, median } from '../rig/rounds.js';
import { callHeaders, startService } from '../rig/service.js';

/** Time that a hook on a receiver of one millisecond may add to an insert. */
const ADDED_MS = 4;
/** Limit of the ratio of the p99 of others' inserts while a receiver hangs. */
const VICTIMS = 1.5;
const [ROWS, ROWS_OF_CALL] = [10_000, 1_000];

const [WARM_UP, PAIRS] = [100, 400];
const [ROUNDS, ROUND_MS] = [7, 3_000];
const [VICTIM_CONNECTIONS, HANGING_CALLERS] = [8, 16];
/** Pause of a caller whose write was refused. */
const PAUSE_MS = 200;

type Headers = Readonly<Record<string, string>>;

/** Inserts of three entities: without a hook, with a fast one, with one that never answers. */
interface HookedService {
  readonly server: Server;
  readonly receiver: Receiver;
  readonly headers: Headers;
  send(path: string, body: object): Promise<Response>;
}

interface Receiver {
  readonly url: string;
  calls: number;
  stop(): Promise<void>;
}

/** Measures what hooks over HTTP cost the writes that ask them, and the others. */
export async function httpHookFindings(bed: Bed): Promise<readonly Finding[]> {
  const receiver = await startReceiver();
  const server = await startService(bed.databaseUrl, [], {
    LOG_LEVEL: 'fatal',
    HTTP_ALLOWED_HOSTS: new URL(receiver.url).host,
    HTTP_PRIVATE_HOSTS: '127.0.0.1',
  });
  try {
    const service = await defined(server, receiver);
    return [await addedTime(service), await bulkCalls(service), await victims(bed, service)];
  } finally {
    await stop(server.process);
    await receiver.stop();
  }
}

async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await text(request);
    receiver.calls++;
    if (request.url === '/hangs') return;
    await sleep(1);
    response.setHeader('Content-Type', 'application/json').end('{"Refusals":[],"Set":[]}');
  };
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: 0,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return receiver;
}

const assignments = (fields: object): object[] =>
  Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));

async function defined(server: Server, receiver: Receiver): Promise<HookedService> {
  const headers = { ...(await callHeaders(server, 'ada.admin')), 'Content-Type': 'application/json' };
  const send = (path: string, body: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  for (const [name, Url] of Object.entries({ Plain: '', Fast: `${receiver.url}/`, Hanging: `${receiver.url}/hangs` })) {
    const Hooks = Url === '' ? [] : [{ Name: 'Check', Events: ['BeforeInsert'], Url }];
    const Fields = assignments({ EntityName: name, Fields: [{ FieldName: 'Label', FieldType: 'Text' }], Hooks });
    const answer = await send('/records/insert', { EntityName: 'Entity', Fields });
    if (!answer.ok) throw new Error(await answer.text());
  }
  return { server, receiver, headers, send };
}

const insertOf = (EntityName: string): object => ({ EntityName, Fields: assignments({ Label: `L${NUMBER}` }) });

async function addedTime({ send }: HookedService): Promise<Finding> {
  const insert = (entity: string) => async (): Promise<number> => {
    const startedAt = performance.now();
    const answer = await send('/records/insert', insertOf(entity));
    await answer.text();
    if (!answer.ok) throw new Error(`${entity}: ${answer.status}`);
    return performance.now() - startedAt;
  };
  const sides = { hooked: insert('Fast'), plain: insert('Plain') };
  await pairsInTurns(WARM_UP, sides);
  const pairs = await pairsInTurns(PAIRS, sides);
  const [hooked, plain] = (['hooked', 'plain'] as const).map((side) => median(pairs.map((pair) => pair[side])));
  const added = hooked - plain;
  const sidesText = `hooked ${hooked.toFixed(1)} | plain ${plain.toFixed(1)} ms`;
  return { isReached: added < ADDED_MS, text: `adds ${added.toFixed(1)} ms of ${ADDED_MS} to an insert  ${sidesText}` };
}

async function bulkCalls({ send, receiver }: HookedService): Promise<Finding> {
  receiver.calls = 0;
  const Values = Array.from({ length: ROWS }, (_, i) => [`L${i}`]);
  const answer = await send('/records/bulk-insert', { EntityName: 'Fast', Fields: ['Label'], Values });
  if (!answer.ok) throw new Error(await answer.text());
  const expected = ROWS / ROWS_OF_CALL;
  return { isReached: receiver.calls === expected, text: `${ROWS} rows: ${receiver.calls} calls of ${expected}` };
}

/** Inserts of others, alone and beside callers who wait for a receiver that hangs. */
async function victims(bed: Bed, { server, headers, send }: HookedService): Promise<Finding> {
  const body = JSON.stringify(insertOf('Plain'));
  const request: RequestTemplate = { method: 'POST', path: '/api/v1/records/insert', headers, body };
  const load = async (): Promise<number> =>
    (await measured(bed, server, { port: server.port, connections: VICTIM_CONNECTIONS, request, durationMs: ROUND_MS }))
      .p99Ms;
  const beside = async (): Promise<number> => {
    const over = new AbortController();
    const call = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await (await send('/records/insert', insertOf('Hanging'))).text();
        await sleep(PAUSE_MS);
      }
    };
    const callers = Array.from({ length: HANGING_CALLERS }, call);
    try {
      return await load();
    } finally {
      over.abort();
      await Promise.all(callers);
    }
  };
  await load();
  const pairs = await pairsInTurns(ROUNDS, { alone: load, beside });
  const { ratio, pair } = medianPair(pairs, (each) => each.beside / each.alone);
  const sides = `beside ${pair.beside.toFixed(0)} | alone ${pair.alone.toFixed(0)} ms`;
  return { isReached: ratio <= VICTIMS, text: `others' p99 ${ratio.toFixed(2)} of ${VICTIMS}  ${sides}` };
}
