import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forwardRequest, forwardUpgrade } from '../../../src/signalr/transports/forwarding.js';
import { customer } from '../../support/demo.js';
import { type HubOptions, HubListener } from '../../support/hub-client.js';
import { TestApp } from '../../support/test-app.js';

let nodes: readonly TestApp[];
let balancer: Server;
let balanced: string;

beforeAll(async () => {
  const first = await TestApp.start();
  nodes = [first, await first.startAnother()];
  // Each request goes to the next node: the opposite of sticky sessions.
  let turn = 0;
  const next = () => ({ origin: nodes[turn++ % nodes.length].url });
  balancer = createServer((request, response) => void forwardRequest(next(), request, response));
  balancer.on('upgrade', (request, socket, head) => forwardUpgrade(next(), request, socket, head));
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  balanced = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.stop();
  balancer.closeAllConnections();
  await new Promise((resolve) => balancer.close(resolve));
});

const WAYS: readonly HubOptions[] = [
  { transport: 'WebSockets' },
  { transport: 'ServerSentEvents' },
  { transport: 'LongPolling', protocol: 'messagepack' },
];

it.each(WAYS)('T74 without sticky sessions a client hears of writes on every node: $transport', async (way) => {
  const nina = await HubListener.registered(nodes[0], 'nina.north', ['Customer'], { ...way, base: balanced });
  for (const node of nodes) {
    const { body } = await node.as('nina.north').insert('Customer', customer());
    expect((await nina.next()).Id).toBe(body.Result.Id);
  }
  await nina.stop();
});
