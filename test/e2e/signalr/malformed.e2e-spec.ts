import { encode } from '@msgpack/msgpack';
import { connect } from 'node:net';
import { HubApp } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';
import { HANDSHAKE, RawSocket, record } from '../../support/raw-socket.js';

let app: HubApp;
let hub: string;
beforeAll(async () => {
  app = await HubApp.start([ProvingGateway], { tickMs: 20, handshakeTimeoutMs: 1_000 });
  hub = `${app.url}/default`;
});
afterAll(() => app.stop());

const MESSAGEPACK = record({ protocol: 'messagepack', version: 1 });
const CLOSED = { type: 7, error: 'Connection closed with an error.', allowReconnect: true };
const echo = (invocationId: string | undefined, ...args: unknown[]) =>
  record({ type: 1, invocationId, target: 'Echo', arguments: args });

const framed = (body: Uint8Array): Buffer => Buffer.concat([Buffer.from([body.length]), body]);

describe('the handshake', () => {
  it.each<[sent: string, answer: object]>([
    [HANDSHAKE, {}],
    ['{"version":1,"more":[],"protocol":"JSON"}\u001e', {}],
    [record({ protocol: 'json', version: 0 }), {}],
    [record({ protocol: 'json', version: 2 }), {}],
    [record({ protocol: 'xml', version: 1 }), { error: "The protocol 'xml' is not supported." }],
    [
      record({ protocol: 'json', version: 9 }),
      { error: "The server does not support version 9 of the 'json' protocol." },
    ],
    ['nonsense\u001e', { error: 'An unexpected error occurred during connection handshake.' }],
    [record({ type: 6 }), { error: 'An unexpected error occurred during connection handshake.' }],
    ['x'.repeat(33_000), { error: 'Handshake was canceled.' }],
  ])('%j is answered with %j', async (sent, answer) => {
    const socket = await RawSocket.open(hub);
    socket.send(sent);
    expect(await socket.until(1)).toEqual([answer]);
    if ('error' in answer) expect(await socket.closed).toBe(1000);
    else socket.cut();
  });

  it('is canceled when it does not arrive', async () => {
    const socket = await RawSocket.open(hub);
    expect(await socket.until(1)).toEqual([{ error: 'Handshake was canceled.' }]);
    expect(await socket.closed).toBe(1000);
  });

  it('may arrive in single characters, and with the first calls', async () => {
    const slow = await RawSocket.open(hub);
    for (const character of HANDSHAKE) slow.send(character);
    expect(await slow.until(1)).toEqual([{}]);
    const quick = await RawSocket.open(hub);
    quick.send(HANDSHAKE + echo('1', 'a') + echo('2', 'b').slice(0, 10));
    quick.send(echo('2', 'b').slice(10));
    expect((await quick.until(3)).slice(1).map(({ result }) => result)).toEqual(['a', 'b']);
    slow.cut();
    quick.cut();
  });

  it('of MessagePack is text, with a binary answer frame', async () => {
    const socket = await RawSocket.open(hub);
    const isBinary = new Promise((resolve) => socket.socket.once('message', (_, binary) => resolve(binary)));
    socket.send(MESSAGEPACK);
    expect(await isBinary).toBe(true);
    expect(await socket.until(1)).toEqual([{}]);
    socket.cut();
  });
});

