import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonNumber } from '#core/json/json.js';
import type { OutboundHttp } from '#platform/outbound/outbound-http.service.js';
import { callOf, ENVIRONMENT_ID, faultOf, outboundHttp, Receiver } from './receiver.js';

const OTHER_ENVIRONMENT = '22222222-2222-4222-8222-222222222222';
const API_KEY = 'key-of-the-api';
const SIGNING = 'key-of-signatures';

describe('OutboundHttp', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const secretsFile = join(folder, 'secrets.json');
  let receiver: Receiver;
  let http: OutboundHttp;
  let url: string;

  const settings = (): Record<string, string> => ({
    HTTP_ALLOWED_HOSTS: `127.0.0.1:${receiver.port}`,
    HTTP_PRIVATE_HOSTS: '127.0.0.1',
    SECRETS_FILE: secretsFile,
  });

  beforeAll(() => {
    const secrets = { ApiKey: API_KEY, signing: SIGNING };
    writeFileSync(secretsFile, JSON.stringify({ [ENVIRONMENT_ID]: secrets, [OTHER_ENVIRONMENT]: {} }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    receiver = await Receiver.start();
    http = outboundHttp(settings());
    url = `http://127.0.0.1:${receiver.port}/hook?a=b`;
  });
  afterEach(() => receiver.stop());

  // Requirement: R191, F10
  it('sends method, headers and body with the event id', async () => {
    const body = '{"a":"ü"}';
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${API_KEY}` };
    const answer = await http.send(callOf(url, { method: 'POST', headers, body }));
    expect(answer).toEqual({ statusCode: 200, body: 'ok' });
    expect(receiver.received).toMatchObject([{ method: 'POST', url: '/hook?a=b', body }]);
    expect(receiver.received[0].headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
      'content-length': '10',
      'x-event-id': 'event-1',
    });
  });

  describe('with keepsConnection', () => {
    afterEach(() => http.onApplicationShutdown());

    let connections: number;
    beforeEach(() => {
      connections = 0;
      receiver.server.on('connection', () => void connections++);
    });
    const call = (): Promise<unknown> => http.send(callOf(url, { method: 'POST', body: '{}', keepsConnection: true }));

    it('uses the connection of an earlier call', async () => {
      for (let i = 0; i < 3; i++) await call();
      expect([connections, receiver.received.length]).toEqual([1, 3]);
    });

    it('sends the call again where the host has closed that connection', async () => {
      await call();
      receiver.respond = (_, response) => {
        receiver.respond = (_request, next) => void next.end('ok');
        response.socket!.resetAndDestroy();
      };
      expect(await call()).toEqual({ statusCode: 200, body: 'ok' });
      expect([connections, receiver.received.length]).toEqual([2, 3]);
    });

    it('is refused where a new connection breaks', async () => {
      receiver.respond = (_, response) => void response.socket!.resetAndDestroy();
      await expect(call()).rejects.toThrow('The connection to 127.0.0.1');
      expect(connections).toBe(1);
    });
  });

  // Requirement: R191
  it('signs time and body with the key of the environment', async () => {
    await http.send(callOf(url, { method: 'POST', body: 'ü' }));
    await http.send(callOf(url));
    for (const { method, headers, body } of receiver.received) {
      const [, seconds, v1, v2] = /^t=(\d+),v1=([0-9a-f]{64}),v2=([0-9a-f]{64})$/.exec(
        headers['x-signature'] as string,
      )!;
      const hmac = (text: string): string => createHmac('sha256', SIGNING).update(text).digest('hex');
      expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(10);
      expect([v1, v2]).toEqual([hmac(`${seconds}.${body}`), hmac(`${seconds}.event-1.${method}.${url}.${body}`)]);
    }
    await http.send(callOf(url, { environmentId: OTHER_ENVIRONMENT }));
    expect(receiver.received[2].headers['x-signature']).toBeUndefined();
  });

  it('signs so that the receiver of docs/workflows.md accepts the call, for five minutes', async () => {
    const [, code] = /```js\n(.*?)```/s.exec(readFileSync('docs/workflows.md', 'utf8'))!;
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine: (call: object, key: string, nowSeconds?: number) => boolean;
    };
    await http.send(callOf(`${url}#part`, { method: 'POST', body: 'ü' }));
    const { headers } = receiver.received[0];
    const call = { signature: headers['x-signature'], eventId: headers['x-event-id'], method: 'POST', url, body: 'ü' };
    expect(isGenuine(call, SIGNING)).toBe(true);
    const { signature } = call;
    const changed = [
      { body: 'u' },
      { eventId: 'event-2' },
      { eventId: 'event-1.POST' },
      { method: 'PUT' },
      { url: url.replace('/hook', '/other') },
      { url: url.replace('127.0.0.1', 'localhost') },
      { signature: undefined },
      { signature: String(signature).replace(/,v2=.*/, '') },
    ];
    expect(changed.filter((change) => isGenuine({ ...call, ...change }, SIGNING))).toEqual([]);
    expect(isGenuine(call, 'another key')).toBe(false);
    expect(isGenuine(call, SIGNING, Date.now() / 1000 + 400)).toBe(false);
  });

  // Requirement: R191
  it.each<[string, string, unknown]>([
    [
      'application/json',
      '{"n":1.10,"big":123456789012345678901}',
      { n: new JsonNumber('1.10'), big: new JsonNumber('123456789012345678901') },
    ],
    ['application/problem+json; charset=utf-8', '[1]', [new JsonNumber('1')]],
    ['application/json', '{"n":', '{"n":'],
    ['text/plain', '[1]', '[1]'],
    ['text/jsonx', '[1]', '[1]'],
    ['text/plain; charset=latin1', '\u00fc', 'ü'],
    ['text/plain; charset=nonsense', 'ok', 'ok'],
  ])('reads an answer of type %s: %j', async (type, body, expected) => {
    receiver.respond = (_request, response) => void response.setHeader('Content-Type', type).end(body, 'latin1');
    const answer = await http.send(callOf(url));
    expect(JSON.stringify(answer.body)).toBe(JSON.stringify(expected));
  });

  it('reads no body as null', async () => {
    receiver.respond = (_request, response) => void response.writeHead(204).end();
    expect(await http.send(callOf(url))).toEqual({ statusCode: 204, body: null });
    receiver.respond = (_request, response) => void response.end('ignored');
    expect(await http.send(callOf(url, { method: 'HEAD' }))).toEqual({ statusCode: 200, body: null });
  });

  // Requirement: R191, S18
  it('redacts secrets that the receiver sends back', async () => {
    receiver.respond = (request, response) =>
      void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(request.headers));
    const { body } = await http.send(callOf(url, { headers: { 'X-Key': API_KEY } }));
    expect(body).toMatchObject({ 'x-key': '[redacted]', 'x-event-id': 'event-1' });
  });

  // Requirement: R191, F10
  it.each([
    [500, 'temporary'],
    [503, 'temporary'],
    [408, 'temporary'],
    [429, 'temporary'],
    [400, 'permanent'],
    [404, 'permanent'],
    [304, 'permanent'],
    [300, 'permanent'],
  ])('reports status %i as a %s fault, without the answer', async (statusCode, kind) => {
    receiver.respond = (_request, response) =>
      void response.writeHead(statusCode, { 'Retry-After': '7' }).end(`internal detail ${API_KEY}`);
    const fault = await faultOf(http.send(callOf(url, { headers: { 'X-Key': API_KEY } })));
    expect(fault).toMatchObject({ kind, message: `The host 127.0.0.1 answered with status ${statusCode}.` });
    expect(fault.details).toEqual({ statusCode, ...(kind === 'temporary' && { retryAfterMs: 7_000 }) });
  });

  it('reports broken connections as temporary faults', async () => {
    receiver.respond = (request) => void request.socket.destroy();
    const broken = { kind: 'temporary', message: 'The connection to 127.0.0.1 failed.' };
    expect(await faultOf(http.send(callOf(url)))).toMatchObject(broken);
    receiver.respond = (request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('begin');
      setImmediate(() => request.socket.destroy());
    };
    expect(await faultOf(http.send(callOf(url)))).toMatchObject(broken);
    await receiver.stop();
    expect(await faultOf(http.send(callOf(url)))).toMatchObject(broken);
    receiver = await Receiver.start();
  });

  it('sends nothing through proxies of the environment', async () => {
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY'];
    for (const name of names) process.env[name] = 'http://127.0.0.1:9';
    try {
      expect(await http.send(callOf(url))).toMatchObject({ statusCode: 200 });
      expect(receiver.received[0].url).toBe('/hook?a=b');
    } finally {
      for (const name of names) delete process.env[name];
    }
  });
});
