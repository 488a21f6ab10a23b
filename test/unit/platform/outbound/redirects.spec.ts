import { Logger } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { OutboundHttp } from '#platform/outbound/outbound-http.service.js';
import { callOf, ENVIRONMENT_ID, faultOf, FixedResolver, outboundHttp, Receiver } from './receiver.js';

describe('Redirects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const secretsFile = join(folder, 'secrets.json');
  let receiver: Receiver;
  let http: OutboundHttp;
  let origin: string;

  /** Answers paths of the form /<status>?<location>, others with ok. */
  const redirect: Receiver['respond'] = ({ url }, response) => {
    const [, status, location] = /^\/(\d+)\?(.*)$/.exec(url!) ?? [];
    if (status === undefined) response.end('ok');
    else response.writeHead(Number(status), { Location: decodeURIComponent(location) }).end();
  };

  beforeAll(() => writeFileSync(secretsFile, JSON.stringify({ [ENVIRONMENT_ID]: { signing: 'key-of-signatures' } })));
  afterAll(() => rmSync(folder, { recursive: true }));
  // Once: methods that are replaced twice get the first replacement back.
  beforeAll(() => void mock.method(Logger.prototype, 'warn', () => {}));
  beforeEach(async () => {
    receiver = await Receiver.start();
    receiver.respond = redirect;
    origin = `http://one.example.com:${receiver.port}`;
    http = outboundHttp(
      {
        HTTP_ALLOWED_HOSTS: `*.example.com:${receiver.port},*.example.com`,
        HTTP_PRIVATE_HOSTS: '127.0.0.1',
        SECRETS_FILE: secretsFile,
      },
      new FixedResolver({
        'one.example.com': [['127.0.0.1']],
        'two.example.com': [['127.0.0.1']],
        'inside.example.com': [['127.0.0.2']],
      }),
    );
  });
  afterEach(() => receiver.stop());

  const to = (status: number, location: string): string => `${origin}/${status}?${encodeURIComponent(location)}`;
  const POST = {
    method: 'POST',
    headers: { Authorization: 'Bearer hunter22', 'X-Api-Key': 'hunter22', 'Content-Type': 'text/plain', Accept: 'a/b' },
    body: 'body',
  };

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [301, 'PUT', 'PUT', 'body'],
    [307, 'POST', 'POST', 'body'],
    [308, 'POST', 'POST', 'body'],
  ])('follows %i after %s with %s and body %j', async (status, method, followed, body) => {
    await http.send(callOf(to(status, '/next'), { ...POST, method }));
    expect(receiver.received.map((each) => [each.method, each.url, each.body]).at(-1)).toEqual([
      followed,
      '/next',
      body,
    ]);
    const { headers } = receiver.received[1];
    expect([headers['x-event-id'], headers['authorization'], headers['content-type']]).toEqual([
      'event-1',
      'Bearer hunter22',
      body === '' ? undefined : 'text/plain',
    ]);
  });

  it('keeps a HEAD call', async () => {
    await http.send(callOf(to(303, '/next'), { method: 'HEAD' }));
    expect(receiver.received.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
  });

  // Requirement: R191, S12
  it('leaves credentials behind on the way to another host, also when the way leads back', async () => {
    const two = `http://two.example.com:${receiver.port}`;
    const back = `${two}/307?${encodeURIComponent(`${origin}/end`)}`;
    await http.send(callOf(to(307, `${two}/307?${encodeURIComponent(back)}`), POST));
    expect(receiver.received.map(({ headers }) => headers.host?.split('.')[0])).toEqual(['one', 'two', 'two', 'one']);
    expect(receiver.received[0].headers).toMatchObject({ 'x-signature': expect.any(String) });
    for (const { headers, body } of receiver.received.slice(1)) {
      expect(headers).toMatchObject({ 'content-type': 'text/plain', accept: 'a/b', 'x-event-id': 'event-1' });
      expect([headers['authorization'], headers['x-api-key'], headers['x-signature'], body]).toEqual([
        undefined,
        undefined,
        undefined,
        'body',
      ]);
    }
  });

  it.each([
    ['another origin', 'two', [undefined, undefined, 'b']],
    ['the same origin', 'one', ['hunter22', 'x/hunter22', 'b']],
  ])('sends headers with secrets on to %s as it should', async (_, host, expected) => {
    const headers = { 'User-Agent': 'hunter22', ACCEPT: 'x/hunter22', 'Accept-Language': 'b' };
    const next = `http://${host}.example.com:${receiver.port}/next`;
    await http.send(callOf(to(307, next), { headers, secretHeaders: ['User-Agent', 'ACCEPT'] }));
    const { headers: arrived } = receiver.received[1];
    expect([arrived['user-agent'], arrived.accept, arrived['accept-language']]).toEqual(expected);
  });

  it('signs the request of a redirect to the same origin with its own method and address', async () => {
    await http.send(callOf(to(303, '/next'), POST));
    const [, seconds, given] = /^t=(\d+),.*,v2=(\w+)$/.exec(receiver.received[1].headers['x-signature'] as string)!;
    const signed = `${seconds}.event-1.GET.${origin}/next.`;
    expect(given).toBe(createHmac('sha256', 'key-of-signatures').update(signed).digest('hex'));
  });

  // Requirement: R191, S12
  it.each([
    ['a private address', (port: number) => `http://127.0.0.1:${port}/`, 'not allowed'],
    ['another notation of one', (port: number) => `http://2130706433:${port}/`, 'not allowed'],
    ['a name with a private address', (port: number) => `http://inside.example.com:${port}/`, 'not allowed'],
    ['a host that is not listed', () => 'http://example.org/', 'not allowed'],
    ['another port', () => 'http://one.example.com:22/', 'not allowed'],
    ['credentials', (port: number) => `http://u:p@one.example.com:${port}/`, 'credentials'],
    ['another scheme', () => 'file:///etc/passwd', 'must start with http'],
    ['no URL', () => 'http://[', 'malformed'],
  ])('refuses a redirect to %s', async (_, location, problem) => {
    const fault = await faultOf(http.send(callOf(to(302, location(receiver.port)))));
    expect([fault.kind, fault.message]).toEqual(['permanent', expect.stringContaining(problem)]);
    expect(receiver.received).toHaveLength(1);
  });

  it('follows three redirects and no more', async () => {
    const twice = to(302, to(302, '/end'));
    expect(await http.send(callOf(to(302, twice)))).toMatchObject({ body: 'ok' });
    const fault = await faultOf(http.send(callOf(to(302, to(302, twice)))));
    expect(fault).toMatchObject({
      kind: 'permanent',
      message: 'The host one.example.com redirects more than 3 times.',
    });
  });

  // Requirement: R191, S18
  it.each([
    ['a host that is not listed', (host: string) => `http://${host}.evil.example/`],
    ['a listed host', (host: string) => `http://${host}.example.com/`],
    ['a path with another status', (host: string, port: number) => `http://two.example.com:${port}/404?${host}`],
  ])('does not name what the other side names: %s', async (_, location) => {
    const secret = 'hunter22-of-theirs';
    const fault = await faultOf(http.send(callOf(to(307, location(secret, receiver.port)), POST)));
    expect(fault.message).toContain('one.example.com (after a redirect)');
    expect(fault.message).not.toContain(secret);
  });

  it('takes a redirect without a location for a refusal', async () => {
    receiver.respond = (_request, response) => void response.writeHead(302).end();
    expect(await faultOf(http.send(callOf(origin)))).toMatchObject({ kind: 'permanent', details: { statusCode: 302 } });
  });
});