describe('a malformed message closes the connection with an error, and the client may reconnect', () => {
  it.each<[what: string, sent: string]>([
    ['broken JSON', '{"type":1\u001e'],
    ['no object', '[]\u001e'],
    ['null', 'null\u001e'],
    ['an empty record', '\u001e'],
    ['no type', '{}\u001e'],
    ['a type that is text', '{"type":"1"}\u001e'],
    ['no target', '{"type":1,"arguments":[]}\u001e'],
    ['target null', '{"type":1,"target":null,"arguments":[]}\u001e'],
    ['no arguments', '{"type":1,"target":"Echo"}\u001e'],
    ['arguments that are no array', '{"type":1,"target":"Echo","arguments":{}}\u001e'],
    ['an id that is a number', '{"type":1,"invocationId":1,"target":"Echo","arguments":[]}\u001e'],
    ['result and error', '{"type":3,"invocationId":"1","result":1,"error":"x"}\u001e'],
    ['cancel without id', '{"type":5}\u001e'],
    ['stream without id', '{"type":4,"target":"Stream","arguments":[]}\u001e'],
    ['an ack without number', '{"type":8}\u001e'],
    ['nesting', `{"type":1,"target":"Echo","arguments":${'['.repeat(5000)}${']'.repeat(5000)}}\u001e`],
    ['a big message', record({ type: 1, target: 'Echo', arguments: ['x'.repeat(33_000)] })],
    ['a record without end', 'x'.repeat(33_000)],
  ])('%s', async (_, sent) => {
    const socket = await RawSocket.greet(hub);
    socket.send(sent);
    expect((await socket.until(2))[1]).toEqual(CLOSED);
    expect(await socket.closed).toBe(1000);
  });

  it.each<[what: string, sent: Buffer]>([
    ['not an array', framed(encode({ type: 1 }))],
    ['an empty array', framed(encode([]))],
    ['truncated', framed(encode([1, {}, '1', 'Echo', ['x'], []]).subarray(0, 8))],
    ['0xc1', Buffer.from([1, 0xc1])],
    ['an array of 4 G', Buffer.from([5, 0xdd, 0xff, 0xff, 0xff, 0xff])],
    ['a text of 4 G', Buffer.from([6, 0x91, 0xdb, 0xff, 0xff, 0xff, 0xff])],
    ['zero length', Buffer.from([0])],
    ['a length above the limit', Buffer.from([0xff, 0xff, 0xff, 0x7f])],
    ['a length above 2 GB', Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f])],
    ['an unknown kind of result', framed(encode([3, {}, '1', 9]))],
  ])('MessagePack: %s', async (_, sent) => {
    const socket = await RawSocket.open(hub);
    socket.send(MESSAGEPACK);
    await socket.until(1);
    socket.send(sent);
    expect(await socket.closed).toBe(1000);
    const [, close] = socket.pieces;
    expect(close.subarray(1)).toEqual(Buffer.from(encode([7, 'Connection closed with an error.', true])));
  });

  it.each<[what: string, frame: number[], code: number]>([
    ['invalid UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], 1007],
    ['reserved bits', [0xf1, 0x80, 0, 0, 0, 0], 1002],
    ['an unknown opcode', [0x83, 0x80, 0, 0, 0, 0], 1002],
  ])('WebSocket: %s closes with its own code', async (_, frame, code) => {
    const { hostname, port } = new URL(hub);
    const socket = connect(Number(port), hostname);
    const headers =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    socket.write(`GET /default HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);
    const [answer] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data) => resolve([data])));
    expect(answer.toString()).toMatch(/^HTTP\/1.1 101 /);
    socket.write(Buffer.from(frame));
    const [close] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data) => resolve([data])));
    expect([close[0], close.readUInt16BE(2)]).toEqual([0x88, code]);
    socket.destroy();
  });
});

describe('unusual but legal input is accepted', () => {
  it.each<[what: string, sent: string]>([
    ['an unknown type', record({ type: 99 })],
    ['unknown members and headers', record({ type: 6, headers: { A: 'b' }, more: 1 })],
    ['an unknown id in an item', record({ type: 2, invocationId: 'x', item: 1 })],
    ['an unknown id in a completion', record({ type: 3, invocationId: 'x' })],
    ['an unknown id to cancel', record({ type: 5, invocationId: 'x' })],
    [
      'ack and sequence without stateful reconnect',
      record({ type: 8, sequenceId: 5 }) + record({ type: 9, sequenceId: 50 }),
    ],
    ['300 messages in one frame', echo(undefined, 'x'.repeat(300)).repeat(300)],
    ['errors of calls without id', record({ type: 1, target: 'Nope', arguments: [] }) + echo(undefined, 1)],
    ['names from the prototype', record({ type: 1, target: '__proto__', arguments: [] })],
  ])('%s', async (_, sent) => {
    const socket = await RawSocket.greet(hub);
    socket.send(sent + echo('last', 'ok'));
    expect((await socket.until(2)).slice(1)).toEqual([{ type: 3, invocationId: 'last', result: 'ok' }]);
    socket.cut();
  });

  it.each(['constructor', '__proto__', 'toString', 'hubDisconnected', 'handleConnection'])(
    'a client cannot reach %s',
    async (target) => {
      const socket = await RawSocket.greet(hub);
      socket.send(record({ type: 1, invocationId: '1', target, arguments: [] }));
      const error = `Failed to invoke '${target}' due to an error on the server. HubException: Method does not exist.`;
      expect((await socket.until(2))[1]).toEqual({ type: 3, invocationId: '1', error });
      socket.cut();
    },
  );

  it('MessagePack invocations may leave out the stream ids', async () => {
    const socket = await RawSocket.open(hub);
    socket.send(MESSAGEPACK);
    await socket.until(1);
    socket.send(framed(encode([1, {}, '1', 'Echo', ['x']])));
    while (socket.pieces.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(socket.pieces[1].subarray(1)).toEqual(Buffer.from(encode([3, {}, '1', 3, 'x'])));
    socket.cut();
  });
});

describe('calls of one connection', () => {
  it('are answered in order', async () => {
    const socket = await RawSocket.greet(hub);
    const slow = record({ type: 1, invocationId: '0', target: 'SlowEcho', arguments: ['slow', 30] });
    socket.send(slow + Array.from({ length: 50 }, (_, n) => echo(String(n + 1), `${n}`)).join(''));
    const ids = (await socket.until(52)).slice(1).map(({ invocationId }) => invocationId);
    expect(ids).toEqual(Array.from({ length: 51 }, (_, n) => String(n)));
    socket.cut();
  });

  it('refuse the id of a running stream', async () => {
    const socket = await RawSocket.greet(hub);
    const stream = record({ type: 4, invocationId: 's1', target: 'Ticks', arguments: [] });
    socket.send(stream + stream);
    const messages = await socket.until(3);
    expect(messages).toContainEqual({ type: 3, invocationId: 's1', error: "Invocation ID 's1' is already in use." });
    socket.cut();
  });

  it('end a canceled stream without error, and send nothing after it', async () => {
    const socket = await RawSocket.greet(hub);
    socket.send(record({ type: 4, invocationId: 's1', target: 'Ticks', arguments: [] }));
    await socket.until(3);
    socket.send(record({ type: 5, invocationId: 's1' }));
    while (socket.messages.at(-1)!.type !== 3) await socket.until(socket.messages.length + 1);
    const count = socket.messages.length;
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(socket.messages.slice(count - 1)).toEqual([{ type: 3, invocationId: 's1' }]);
    socket.cut();
  });

  it('end with the client’s Close, which is answered', async () => {
    const socket = await RawSocket.greet(hub);
    socket.send(record({ type: 7 }));
    expect((await socket.until(2))[1]).toEqual({ type: 7 });
    expect(await socket.closed).toBe(1000);
  });
});
