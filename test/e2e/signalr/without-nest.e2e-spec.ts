import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Connection, type Hub, HubError, SignalRServer } from '#signalr/index.js';
import { RawSocket, record } from '../../support/raw-socket.js';

let http: Server;
let signalr: SignalRServer;
let hub: Hub;
let url: string;
const errors: unknown[] = [];

beforeAll(async () => {
  signalr = new SignalRServer({ onError: (error) => errors.push(error), tickMs: 20 });
  hub = signalr.mapHub('/hub', {
    methodsOf: () => [
      {
        name: 'Add',
        parameters: [{ type: 'number' }, { type: 'number' }],
        invoke: ({ arguments: [a, b] }) => Number(a) + Number(b),
      },
      {
        name: 'Refuse',
        invoke: () => {
          throw new HubError('no');
        },
      },
      { name: 'Whoever', invoke: ({ client }) => hub.all.except(client.id).send('Hello', client.id) },
      { name: 'Circular', invoke: ({ client }) => client },
    ],
  });
  signalr.mapHub(
    '/moved',
    { methodsOf: () => [] },
    {
      negotiate: () => ({ url: `${url}/hub`, accessToken: 'other' }),
    },
  );
  signalr.mapHub('/closed', { methodsOf: () => [] }, { negotiate: () => ({ error: 'Closed today.' }) });
  signalr.mapHub('/broken', { methodsOf: () => [] }, { authorize: () => Promise.reject(new Error('database down')) });
  // Bytes in, the same bytes out.
  signalr.mapConnections('/echo', (connection: Connection) => ({
    received: (data) => {
      connection.transferFormat = 'Binary';
      connection.send(data);
    },
    closed: () => undefined,
  }));
  http = createServer((request, response) => {
    if (!signalr.handle(request, response)) response.writeHead(404).end();
  });
  signalr.attach(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await signalr.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

const client = (path: string) =>
  new HubConnectionBuilder()
    .withUrl(url + path, { transport: HttpTransportType.WebSockets })
    .configureLogging(LogLevel.None)
    .build();

it('serves hubs on any HTTP server', async () => {
  const [one, two] = [client('/hub'), client('/hub')];
  await Promise.all([one.start(), two.start()]);
  const hello = new Promise((resolve) => two.on('hello', resolve));
  expect(await one.invoke('ADD', 1, 2)).toBe(3);
  await one.invoke('Whoever');
  expect(await hello).toBe(one.connectionId);
  await expect(one.invoke('Refuse')).rejects.toThrow(
    "An unexpected error occurred invoking 'Refuse' on the server. HubException: no",
  );
  await Promise.all([one.stop(), two.stop()]);
});

it('reports an unsendable result to the operator, and a failure to the client', async () => {
  const connection = client('/hub');
  await connection.start();
  await expect(connection.invoke('Circular')).rejects.toThrow("invoking 'Circular' on the server.");
  expect(errors).toHaveLength(1);
  expect(await connection.invoke('Add', 1, 1)).toBe(2);
  await connection.stop();
});

it('reports a failing admission to the operator, and only a failure to the client', async () => {
  const before = errors.length;
  const response = await fetch(`${url}/broken/negotiate`, { method: 'POST' });
  expect([response.status, await response.text()]).toEqual([500, 'The request failed.']);
  await expect(RawSocket.open(`${url}/broken`)).rejects.toThrow('500');
  expect(errors.slice(before).map(String)).toEqual(['Error: database down', 'Error: database down']);
});

it('redirects and refuses when negotiating', async () => {
  const moved = client('/moved');
  await moved.start();
  expect(await moved.invoke('Add', 2, 2)).toBe(4);
  await moved.stop();
  await expect(client('/closed').start()).rejects.toThrow('Closed today.');
});

it('carries arbitrary bytes without the hub protocol, over every transport', async () => {
  const bytes = Buffer.from([0, 1, 255, 30]);
  const socket = await RawSocket.open(`${url}/echo`);
  const echoed = new Promise((resolve) => socket.socket.once('message', (data, isBinary) => resolve([data, isBinary])));
  socket.send(bytes);
  expect(await echoed).toEqual([bytes, true]);
  socket.cut();
  const negotiated = await fetch(`${url}/echo/negotiate?negotiateVersion=1`, { method: 'POST' });
  const { connectionToken } = (await negotiated.json()) as { connectionToken: string };
  const address = `${url}/echo?id=${connectionToken}`;
  await fetch(address);
  await fetch(address, { method: 'POST', body: bytes });
  expect(Buffer.from(await (await fetch(address)).arrayBuffer())).toEqual(bytes);
  await fetch(address, { method: 'DELETE' });
});

it('encodes a broadcast once, even when it is written later', async () => {
  const socket = await RawSocket.greet(`${url}/hub`);
  for (let n = 0; n < 100; n++) hub.all.send('Burst', n);
  const messages = (await socket.until(101)).slice(1);
  expect(messages.map((message) => (message.arguments as unknown[])[0])).toEqual(
    Array.from({ length: 100 }, (_, n) => n),
  );
  // One turn of the event loop is one frame.
  expect(socket.pieces).toHaveLength(2);
  expect(socket.pieces[1].toString().startsWith(record({ type: 1, target: 'Burst', arguments: [0] }))).toBe(true);
  socket.cut();
});
