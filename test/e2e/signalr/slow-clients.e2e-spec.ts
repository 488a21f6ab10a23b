import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { HubApp, WAYS } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';
import { HANDSHAKE, negotiate, RawSocket, record } from '../../support/raw-socket.js';
import { signal } from '../../support/signal.js';
import { until } from '../../support/until.js';

const CLOSED = { type: 7, error: 'Connection closed with an error.', allowReconnect: true };

/** The beginning of a connection over HTTP: its first answer, which nobody reads yet. */
async function listening({ url }: HubApp, accept = '*/*') {
  const { connectionToken } = await negotiate(`${url}/default`);
  const address = `${url}/default?id=${connectionToken}`;
  const poll = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(address, { headers: { accept }, agent: false }, resolve).on('error', reject);
    });
  const send = (method: string, body?: string) => fetch(address, { method, body });
  return { poll, answer: await poll(), post: (body: string) => send('POST', body), end: () => send('DELETE') };
}

/** A client that has a poll with 200 large messages, and does not read it. */
async function neverReading(app: HubApp) {
  const { poll, answer, post, end } = await listening(app);
  answer.resume();
  await post(HANDSHAKE);
  (await poll()).resume();
  const { hub } = app.app.get(ProvingGateway);
  const waiting = poll();
  for (let n = 0; n < 200; n++) hub.all.send('Message', n, 'x'.repeat(100_000));
  return { poll, end, unread: await waiting };
}

describe('a slow client', () => {
  it('is closed and delays nobody', async () => {
    const app = await HubApp.start([ProvingGateway], { tickMs: 20, closeTimeoutMs: 20_000 });
    const hub = `${app.url}/default`;
    const sockets = await Promise.all([1, 2, 3].map(() => RawSocket.greet(hub)));
    const [slow, ...others] = sockets;
    slow.socket.pause();
    const { hub: server } = app.app.get(ProvingGateway);
    const sent = async (value: unknown): Promise<void> => {
      const before = others.map(({ messages }) => messages.length);
      server.all.send('Message', value, 'x'.repeat(100_000));
      await Promise.all(others.map((each, i) => each.until(before[i] + 1)));
    };
    for (let n = 0; n < 200 && server.size > 2; n++) await sent(n);
    expect(server.size).toBe(2);
    await sent('last');
    for (const good of others) {
      expect(good.messages.at(-1)).toMatchObject({ arguments: ['last', expect.anything()] });
      good.cut();
    }
    slow.socket.resume();
    expect(await slow.closed).toBe(1000);
    expect(slow.messages.at(-1)).toEqual(CLOSED);
    await app.stop();
  });

  it('receives the reason of its close over Server-Sent Events, if it reads in time', async () => {
    const app = await HubApp.start([ProvingGateway], { tickMs: 20 });
    const { answer, post } = await listening(app, 'text/event-stream');
    await post(HANDSHAKE);
    const { hub } = app.app.get(ProvingGateway);
    await until('it is connected', () => hub.size === 1);
    await until('too much waits for it', () => {
      hub.all.send('Message', 'x'.repeat(100_000));
      return hub.size === 0;
    });
    const text = (await answer.toArray()).join('');
    expect(text.trimEnd().split('\r\n').at(-1)).toBe(`data: ${record(CLOSED)}`);
    await app.stop();
  });

  it('gets the content of an unread poll by its next one', async () => {
    const app = await HubApp.start([ProvingGateway], { maximumBufferedBytes: 40_000_000 });
    const { poll, end, unread } = await neverReading(app);
    const text = (await (await poll()).toArray()).join('');
    expect(text.match(/"arguments":\[\d+/g)).toEqual(Array.from({ length: 200 }, (_, n) => `"arguments":[${n}`));
    await expect(unread.toArray()).rejects.toThrow('aborted');
    await end();
    await app.stop();
  });

  it('is disconnected when it neither reads a poll nor sends another', async () => {
    const limits = { tickMs: 20, pollTimeoutMs: 90_000, disconnectTimeoutMs: 15_000 };
    const app = await HubApp.start([ProvingGateway], { maximumBufferedBytes: 40_000_000, ...limits });
    const { unread } = await neverReading(app);
    const { hub } = app.app.get(ProvingGateway);
    const now = performance.now.bind(performance);
    const { mock: clock } = mock.method(performance, 'now', () => now() + limits.pollTimeoutMs);
    // The server ends the poll at its next tick; only then may the client read what it has received.
    await delay(10 * limits.tickMs);
    await expect(unread.toArray()).rejects.toThrow('aborted');
    expect(hub.size).toBe(1);
    clock.mockImplementation(() => now() + limits.pollTimeoutMs + limits.disconnectTimeoutMs);
    await until('it is given up', () => hub.size === 0);
    clock.restore();
    await app.stop();
  });

  it('slows down its own streams instead', async () => {
    const app = await HubApp.start([ProvingGateway], { maximumBufferedBytes: 500_000 });
    const socket = await RawSocket.greet(`${app.url}/default`);
    socket.socket.pause();
    socket.send(record({ type: 4, invocationId: '1', target: 'Chunks', arguments: [200, 100_000] }));
    await delay(300);
    socket.socket.resume();
    await socket.until(202);
    expect(socket.messages.at(-1)).toEqual({ type: 3, invocationId: '1' });
    await app.stop();
  });
});

it.each(['text/event-stream', '*/*'])(
  'a client that leaves before it is admitted leaves nothing behind: %s',
  async (accept) => {
    const [asks, isGone] = [signal(), signal()];
    const app = await HubApp.start([ProvingGateway], {
      maximumConnections: 1,
      authorize: async ({ http }) => {
        if (http.method === 'GET' && http.headers.upgrade === undefined) {
          asks.give();
          await once(http.socket, 'close');
          isGone.give();
        }
        return { owner: '' };
      },
    });
    const { connectionToken } = await negotiate(`${app.url}/default`);
    const hasty = get(`${app.url}/default?id=${connectionToken}`, { headers: { accept }, agent: false });
    const failure = once(hasty, 'error');
    await asks.promise;
    hasty.destroy(new Error('left'));
    await Promise.all([failure, isGone.promise]);
    await until('another one is let in', () =>
      app.connect(WAYS[0]).then(
        () => true,
        () => false,
      ),
    );
    expect(app.app.get(ProvingGateway).hub.size).toBe(1);
    await app.stop();
  },
);
