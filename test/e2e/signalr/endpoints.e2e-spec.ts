import { WebSocketGateway } from '@nestjs/websockets';
import { HubApp } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';
import { HANDSHAKE, negotiate, RawSocket } from '../../support/raw-socket.js';

@WebSocketGateway({ path: '/Uncommon', transports: ['ServerSentEvents', 'LongPolling'] })
class NoSocketsGateway {}

let app: HubApp;
let hub: string;
beforeAll(async () => {
  app = await HubApp.start([ProvingGateway, NoSocketsGateway], { negotiationTimeoutMs: 1_000, tickMs: 20 });
  hub = `${app.url}/default`;
});
afterAll(() => app.stop());

const call = async (method: string, url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const upgrade = (url: string): Promise<string> =>
  RawSocket.open(url).then(
    () => '101',
    ({ message }: Error) => message,
  );

const AVAILABLE = [
  { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
  { transport: 'ServerSentEvents', transferFormats: ['Text'] },
  { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
];

// Requirement: R201
it.each<[query: string, members: object]>([
  [
    '?negotiateVersion=1',
    { negotiateVersion: 1, connectionId: '', connectionToken: '', availableTransports: AVAILABLE },
  ],
  [
    '?NEGOTIATEVERSION=7',
    { negotiateVersion: 1, connectionId: '', connectionToken: '', availableTransports: AVAILABLE },
  ],
  ['', { negotiateVersion: 0, connectionId: '', availableTransports: AVAILABLE }],
  [
    '?negotiateVersion=1&useStatefulReconnect=true',
    {
      negotiateVersion: 1,
      connectionId: '',
      connectionToken: '',
      availableTransports: AVAILABLE,
      useStatefulReconnect: true,
    },
  ],
  ['?negotiateVersion=x', { error: 'The client requested a non-integer protocol version.' }],
])('negotiates %s', async (query, expected) => {
  const { status, headers, text } = await call('POST', `${hub}/negotiate${query}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  const answer = JSON.parse(text) as Record<string, unknown>;
  // Members and their order; ids are random.
  const ids = Object.entries(answer).map(([name, value]) => [name, name.startsWith('connection') ? '' : value]);
  expect(ids).toEqual(Object.entries(expected));
  expect(text).not.toMatch(/"connection(Id|Token)":"[^"]*[^\w."-]/);
});

it('offers only the transports of the hub', async () => {
  const { text } = await call('POST', `${app.url}/uncommon/negotiate?negotiateVersion=1`);
  expect(JSON.parse(text)).toMatchObject({ availableTransports: AVAILABLE.slice(1) });
  expect(await upgrade(`${app.url}/uncommon`)).toBe('404');
});

it.each<[method: string, path: string, status: number, text: string]>([
  ['GET', '/default/negotiate', 405, 'This method is not allowed here.'],
  ['GET', '/default', 400, 'Connection ID required'],
  ['POST', '/default', 400, 'Connection ID required'],
  ['DELETE', '/default', 400, 'Connection ID required'],
  ['GET', '/default?id=unknown', 404, 'No Connection with that ID'],
  ['POST', '/default?id=unknown', 404, 'No Connection with that ID'],
  ['DELETE', '/default?id=unknown', 404, 'No Connection with that ID'],
  ['PUT', '/default?id=unknown', 405, 'This method is not allowed here.'],
])('answers %s %s with %i %s', async (method, path, status, text) => {
  const answer = await call(method, app.url + path);
  expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([status, text, 'text/plain']);
});

it('leaves other paths to the application', async () => {
  expect((await call('GET', `${app.url}/default/other`)).status).toBe(404);
  expect((await call('GET', `${app.url}/elsewhere?id=1`)).text).toContain('Cannot GET /elsewhere');
  expect(await upgrade(`${app.url}/elsewhere`)).toBe('404');
});

it('accepts a trailing slash and any spelling of query names', async () => {
  const { connectionToken } = await negotiate(`${hub}/`.slice(0, -1));
  const socket = await RawSocket.open(`${hub}/?other=1&ID=${connectionToken}`);
  socket.send(HANDSHAKE);
  expect(await socket.until(1)).toEqual([{}]);
  socket.socket.close();
});

it.each(['/DEFAULT', '/default/', '/Uncommon', '/UNCOMMON/'])('serves a hub in any letter case: %s', async (path) => {
  const { connectionToken } = await negotiate(app.url + path.replace(/\/$/, ''));
  expect((await call('POST', `${app.url}${path}?id=${connectionToken}`)).text).toBe('No Connection with that ID');
  expect((await call('GET', `${app.url}${path}?id=${connectionToken}`)).status).toBe(200);
  expect((await call('POST', `${app.url}${path.replace(/\/$/, '')}/Negotiate?negotiateVersion=1`)).status).toBe(200);
});

it('opens sockets in any letter case of the path', async () => {
  const socket = await RawSocket.greet(`${app.url}/DeFault`);
  expect(socket.messages).toEqual([{}]);
  socket.cut();
});

it('answers a close frame without a code with 1000', async () => {
  const socket = await RawSocket.greet(hub);
  socket.socket.close();
  expect(await socket.closed).toBe(1000);
});

it('addresses a connection by its token only, once, and over one transport', async () => {
  const { connectionId, connectionToken } = await negotiate(hub);
  expect(await upgrade(`${hub}?id=${connectionId}`)).toBe('404');
  expect(await upgrade(`${hub}?id=${connectionToken.slice(0, -1)}!`)).toBe('404');
  const socket = await RawSocket.open(`${hub}?id=${connectionToken}`);
  expect(await upgrade(`${hub}?id=${connectionToken}`)).toBe('409');
  const url = `${hub}?id=${connectionToken}`;
  expect(await call('GET', url)).toMatchObject({ status: 400, text: 'Cannot change transports mid-connection' });
  expect(await call('GET', url, { Accept: 'text/event-stream' })).toMatchObject({ status: 400 });
  expect(await call('POST', url)).toMatchObject({
    status: 405,
    text: 'POST requests are not allowed for WebSocket connections.',
  });
  expect(await call('DELETE', url)).toMatchObject({
    status: 400,
    text: 'Cannot terminate this connection using the DELETE endpoint.',
  });
  socket.socket.close();
  await socket.closed;
  expect(await upgrade(url)).toBe('404');
});

it('forgets an unused negotiation', async () => {
  const [soon, late] = [await negotiate(hub), await negotiate(hub)];
  expect(await upgrade(`${hub}?id=${soon.connectionToken}`)).toBe('101');
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  expect(await upgrade(`${hub}?id=${late.connectionToken}`)).toBe('404');
});

// Requirement: R201
it('uses the connection id as the address in version 0', async () => {
  const { text } = await call('POST', `${hub}/negotiate`);
  const { connectionId } = JSON.parse(text) as { connectionId: string };
  const socket = await RawSocket.open(`${hub}?id=${connectionId}`);
  socket.send(`${HANDSHAKE}{"type":1,"invocationId":"1","target":"GetCallerConnectionId","arguments":[]}\u001e`);
  expect((await socket.until(2))[1]).toEqual({ type: 3, invocationId: '1', result: connectionId });
  socket.socket.close();
});
