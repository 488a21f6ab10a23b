import { WebSocketGateway } from '@nestjs/websockets';
import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionRefused, type HubClient } from '#signalr/index.js';
import { HubApp, WAYS } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';
import { negotiate, RawSocket, record } from '../../support/raw-socket.js';

@WebSocketGateway({ path: '/failing' })
class FailingGateway {
  async hubConnected(client: HubClient): Promise<void> {
    await delay(1);
    client.items.set('seen', true);
    throw new Error('secret');
  }
}

const CLOSED = { type: 7, error: 'Connection closed with an error.', allowReconnect: true };
const SOON = { tickMs: 10, keepAliveIntervalMs: 100, clientTimeoutMs: 300 };

// Requirement: R208
describe('a hub connection', () => {
  let app: HubApp;
  let hub: string;
  beforeAll(async () => {
    app = await HubApp.start([ProvingGateway, FailingGateway], {
      ...SOON,
      authorize: (request) => {
        const user = request.accessToken;
        if (!user) throw new ConnectionRefused(401, 'Who are you?', { 'WWW-Authenticate': 'Bearer' });
        const lifeMs = Number(request.query('life') ?? 60_000);
        return { owner: user, userId: user, expiresAtMs: Date.now() + lifeMs };
      },
      maximumConnectionsPerOwner: 3,
      allowsOrigin: (origin) => origin === 'https://good.example',
    });
    hub = `${app.url}/default`;
  });
  afterAll(() => app.stop());

  const token = (user: string) => ({ accessTokenFactory: () => user });

  it('gets a ping when nothing else was sent', async () => {
    const socket = await RawSocket.greet(`${hub}?access_token=ping`);
    expect((await socket.until(3)).slice(1, 3)).toEqual([{ type: 6 }, { type: 6 }]);
    socket.cut();
  });

  it('may be silent until its first ping, then only for the timeout', async () => {
    const quiet = await RawSocket.greet(`${hub}?access_token=quiet`);
    const pinging = await RawSocket.greet(`${hub}?access_token=pinging`);
    pinging.send(record({ type: 6 }));
    expect(await pinging.closed).toBe(1000);
    expect(pinging.messages.at(-1)).toEqual(CLOSED);
    expect(quiet.socket.readyState).toBe(quiet.socket.OPEN);
    quiet.cut();
  });

  it('is refused without a token, on every transport, before it is established', async () => {
    const { status, headers } = await fetch(`${hub}/negotiate?negotiateVersion=1`, { method: 'POST' });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    await expect(RawSocket.open(hub)).rejects.toThrow('401');
    await expect(app.connect(WAYS[0])).rejects.toThrow("Status code '401'");
  });

  it.each(WAYS)('over $transport in $protocol closes when the identity expires', async (way) => {
    const connection = app.client(way, '/default?life=500', token('brief'));
    const closed = new Promise((resolve) => connection.onclose(resolve));
    await connection.start();
    await closed;
  });

  it('survives a refused request, and belongs to one owner', async () => {
    const { connectionToken } = await negotiate(hub, '', { Authorization: 'Bearer alice' });
    const url = `${hub}?id=${connectionToken}`;
    const poll = (user: string) => fetch(url, { headers: { Authorization: `Bearer ${user}` } });
    expect((await poll('mallory')).status).toBe(404);
    expect((await poll('alice')).status).toBe(200);
    expect((await fetch(url)).status).toBe(401);
    expect((await poll('mallory')).status).toBe(404);
    await fetch(url, { method: 'DELETE', headers: { Authorization: 'Bearer alice' } });
  });

  it('counts against its owner', async () => {
    const url = `${hub}?access_token=many`;
    const three = [await RawSocket.open(url), await RawSocket.open(url), await RawSocket.open(url)];
    await expect(RawSocket.open(url)).rejects.toThrow('429');
    three[0].cut();
    await delay(20);
    three[0] = await RawSocket.open(url);
    for (const socket of three) socket.cut();
  });

  it('is accepted from allowed origins only', async () => {
    const url = `${hub}?access_token=page`;
    await expect(RawSocket.open(url, { Origin: 'https://evil.example' })).rejects.toThrow('403');
    (await RawSocket.open(url, { Origin: 'https://good.example' })).cut();
  });

  it('reaches its user on all connections', async () => {
    const [one, two, other] = await Promise.all(
      ['u1', 'u1', 'u2'].map((user) => RawSocket.greet(`${hub}?access_token=${user}`)),
    );
    app.app.get(ProvingGateway).hub.user('u1').send('Message', 'hi');
    for (const socket of [one, two])
      expect((await socket.until(2))[1]).toEqual({ type: 1, target: 'Message', arguments: ['hi'] });
    expect(other.messages).toHaveLength(1);
    for (const socket of [one, two, other]) socket.cut();
  });

  it('is closed for good when the gateway fails on connect', async () => {
    const socket = await RawSocket.open(`${app.url}/failing?access_token=x`);
    socket.send(record({ protocol: 'json', version: 1 }));
    expect(await socket.until(2)).toEqual([{}, { type: 7, error: 'Connection closed with an error.' }]);
    expect(await socket.closed).toBe(1000);
  });
});

