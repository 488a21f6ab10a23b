import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { hmacSigner, type OwnerLocator } from '#signalr/index.js';
import { forwardRequest, forwardUpgrade } from '#signalr/transports/forwarding.js';
import { HubApp, WAYS } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';
import { negotiate, RawSocket, record } from '../../support/raw-socket.js';

/** The nodes by name, as a table in a database would list them. */
const addresses = new Map<string, string>();
const locator: OwnerLocator = {
  locate: (nodeId) => {
    const origin = addresses.get(nodeId);
    return origin === undefined ? undefined : { origin, headers: { 'X-Node': 'secret' } };
  },
};

const nodes: HubApp[] = [];
let balancer: Server;
let url: string;

beforeAll(async () => {
  for (const nodeId of ['one', 'two', 'three']) {
    const node = await HubApp.start([ProvingGateway], { nodeId, locator, signer: hmacSigner('shared'), tickMs: 50 });
    addresses.set(nodeId, node.url);
    nodes.push(node);
  }
  // Each request goes to the next node: the opposite of sticky sessions.
  let turn = 0;
  const next = () => ({ origin: nodes[turn++ % nodes.length].url });
  balancer = createServer((request, response) => void forwardRequest(next(), request, response));
  balancer.on('upgrade', (request, socket, head) => forwardUpgrade(next(), request, socket, head));
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
});

afterAll(async () => {
  for (const node of nodes) await node.stop();
  balancer.closeAllConnections();
  await new Promise((resolve) => balancer.close(resolve));
});

// Requirement: T74
describe.each(WAYS)('without sticky sessions, over $transport in $protocol', (way) => {
  it('a client works whatever node its requests reach', async () => {
    for (let n = 0; n < 3; n++) {
      const connection = await nodes[0].connect(way, '/default', {}, url);
      for (const text of ['a', 'b', 'c']) expect(await connection.invoke('Echo', text)).toBe(text);
      await connection.stop();
    }
  });
});

// Requirement: R202
it('a stateful connection is resumed through any node', async () => {
  const { connectionToken } = await negotiate(`${url}/default`, '&useStatefulReconnect=true');
  const hub = `${url}/default?id=${connectionToken}`;
  const socket = await RawSocket.open(hub);
  const join = record({ type: 1, invocationId: 'join', target: 'Join', arguments: ['g'] });
  socket.send(record({ protocol: 'json', version: 2 }) + join);
  await socket.until(2);
  for (let n = 0; n < 3; n++) {
    socket.cut();
    const again = await RawSocket.open(hub);
    expect((await again.until(1))[0]).toEqual({ type: 9, sequenceId: 1 });
    again.cut();
  }
});

it('a lost or silent node costs its connections, but does not affect the node that was asked', async () => {
  const { connectionToken } = await negotiate(`${nodes[0].url}/default`);
  const ask = async (): Promise<number> => (await fetch(`${nodes[1].url}/default?id=${connectionToken}`)).status;
  const address = addresses.get('one')!;
  addresses.set('one', 'http://127.0.0.1:1');
  expect(await ask()).toBe(502);
  addresses.delete('one');
  expect(await ask()).toBe(404);
  addresses.set('one', address);
  expect(await ask()).toBe(200);
});

it('a request is forwarded at most once, and a token of another service is refused', async () => {
  const { connectionToken } = await negotiate(`${nodes[0].url}/default`);
  const asked = await fetch(`${nodes[1].url}/default?id=${connectionToken}`, {
    headers: { 'X-SignalR-Forwarded': '1' },
  });
  expect(asked.status).toBe(404);
  const stranger = await HubApp.start([ProvingGateway], { nodeId: 'one' });
  const foreign = await negotiate(`${stranger.url}/default`);
  expect((await fetch(`${nodes[0].url}/default?id=${foreign.connectionToken}`)).status).toBe(404);
  await stranger.stop();
});

it('a leaving client closes both halves of a forwarded stream', async () => {
  const { connectionToken, connectionId } = await negotiate(`${nodes[0].url}/default`);
  const aborting = new AbortController();
  const stream = await fetch(`${nodes[1].url}/default?id=${connectionToken}`, {
    headers: { Accept: 'text/event-stream' },
    signal: aborting.signal,
  });
  const reader = stream.body!.getReader();
  await reader.read();
  await fetch(`${nodes[2].url}/default?id=${connectionToken}`, {
    method: 'POST',
    body: record({ protocol: 'json', version: 1 }),
  });
  await reader.read();
  aborting.abort();
  const { left } = nodes[0].app.get(ProvingGateway);
  while (!left.includes(connectionId)) await delay(5);
});
