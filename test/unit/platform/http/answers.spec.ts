import type { NestExpressApplication } from '@nestjs/platform-express';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, call, JSON_TYPE, lines, post, raw, start } from './things-client.js';
import { CORRELATION_ID } from './things.module.js';

let app: NestExpressApplication;
beforeAll(async () => void (app = await start()));
afterAll(() => app.close());

describe('answers', () => {
  // Requirement: R74
  it('wrap a result in the envelope, a read without CorrelationId', async () => {
    const { status, headers, text, body } = await call('GET', '/api/v1/things?q=1');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(text).toContain(
      '"Result":{"user":"u","n":1.00},"RecordAffected":0,"RecordAffectted":0,"TotalRecords":null,',
    );
    expect(body).toMatchObject({ IsSuccess: true, StatusCode: '200', CorrelationId: null, Log: ['a'], Errors: [] });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect([headers['x-powered-by'], headers.etag]).toEqual([undefined, undefined]);
  });

  // Requirement: R29
  it('of a write have its own status, headers and CorrelationId', async () => {
    const { status, headers, body } = await post('{"a":9007199254740993}');
    expect([status, headers.location, body.StatusCode, body.CorrelationId, body.RecordAffected]).toEqual([
      202,
      '/x',
      '202',
      CORRELATION_ID,
      1,
    ]);
  });

  it('receive path parameters and plain objects unchanged', async () => {
    expect((await call('GET', '/api/v1/things/by/a%20b')).body.Result).toEqual({ id: 'a b' });
    expect((await call('GET', '/API/v1/things/PLAIN/')).text).toBe('{"plain":true}');
  });

  // Requirement: R24
  it('keep a valid X-Request-Id and replace an invalid one', async () => {
    const sane = await call('GET', '/api/v1/things', { headers: { 'x-request-id': 'abc-1' } });
    expect([sane.headers['x-request-id'], sane.body.RequestId]).toEqual(['abc-1', 'abc-1']);
    const odd = await call('GET', '/nowhere', { headers: { 'x-request-id': 'a b' } });
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(odd.body).toMatchObject({ RequestId: odd.headers['x-request-id'], traceId: odd.headers['x-request-id'] });
  });

  it.each([
    ['GET /api/v1/things', 200],
    ['GET /api/v1/things/by/1', 200],
    ['DELETE /api/v1/things', 405],
    ['GET /api/v1/things/busy', 503],
  ])('of %s have each header once', async (request, status) => {
    const headers = 'Host: x\r\nOrigin: https://app.example\r\nConnection: close\r\n';
    const [first, ...more] = (await raw(`${request} HTTP/1.1\r\n${headers}\r\n`)).split('\r\n\r\n')[0].split('\r\n');
    const names = more.map((line) => line.split(':')[0].toLowerCase());
    expect([first.split(' ')[1], names.length]).toEqual([`${status}`, new Set(names).size]);
    const expected = [
      'x-request-id',
      'cache-control',
      'content-security-policy',
      'vary',
      'access-control-allow-origin',
    ];
    expect(names).toEqual(expect.arrayContaining(expected));
  });

  // Requirement: R16
  it('to HEAD are those of GET without body, and never of a write', async () => {
    const get = await call('HEAD', '/api/v1/things');
    expect([get.status, get.text, Number(get.headers['content-length']) > 0]).toEqual([200, '', true]);
    const before = (await call('PUT', '/api/v1/things/count')).body.Result;
    expect((await call('HEAD', '/api/v1/things/count')).status).toBe(405);
    expect((await call('PUT', '/api/v1/things/count')).body.Result).toBe(before);
  });
});

describe('browsers', () => {
  const preflight = (origin: string): Promise<Answer> =>
    call('OPTIONS', '/api/v1/things', { headers: { origin, 'access-control-request-method': 'POST' } });

  // Requirement: R16
  it('of listed origins are answered exactly with credentials, others not at all', async () => {
    const { status, headers } = await preflight('https://app.example');
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
    expect((await preflight('https://app.example.evil')).headers['access-control-allow-origin']).toBeUndefined();
    const answer = await call('GET', '/api/v1/things', { headers: { origin: 'https://app.example' } });
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example');
  });
});

describe('the request log', () => {
  const linesOf = (requestId: string): Record<string, unknown>[] =>
    lines.filter((line) => line.includes(`"${requestId}"`)).map((line) => JSON.parse(line) as Record<string, unknown>);

  // Requirement: R24
  it('has one line per request with method, user and duration, without values or tokens', async () => {
    const headers = { ...JSON_TYPE, 'x-request-id': 'logged', authorization: 'Bearer hunter2' };
    await call('POST', '/api/v1/things?search=hunter2', { headers, body: '{"Password":"hunter2"}' });
    await delay(10);
    expect(linesOf('logged')).toEqual([
      expect.objectContaining({
        msg: 'request',
        method: 'POST',
        path: '/api/v1/things',
        status: 202,
        durationMs: expect.any(Number),
        correlationId: CORRELATION_ID,
        tenantId: 't',
        appId: 'a',
        environmentId: 'e',
        userId: 'u',
      }),
    ]);
    expect(lines.join('')).not.toContain('hunter2');
  });

  // Requirement: R24
  it('has the stack of a bug under the request id of the answer', async () => {
    await call('GET', '/api/v1/things/broken', { headers: { 'x-request-id': 'bug' } });
    const [line] = linesOf('bug');
    expect(line).toMatchObject({
      level: 50,
      msg: 'internal error',
      err: { stack: expect.stringContaining('things.module') },
    });
  });
});
