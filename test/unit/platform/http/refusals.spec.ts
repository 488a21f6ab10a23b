import type { NestExpressApplication } from '@nestjs/platform-express';
import { call, codeOf, raw, start } from './things-client.js';

let app: NestExpressApplication;
beforeAll(async () => void (app = await start()));
afterAll(() => app.close());

// Requirement: R16, T60
it.each<[what: string, method: string, path: string, status: number, code: string]>([
  ['an unknown route', 'GET', '/api/v1/nothing', 404, 'NotFound'],
  ['a wrong verb', 'DELETE', '/api/v1/things', 405, 'MethodNotAllowed'],
  ['a broken URL', 'GET', '/api/v1/things/by/%E0%A4%A', 400, 'Validation'],
  ['overload', 'GET', '/api/v1/things/busy', 503, 'Unavailable'],
])('answers %s as a problem', async (_, method, path, status, code) => {
  const answer = await call(method, path);
  expect([answer.status, codeOf(answer), answer.headers['content-type']]).toEqual([
    status,
    code,
    'application/problem+json; charset=utf-8',
  ]);
  expect(answer.body).toMatchObject({ IsSuccess: false, Result: null, StatusCode: String(status), status });
});

// Requirement: R16
it('names the allowed verbs', async () => {
  expect((await call('DELETE', '/api/v1/things')).headers.allow).toBe('GET, POST, HEAD');
  const options = await call('OPTIONS', '/api/v1/things/by/1');
  expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD']);
});

it.each([
  ['a missing Host', '', 400],
  ['an unknown expectation', 'Host: x\r\nExpect: a miracle\r\n', 417],
])('leaves the refusal of %s to Node', async (_, header, status) => {
  expect(await raw(`GET /api/v1/things HTTP/1.1\r\n${header}Connection: close\r\n\r\n`)).toMatch(`HTTP/1.1 ${status} `);
});

// Requirement: R211
it('shows only the request id of a bug', async () => {
  const answer = await call('GET', '/api/v1/things/broken');
  expect([answer.status, codeOf(answer)]).toEqual([500, 'Internal']);
  expect(answer.text).toContain(answer.headers['x-request-id']);
  expect(answer.text).not.toMatch(/secret_table|stack|\.ts/);
  expect(codeOf(await call('GET', '/raw'))).toBe('Internal');
});

// Requirement: R6, R211
it('sends Retry-After and WWW-Authenticate', async () => {
  expect((await call('GET', '/api/v1/things/busy')).headers['retry-after']).toBe('2');
  const { status, headers } = await call('GET', '/api/v1/things', { headers: { authorization: 'none' } });
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
});

// Requirement: T60
it('answers HTTP 200 where the environment requests it, with the real status in the body', async () => {
  const answer = await call('GET', '/api/v1/things/busy', { headers: { authorization: 'as200' } });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.body).toMatchObject({ IsSuccess: false, StatusCode: '503' });
});

// Requirement: R16
it.each([
  ['what is not HTTP', 'GARBAGE\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('answers %s with the common error body', async (_, bytes, status) => {
  const [head, body] = (await raw(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*X-Request-Id: `));
  expect(head).toMatch(/\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n/);
  expect(JSON.parse(body)).toMatchObject({ IsSuccess: false, StatusCode: String(status) });
});