describe('a client that sends faster than it is served', () => {
  const count = 3_000;
  const call = (n: number) => record({ type: 1, invocationId: `${n}`, target: 'Echo', arguments: ['x'.repeat(300)] });
  const slow = record({ type: 1, invocationId: 'slow', target: 'SlowEcho', arguments: ['', 200] });
  const calls = Array.from({ length: count }, (_, n) => call(n));
  const expected = ['slow', ...calls.map((_, n) => `${n}`)];

  it('is throttled without loss on a socket', async () => {
    const app = await HubApp.start([ProvingGateway]);
    const socket = await RawSocket.greet(`${app.url}/default`);
    socket.send(slow);
    for (let n = 0; n < count; n += 500) socket.send(calls.slice(n, n + 500).join(''));
    const messages = await socket.until(count + 2);
    expect(messages.slice(1).map(({ invocationId }) => invocationId)).toEqual(expected);
    await app.stop();
  });

  it('is throttled without loss by POST', async () => {
    const app = await HubApp.start([ProvingGateway]);
    const hub = `${app.url}/default`;
    const { connectionToken } = await negotiate(hub);
    const url = `${hub}?id=${connectionToken}`;
    await fetch(url);
    const post = (body: string) => fetch(url, { method: 'POST', body });
    await post(record({ protocol: 'json', version: 1 }));
    const since = Date.now();
    const taken = post(slow + calls.join('')).then(() => Date.now() - since);
    let text = '';
    while (!text.includes(`"invocationId":"${count - 1}"`)) text += await (await fetch(url)).text();
    const messages = text
      .split('\u001e')
      .slice(1, -1)
      .map((each) => JSON.parse(each) as { invocationId: string });
    expect(messages.map(({ invocationId }) => invocationId)).toEqual(expected);
    expect(await taken).toBeGreaterThanOrEqual(195);
    await app.stop();
  });
});

// Requirement: R224
describe('the stop of the server', () => {
  it.each(WAYS)('tells a client over $transport in $protocol to reconnect', async (way) => {
    const app = await HubApp.start([ProvingGateway]);
    const connection = await app.connect(way, '/default', {
      build: (builder) => builder.withAutomaticReconnect([10_000]),
    });
    const left = new Promise((resolve) => connection.onreconnecting(resolve));
    await app.app.close();
    await left;
    await connection.stop();
  });

  it('refuses new clients meanwhile', async () => {
    const app = await HubApp.start([ProvingGateway], { closeTimeoutMs: 500 });
    const stuck = await RawSocket.greet(`${app.url}/default`);
    stuck.socket.pause();
    const ending = app.app.close();
    await delay(30);
    const { status } = await fetch(`${app.url}/default/negotiate`, { method: 'POST' });
    expect(status).toBe(503);
    await expect(RawSocket.open(`${app.url}/default`)).rejects.toThrow('503');
    await ending;
    stuck.cut();
  });
});
