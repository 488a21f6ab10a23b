/**
 * A program: many short visits of the original's client to a hub, each of which starts, calls and is called several times, and stops.
 * A process of its own, since the server's event loop must not be that of its clients. Prints what went wrong.
 */
import { HttpTransportType, HubConnectionBuilder, JsonHubProtocol, LogLevel } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { forwardRequest } from '#signalr/transports/forwarding.js';
import { CERTIFICATE_FILE, type Visits } from './visits.js';

const { url, transport, protocol, atOnce, times, isForwarded } = JSON.parse(process.argv[2]) as Visits;
const TEXTS = ['a', 'b', 'c', 'd', 'e'];

const pem = readFileSync(CERTIFICATE_FILE);
const { origin, pathname } = new URL(url);
const node = createServer({ cert: pem, key: pem }, (request, response) => {
  forwardRequest({ origin }, request, response).catch(() => response.destroy());
});
await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
const hub = isForwarded ? `https://127.0.0.1:${(node.address() as AddressInfo).port}${pathname}` : url;

async function visit(): Promise<readonly string[]> {
  const client = new HubConnectionBuilder()
    .withUrl(hub, { transport: HttpTransportType[transport] })
    .withHubProtocol(protocol === 'json' ? new JsonHubProtocol() : new MessagePackHubProtocol())
    .configureLogging(LogLevel.None)
    .build();
  const heard: string[] = [];
  const faults: string[] = [];
  client.on('Message', (text: string) => heard.push(text));
  client.onclose((error) => error && faults.push(`closed: ${error.message}`));
  try {
    await client.start();
    for (const text of TEXTS) {
      if ((await client.invoke('Echo', text)) !== text) faults.push('a wrong answer');
      await client.invoke('InvokeWithString', text);
    }
    await client.stop();
  } catch (error) {
    faults.push(String(error));
  }
  if (heard.join() !== TEXTS.join()) faults.push(`heard ${heard.join()}`);
  return faults;
}

const faults: string[] = [];
for (let n = 0; n < times; n++) faults.push(...(await Promise.all(Array.from({ length: atOnce }, visit))).flat());
node.closeAllConnections();
node.close();
process.stdout.write(JSON.stringify(faults));
