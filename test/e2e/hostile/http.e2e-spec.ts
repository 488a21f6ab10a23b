import { HostileApp } from './hostile-app.js';

const SELECT = '{"EntityName":"Customer"}';

/** Values of a context header that name no place. */
const BAD_PLACES: readonly string[] = [
  '',
  ' ',
  "'",
  '"Northgate"',
  "Northgate' OR '1'='1",
  'Northgate; DROP SCHEMA platform',
  'Northgate,Southbay',
  '../Northgate',
  '%4eorthgate',
  'Nörthgate',
  '\u00a0',
  '\x01',
  '__proto__',
  '-',
  'x'.repeat(64),
  'x'.repeat(8_000),
  'd60d51c2-e8fe-4abd-8540-8e4c80321412x',
  '{d60d51c2-e8fe-4abd-8540-8e4c80321412}',
  '00000000-0000-0000-0000-000000000000',
];

const BAD_TOKENS: readonly string[] = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer null',
  'Bearer undefined',
  'Bearer a.b.c',
  'Bearer ..',
  `Bearer ${'.'.repeat(5_000)}`,
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEuYWRtaW4ifQ.',
  `Bearer ${'x'.repeat(10_000)}`,
  'Basic YWRhOmFkYQ==',
  'Bearer "\'; --',
  'Bearer \xff\xfe',
  'Token x',
];

const BAD_PATHS: readonly string[] = [
  '/api/v1/queries/../../etc/passwd',
  '/api/v1/../../../../etc/passwd',
  '/api/v1/%2e%2e/%2e%2e/etc/passwd',
  '/api/v1/queries/select%00',
  '/%00',
  '/%',
  '/%zz',
  '/%c0%af',
  '//api//v1//queries//nothing',
  '/api/v1/queries/select/..;/admin',
  '/api/v1/queries/select;x=1/y',
  '/api\\v1\\queries',
  '/__proto__',
  '/api/v1/constructor',
  '/api/v1/records',
  '/api/v1/nothing?x=%',
  '/api/v1/nothing?__proto__[x]=1&a[a][a][a]=1',
  `/${'a/'.repeat(3_000)}`,
  `/api/v1/${'x'.repeat(7_000)}`,
  `/api/v1/queries/nothing?${'a=1&'.repeat(1_500)}`,
  '/swagger/../../package.json',
  '/swagger/..%2f..%2fpackage.json',
];

describe('hostile HTTP', () => {
  let hostile: HostileApp;
  beforeAll(async () => void (hostile = await HostileApp.start()));
  afterAll(() => hostile.stop());

  const without = (name: string): readonly string[] => hostile.lines.filter((line) => !line.startsWith(name));
  const select = (lines: readonly string[]) => hostile.raw('POST /api/v1/queries/select', lines, SELECT);

  // Requirement: T1, T88, S1
  it.each(['TenantId', 'AppId', 'EnvironmentId'])('a %s that is no valid context header is refused', async (name) => {
    for (const value of BAD_PLACES) {
      const { status } = await select([...without(name), `${name}: ${value}`]);
      expect([value.slice(0, 40), [400, 403].includes(status)]).toEqual([value.slice(0, 40), true]);
    }
    expect((await select([...without(name), `${name}: Northgate`, `${name}: Southbay`])).status).toBe(400);
  });

  // Requirement: R5, S14
  it('an invalid Authorization header is refused', async () => {
    for (const value of BAD_TOKENS) {
      const { status, headers } = await select([...without('Authorization'), `Authorization: ${value}`]);
      expect([value.slice(0, 40), status]).toEqual([value.slice(0, 40), 401]);
      expect(headers).toMatch(/www-authenticate: bearer/i);
    }
  });

  // Requirement: F17
  it('a header of a megabyte is refused', async () => {
    for (const name of ['TenantId', 'Authorization', 'X-Request-Id', 'Prefer', 'If-Match', 'X-Anything']) {
      const { status } = await select([...hostile.lines, `${name}: ${'x'.repeat(1024 * 1024)}`]);
      expect([400, 401, 403, 431]).toContain(status);
    }
  });

  // Requirement: S15
  it('unusual values of other headers change nothing', async () => {
    const odd = ["' OR 1=1", '__proto__', '\x80\xff', '"', '*', 'W/"1"', '-1', '1e9', 'x'.repeat(2_000), '{}', ''];
    for (const name of [
      'X-Request-Id',
      'Prefer',
      'Accept',
      'Accept-Language',
      'Accept-Encoding',
      'Origin',
      'X-HTTP-Method-Override',
      'X-Forwarded-For',
      'Cookie',
      'Expect-CT',
    ]) {
      for (const value of odd) {
        const { status } = await select([...hostile.lines, `${name}: ${value}`]);
        expect([name, value.slice(0, 20), status]).toEqual([name, value.slice(0, 20), 200]);
      }
    }
  });

  // Requirement: P9
  it('an unknown path answers 404', async () => {
    for (const path of BAD_PATHS) {
      for (const method of ['GET', 'POST']) {
        const { status, text } = await hostile.raw(`${method} ${path}`, hostile.lines);
        expect([method, path.slice(0, 60), [400, 401, 403, 404, 405, 414, 431].includes(status)]).toEqual([
          method,
          path.slice(0, 60),
          true,
        ]);
        expect(text).not.toMatch(/root:|"dependencies"/);
      }
    }
  });

  // Requirement: R16
  it.each([
    ['GET', 405],
    ['HEAD', 405],
    ['OPTIONS', 204],
    ['TRACE', 405],
    ['PATCH', 405],
    ['DELETE', 405],
    ['PROPFIND', 405],
    ['select', 400],
    ['FOO', 400],
    ['G'.repeat(5_000), 400],
  ])('%s is not a method of a query route', async (method, expected) => {
    const { status } = await hostile.raw(`${method} /api/v1/queries/select`, hostile.lines);
    expect(status).toBe(expected);
  });

  // Requirement: S15
  it.each<[string, string, readonly string[]]>([
    ['two lengths', 'POST /api/v1/queries/select', ['Content-Length: 5', 'Content-Length: 6']],
    ['length and chunks', 'POST /api/v1/queries/select', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['an odd transfer encoding', 'POST /api/v1/queries/select', ['Transfer-Encoding: xchunked']],
    ['a negative length', 'POST /api/v1/queries/select', ['Content-Length: -1']],
    ['a header without a colon', 'GET /health/live', ['nonsense']],
    ['a blank before the colon', 'GET /health/live', ['X : y']],
    ['a folded header', 'GET /health/live', ['X: y', ' z']],
    ['a zero byte in a header', 'GET /health/live', ['X: \0']],
    ['two thousand headers', 'GET /health/live', Array.from({ length: 3_000 }, (_, i) => `X-${i}: y`)],
    ['no path', 'GET', []],
    ['a path of other bytes', 'GET /\x00\x01', []],
  ])('%s is not valid HTTP', async (_, line, lines) => {
    const { status } = await hostile.raw(line, [...hostile.lines, ...lines]);
    expect([400, 404, 431, 501]).toContain(status);
  });
});
