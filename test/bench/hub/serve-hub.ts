/**
 * A program: a SignalR server with one hub and nothing behind it, beside a path that answers at once. Its parent says when
 * it broadcasts what, as `Broadcast`; it tells its port.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignalRServer } from '#signalr/index.js';
import { type Broadcast, HUB_PATH, LIVE_PATH } from './broadcast.js';

const signalr = new SignalRServer();
const hub = signalr.mapHub(HUB_PATH, { methodsOf: () => [] });

const server = createServer((req, res) => {
  if (signalr.handle(req, res)) return;
  res.writeHead(req.url === LIVE_PATH ? 200 : 404, { 'Content-Length': 2 });
  res.end('{}');
});
signalr.attach(server);

/** As long as what the service tells of a change. */
const message = (number: number): object => ({
  EntityName: 'Customer',
  Operation: 'Update',
  Id: '019d4a4c-8d3e-7000-8000-70f12932cdd3',
  RecordInformationId: '019d4a4c-8d3e-7000-8000-9de870f12932',
  ChangedFields: ['Name', 'CreditLimit'],
  RowVersion: number,
  CorrelationId: '019d4a4c-8d3e-7000-8000-2932cdd34ccc',
  Cursor: 'c'.repeat(60),
  OccurredAt: new Date().toISOString(),
});

/** Each message in a turn of its own, as if they came from different requests. */
async function broadcast({ perSecond, durationMs }: Broadcast): Promise<number> {
  const beganAt = performance.now();
  let sent = 0;
  for (let spentMs = 0; spentMs < durationMs; spentMs = performance.now() - beganAt) {
    if (sent < (Math.min(spentMs, durationMs) * perSecond) / 1_000) hub.all.send('EntityChanged', message(++sent));
    else await sleep(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return sent;
}

await once(process, 'message');
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('message', (wanted: Broadcast) => void broadcast(wanted).then((sent) => process.send!(sent)));
process.on('disconnect', () => process.exit());
