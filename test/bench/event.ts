import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NOTIFICATIONS } from './hub/fan-out.js';
import { Caller } from './load/caller.js';
import { NumberedRequest } from './load/numbered-request.js';
import type { Bed } from './rig/bed.js';
import { type Server, stop } from './rig/processes.js';
import { type CallHeaders, insertRequest } from './rig/requests.js';
import { startService } from './rig/service.js';

/** From the first byte of an insert to its event at a client, while all else is idle. */
export const EVENT_MS = 10;
const INSERTS = 100;
/** Between two inserts: longer than signals are held back, shorter than what finds a change without them. */
const PAUSE_MS = [40, 120] as const;

/** The load's process counts its numbers for itself: these values are other ones. */
const requestOf = (headers: CallHeaders): NumberedRequest => {
  const request = insertRequest(headers);
  return new NumberedRequest({ ...request, body: request.body!.replaceAll('DE#', 'IT#').replaceAll('"c#', '"e#') });
};

/** Measures the time from an insert to its event at a client of the node that stored it, and at one of another node. */
export async function eventTimesMs({
  service,
  headers,
  databaseUrl,
}: Bed): Promise<Readonly<Record<string, readonly number[]>>> {
  const other = await startService(databaseUrl, []);
  const writer = await Caller.open(service.port);
  try {
    return {
      'same node': await timesMs(writer, service, headers),
      'other node': await timesMs(writer, other, headers),
    };
  } finally {
    writer.close();
    await stop(other.process);
  }
}

async function timesMs(writer: Caller, { port }: Server, headers: CallHeaders): Promise<readonly number[]> {
  const client = clientOf(port, headers);
  let heard: () => void = () => undefined;
  client.on('EntityChanged', () => heard());
  await client.start();
  await client.invoke('RegisterEntity', 'Customer');
  const [request, times]: [NumberedRequest, number[]] = [requestOf(headers), []];
  for (let i = 0; i < INSERTS; i++) {
    const event = new Promise<void>((resolve) => (heard = resolve));
    await sleep(randomInt(...PAUSE_MS));
    const sentAt = performance.now();
    const [{ status, text }] = await Promise.all([writer.call(request.next()), event]);
    times.push(performance.now() - sentAt);
    if (status !== '200') throw new Error(`An insert failed: ${text()}`);
  }
  await client.stop();
  return times;
}

/** The client of the original's authors, as front ends use it. */
export const clientOf = (port: number, { Authorization, ...headers }: CallHeaders): HubConnection =>
  new HubConnectionBuilder()
    .withUrl(`http://127.0.0.1:${port}${NOTIFICATIONS}`, {
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: () => Authorization.replace('Bearer ', ''),
      headers,
    })
    .configureLogging(LogLevel.None)
    .build();
