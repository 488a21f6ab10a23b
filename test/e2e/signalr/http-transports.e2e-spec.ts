import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { HubApp } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';
import { HANDSHAKE, negotiate, record } from '../../support/raw-socket.js';
import { until } from '../../support/until.js';

let app: HubApp;
let hub: string;
beforeAll(async () => {
  app = await HubApp.start([ProvingGateway], { tickMs: 20, pollTimeoutMs: 200, disconnectTimeoutMs: 1_000 });
  hub = `${app.url}/default`;
});
afterAll(() => app.stop());

const CLOSE = '{"type":7,"error":"Connection closed with an error.","allowReconnect":true}\u001e';
const echo = (text: string): string => record({ type: 1, invocationId: text, target: 'Echo', arguments: [text] });
const echoed = (text: string): string => `{"type":3,"invocationId":"${text}","result":"${text}"}\u001e`;

/** A long-polling connection by hand. */
async function polling() {
  const { connectionToken, connectionId } = await negotiate(hub);
  const url = `${hub}?id=${connectionToken}`;
  const call = async (method: string, body?: string) => {
    const response = await fetch(url, { method, body });
    return [response.status, await response.text()] as const;
  };
  const connection = {
    url,
    connectionId,
    poll: () => call('GET'),
    post: (body: string) => call('POST', body),
    end: () => call('DELETE'),
  };
  return connection;
}

/** Sends requests one behind the other on one socket, without waiting for answers. */
function pipelined(...requests: readonly (readonly [method: string, url: string, body: string])[]) {
  const socket = connect(Number(new URL(hub).port), '127.0.0.1');
  const answers = { text: '' };
  socket.on('data', (data: Buffer) => (answers.text += data.toString()));
  for (const [method, url, body] of requests) {
    const { pathname, search } = new URL(url);
    const headers = ['Host: x', `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n');
    socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\n${body}`);
  }
  return { socket, answers };
}

/** The same, ready for calls. */
async function greeted() {
  const connection = await polling();
  await connection.poll();
  await connection.post(HANDSHAKE);
  await connection.poll();
  return connection;
}

describe('long polling', () => {
  it('answers the first poll at once, the next when a message is waiting', async () => {
    const { poll, post } = await polling();
    expect(await poll()).toEqual([200, '']);
    expect(await post(HANDSHAKE)).toEqual([200, '']);
    expect(await poll()).toEqual([200, '{}\u001e']);
    const waiting = poll();
    await post(echo('a') + echo('b').slice(0, 20));
    expect(await waiting).toEqual([200, echoed('a')]);
    await post(echo('b').slice(20));
    expect(await poll()).toEqual([200, echoed('b')]);
  });

  it('keeps messages between polls, in order, and sends no pings', async () => {
    const { poll, post } = await greeted();
    for (const text of ['a', 'b', 'c']) await post(echo(text));
    await delay(50);
    expect(await poll()).toEqual([200, echoed('a') + echoed('b') + echoed('c')]);
    expect(await poll()).toEqual([200, '']);
  });

  it('ends an older poll with 204', async () => {
    const { poll, post } = await greeted();
    const older = poll();
    await delay(20);
    const newer = poll();
    expect(await older).toEqual([204, '']);
    await post(echo('a'));
    expect(await newer).toEqual([200, echoed('a')]);
  });

  it('loses nothing when a poll is aborted', async () => {
    const { url, poll, post } = await greeted();
    const vanishing = get(url).on('error', () => undefined);
    await delay(20);
    vanishing.destroy();
    await post(echo('a'));
    expect(await poll()).toEqual([200, echoed('a')]);
  });

  it('delivers once a poll whose response had to wait for the previous one', async () => {
    const { url, poll, post } = await greeted();
    await post(echo('a'));
    const { socket, answers } = pipelined(['POST', url, echo('b')], ['GET', url, '']);
    await until('the poll is answered', () => answers.text.includes(echoed('a')));
    socket.destroy();
    await post(echo('c'));
    const rest = (await poll())[1];
    expect(answers.text.slice(answers.text.indexOf('{')) + rest).toBe(echoed('a') + echoed('b') + echoed('c'));
  });

  it('disconnects when its poll waited behind another response as the client left', async () => {
    const [ahead, behind] = [await greeted(), await greeted()];
    const { socket } = pipelined(['GET', ahead.url, ''], ['GET', behind.url, '']);
    await delay(50);
    socket.destroy();
    const { left } = app.app.get(ProvingGateway);
    await until('both are given up', () => [ahead, behind].every(({ connectionId }) => left.includes(connectionId)));
  });

  it('is ended by DELETE', async () => {
    const { poll, end } = await greeted();
    const waiting = poll();
    await delay(20);
    expect(await end()).toEqual([202, '']);
    expect(await waiting).toEqual([204, '']);
    expect(await poll()).toEqual([404, 'No Connection with that ID']);
    expect(await end()).toEqual([404, 'No Connection with that ID']);
  });

  it('delivers the Close, then 204, then 404', async () => {
    const { poll, post } = await greeted();
    await post('nonsense\u001e');
    await delay(20);
    expect(await poll()).toEqual([200, CLOSE]);
    expect(await poll()).toEqual([204, '']);
    expect(await poll()).toEqual([404, 'No Connection with that ID']);
  });

  it('disconnects without polls', async () => {
    const { poll, connectionId } = await greeted();
    await delay(1_100);
    expect(await poll()).toEqual([404, 'No Connection with that ID']);
    expect(app.app.get(ProvingGateway).left).toContain(connectionId);
  });

  it('forbids caching', async () => {
    const { url } = await polling();
    const { headers } = await fetch(url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-cache, no-store',
      expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
      'content-type': 'application/octet-stream',
    });
  });
});

describe('Server-Sent Events', () => {
  const stream = async (Accept = 'text/event-stream') => {
    const { connectionToken } = await negotiate(hub);
    const url = `${hub}?id=${connectionToken}`;
    const response = await fetch(url, { headers: { Accept } });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const next = async (): Promise<string | undefined> => (await reader.read()).value;
    return { url, response, next, cancel: () => reader.cancel() };
  };

  it('begins with a comment and headers that prevent buffering by proxies', async () => {
    const { response, next, cancel } = await stream('text/html, text/event-stream;q=0.9');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache,no-store',
      'content-encoding': 'identity',
      'x-accel-buffering': 'no',
    });
    expect(await next()).toBe(':\r\n\r\n');
    await cancel();
  });

  it('carries posted messages and ends with a Close', async () => {
    const { url, next } = await stream();
    await next();
    const post = (body: string) => fetch(url, { method: 'POST', body });
    await post(HANDSHAKE);
    expect(await next()).toBe('data: {}\u001e\r\n\r\n');
    await post(echo('a'));
    expect(await next()).toBe(`data: ${echoed('a')}\r\n\r\n`);
    expect((await fetch(url, { headers: { Accept: 'text/event-stream' } })).status).toBe(409);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(400);
    await post('nonsense\u001e');
    expect(await next()).toBe(`data: ${CLOSE}\r\n\r\n`);
    expect(await next()).toBeUndefined();
    expect((await post(echo('b'))).status).toBe(404);
  });

  it('refuses MessagePack', async () => {
    const { url, next } = await stream();
    await next();
    await fetch(url, { method: 'POST', body: record({ protocol: 'messagepack', version: 1 }) });
    expect(await next()).toContain(
      "Cannot use the 'messagepack' protocol on the current transport. The transport does not support 'Binary' transfer format.",
    );
  });
});
