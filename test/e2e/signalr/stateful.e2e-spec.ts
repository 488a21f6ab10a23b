import { HubConnectionState } from '@microsoft/signalr';
import { setTimeout as delay } from 'node:timers/promises';
import { breakableSockets } from '../../support/breakable-sockets.js';
import { HubApp } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';
import { negotiate, RawSocket, record } from '../../support/raw-socket.js';

let app: HubApp;
let hub: string;
beforeAll(async () => {
  app = await HubApp.start([ProvingGateway], { tickMs: 20, disconnectTimeoutMs: 1_000, statefulBufferBytes: 20_000 });
  hub = `${app.url}/default`;
});
afterAll(() => app.stop());

const HANDSHAKE = record({ protocol: 'json', version: 2 });
const sequence = (sequenceId: number): string => record({ type: 9, sequenceId });
const echo = (id: string): string => record({ type: 1, invocationId: id, target: 'Echo', arguments: [id] });
const echoed = (id: string) => ({ type: 3, invocationId: id, result: id });

/** A stateful connection by hand: its address, and its first socket, in a group of its own. */
async function connected(group = 'g') {
  const { connectionToken } = await negotiate(hub, '&useStatefulReconnect=true');
  const url = `${hub}?id=${connectionToken}`;
  const socket = await RawSocket.open(url);
  socket.send(HANDSHAKE + record({ type: 1, invocationId: 'join', target: 'Join', arguments: [group] }));
  await socket.until(2);
  return { url, socket };
}

const publish = (group: string, value: unknown): void =>
  app.app.get(ProvingGateway).hub.group(group).send('Message', value);
const published = (value: unknown) => ({ type: 1, target: 'Message', arguments: [value] });
const answered = async (socket: RawSocket, id: string): Promise<void> => {
  while (!socket.messages.some(({ invocationId }) => invocationId === id)) await delay(5);
};
const data = (socket: RawSocket) => socket.messages.filter(({ type }) => type !== 6 && type !== 8);

// Requirement: R202
describe('stateful reconnect', () => {
  it('resends unacknowledged messages without a second handshake', async () => {
    const { url, socket } = await connected('resend');
    publish('resend', 1);
    await socket.until(3);
    socket.cut();
    await delay(20);
    publish('resend', 2);
    const again = await RawSocket.open(url);
    again.send(sequence(2));
    // Completion of Join is 1; nothing was acknowledged.
    await again.until(4);
    expect(data(again)).toEqual([
      { type: 9, sequenceId: 1 },
      { type: 3, invocationId: 'join', result: null },
      published(1),
      published(2),
    ]);
    again.cut();
  });

  it('does not resend acknowledged messages, and acknowledges received ones', async () => {
    const { url, socket } = await connected('ack');
    await socket.until(3);
    expect(socket.messages[2]).toEqual({ type: 8, sequenceId: 1 });
    socket.send(record({ type: 8, sequenceId: 1 }) + echo('a'));
    await socket.until(4);
    socket.cut();
    const again = await RawSocket.open(url);
    again.send(sequence(3));
    await again.until(2);
    expect(data(again)).toEqual([{ type: 9, sequenceId: 2 }, echoed('a')]);
    again.cut();
  });

  it('runs a call once that the client resends', async () => {
    const { url, socket } = await connected('once');
    socket.send(echo('a'));
    await socket.until(3);
    socket.cut();
    const again = await RawSocket.open(url);
    again.send(echo('too early') + sequence(2) + echo('a') + echo('b'));
    await answered(again, 'b');
    expect(data(again).slice(2)).toEqual([echoed('a'), echoed('b')]);
    again.cut();
  });

  it('accepts a new socket while the old one seems alive', async () => {
    const { url, socket } = await connected('half');
    const again = await RawSocket.open(url);
    expect(await socket.closed).toBe(1006);
    again.send(sequence(2) + echo('a'));
    await answered(again, 'a');
    again.cut();
  });

  it('closes on a Sequence beyond what was sent', async () => {
    const { url, socket } = await connected('beyond');
    socket.cut();
    const again = await RawSocket.open(url);
    again.send(sequence(99));
    expect(await again.closed).toBe(1000);
  });

  it.each<[what: string, leave: (socket: RawSocket) => void]>([
    ['a clean close', (socket) => socket.socket.close(1000)],
    ['a Close message', (socket) => socket.send(record({ type: 7 }))],
  ])('ends after %s', async (_, leave) => {
    const { url, socket } = await connected('over');
    leave(socket);
    await socket.closed;
    await expect(RawSocket.open(url)).rejects.toThrow('404');
  });

  it('ends when the client stays away or misses more than is kept', async () => {
    const away = await connected('away');
    away.socket.cut();
    const missing = await connected('missing');
    missing.socket.cut();
    await delay(20);
    for (let n = 0; n < 3; n++) publish('missing', 'x'.repeat(10_000));
    await expect(RawSocket.open(missing.url)).rejects.toThrow('404');
    await delay(1_100);
    await expect(RawSocket.open(away.url)).rejects.toThrow('404');
  });

  it('keeps a fast reader connected that acknowledges late', async () => {
    const { url, socket } = await connected('fast');
    for (let n = 0; n < 10; n++) publish('fast', 'x'.repeat(10_000));
    await socket.until(13);
    socket.send(record({ type: 8, sequenceId: 11 }) + echo('a'));
    await answered(socket, 'a');
    socket.cut();
    const again = await RawSocket.open(url);
    again.send(sequence(3));
    await again.until(2);
    expect(data(again)[0]).toEqual({ type: 9, sequenceId: 12 });
    again.cut();
  });

  it.each(['json', 'messagepack'] as const)(
    'works for the original client in %s: nothing is lost, streams continue',
    async (protocol) => {
      const { sockets, http } = breakableSockets();
      const connection = await app.connect({ transport: 'WebSockets', protocol }, '/default', {
        ...http,
        build: (builder) => builder.withStatefulReconnect(),
      });
      const { connectionId } = connection;
      const items: number[] = [];
      const whole = new Promise<void>((resolve, reject) => {
        connection.stream<number>('Count', 2_000).subscribe({
          next: (item) => void items.push(item),
          complete: resolve,
          error: reject,
        });
      });
      for (let n = 0; n < 3; n++) {
        const count = items.length;
        while (items.length < count + 20) await delay(1);
        sockets.at(-1)!.terminate();
      }
      expect(await connection.invoke('Echo', 'still here')).toBe('still here');
      await whole;
      expect(items).toEqual(Array.from({ length: 2_000 }, (_, n) => n + 1));
      expect([connection.state, connection.connectionId]).toEqual([HubConnectionState.Connected, connectionId]);
      expect(sockets).toHaveLength(4);
    },
  );
});

// Requirement: R202
it('automatic reconnect gives the original client a new connection', async () => {
  const { sockets, http } = breakableSockets();
  const connection = await app.connect({ transport: 'WebSockets', protocol: 'json' }, '/default', {
    ...http,
    build: (builder) => builder.withAutomaticReconnect([0]),
  });
  const before = connection.connectionId;
  const reconnected = new Promise((resolve) => connection.onreconnected(resolve));
  sockets[0].terminate();
  const after = await reconnected;
  expect(after).not.toBe(before);
  expect(await connection.invoke('GetCallerConnectionId')).toBe(after);
});
