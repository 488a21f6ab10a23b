import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hub, SignalRServer } from '#signalr/index.js';
import { HANDSHAKE, RawSocket, record } from '../../support/raw-socket.js';

const CLIENTS = 30;
const MESSAGES = 300;

let http: Server;
let signalr: SignalRServer;
let hub: Hub;
let url: string;
let sockets: RawSocket[] = [];

beforeAll(async () => {
  signalr = new SignalRServer();
  hub = signalr.mapHub('/hub', { methodsOf: () => [] });
  http = createServer((request, response) => {
    if (!signalr.handle(request, response)) response.end('live');
  });
  signalr.attach(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.cut();
});
afterAll(async () => {
  await signalr.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

/** Clients, every other one of which speaks MessagePack. */
async function connect(count: number): Promise<void> {
  sockets = await Promise.all(Array.from({ length: count }, () => RawSocket.open(`${url}/hub`)));
  for (const [i, socket] of sockets.entries())
    socket.send(i % 2 === 0 ? HANDSHAKE : record({ protocol: 'messagepack', version: 1 }));
  await Promise.all(sockets.map((socket) => socket.until(1)));
}

/** Bytes that each client got after the handshake's answer, once all JSON clients got this number of messages. */
async function received(messages: number): Promise<readonly Buffer[]> {
  for (const [i, socket] of sockets.entries()) if (i % 2 === 0) await socket.until(1 + messages);
  while (sockets.some(({ pieces }) => pieces.length < 2)) await new Promise(setImmediate);
  return sockets.map(({ pieces }) => Buffer.concat(pieces.slice(1)));
}

/** A value that knows how often it was read. */
class Counted {
  times = 0;

  constructor() {
    Object.defineProperty(this, 'text', { enumerable: true, get: () => this.#read() });
  }

  #read(): string {
    this.times++;
    return 'hello';
  }
}

it('a broadcast is encoded once per protocol, as for a single client', async () => {
  const [toTwo, toAll] = [new Counted(), new Counted()];
  await connect(2);
  hub.all.send('Hear', toTwo);
  await received(1);
  for (const socket of sockets.splice(0)) socket.cut();
  while (hub.size > 0) await new Promise(setImmediate);
  await connect(CLIENTS);
  hub.all.send('Hear', toAll);
  const [first, second, ...others] = await received(1);
  expect(toTwo.times).toBeGreaterThan(0);
  expect(toAll.times).toBe(toTwo.times);
  expect([first, second].every((bytes) => bytes.includes('hello'))).toBe(true);
  for (const [i, each] of others.entries()) expect(each).toEqual(i % 2 === 0 ? first : second);
});

it('many broadcasts reach all in order while requests are served', async () => {
  await connect(CLIENTS);
  const texts = Array.from({ length: MESSAGES }, (_, i) => record({ type: 1, target: 'Hear', arguments: [i] }));
  const state = { isSent: false, answers: 0 };
  const asking = (async () => {
    while (!state.isSent) if ((await fetch(`${url}/live`)).ok) state.answers++;
  })();
  for (let i = 0; i < texts.length; i++) {
    hub.all.send('Hear', i);
    await new Promise(setImmediate);
  }
  const all = await received(MESSAGES);
  state.isSent = true;
  await asking;
  expect(all[0].toString()).toBe(texts.join(''));
  for (const [i, each] of all.entries()) if (i % 2 === 0) expect(each).toEqual(all[0]);
  expect(state.answers).toBeGreaterThan(5);
});
