import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ROUTES, HostileApp, type Route } from './hostile-app.js';

const MEGABYTE = 1024 * 1024;
const SELECT = '{"EntityName":"Customer"}';
const routes = Object.keys(ROUTES) as readonly Route[];

/** JSON that is none, or none that anybody should send. */
const BAD_JSON: readonly (readonly [string, string | Buffer])[] = [
  ['nothing but blanks', '   '],
  ['half an object', '{"EntityName":'],
  ['half a text', '{"EntityName":"Cust'],
  ['a comment', '{"EntityName":"Customer"/* x */}'],
  ['a line comment', '{"EntityName":"Customer"} // x'],
  ['a trailing comma', '{"EntityName":"Customer",}'],
  ['single quotes', "{'EntityName':'Customer'}"],
  ['bare names', '{EntityName:"Customer"}'],
  ['NaN', '{"EntityName":NaN}'],
  ['a leading zero', '{"EntityName":"Customer","Pager":{"PageSize":01}}'],
  ['two values', `${SELECT}${SELECT}`],
  ['a duplicate member', '{"EntityName":"Customer","EntityName":"Order"}'],
  ['a duplicate member by escape', '{"EntityName":"Customer","Entity\\u004eame":"Order"}'],
  ['a bare line break in a text', '{"EntityName":"Cust\nomer"}'],
  ['a bad escape', '{"EntityName":"\\x41"}'],
  ['half a unicode escape', '{"EntityName":"\\u00"}'],
  ['65 arrays', '['.repeat(65) + ']'.repeat(65)],
  ['a million arrays', '['.repeat(1_000_000)],
  ['a million objects', '{"a":'.repeat(900_000)],
  ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['a lone continuation byte', Buffer.from([0x22, 0x80, 0x22])],
  ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['UTF-16', Buffer.from(`\ufeff${SELECT}`, 'utf16le')],
  ['zero bytes', Buffer.alloc(1_000)],
  ['two byte order marks', `\ufeff\ufeff${SELECT}`],
];

/** JSON values that are no body. */
const NO_BODY = [
  'null',
  'true',
  '0',
  '-0',
  '1e400',
  `1${'0'.repeat(100_000)}`,
  '""',
  '"x"',
  '[]',
  '[[]]',
  '{}',
  '[{"EntityName":"Customer"}]',
];

/** Bodies of a wrong shape, whatever the route. */
const BAD_SHAPES: readonly object[] = [
  { EntityName: null },
  { EntityName: 1 },
  { EntityName: ['Customer'] },
  { EntityName: { toString: 'Customer' } },
  { entityName: 'Customer' },
  { EntityNames: 'Customer' },
  { EntityName: '"Customer"' },
  { EntityName: 'Customer"' },
  { EntityName: ' Customer' },
  { EntityName: 'Customer ' },
  { EntityName: 'platform.change' },
  { EntityName: 'pg_catalog' },
  { EntityName: 'pg_class' },
  { EntityName: 'information_schema' },
  { EntityName: 'migrations' },
  { EntityName: 'environment' },
  { EntityName: '__proto__' },
  { EntityName: 'constructor' },
  { EntityName: 'Cuſtomer' },
  { EntityName: 'x'.repeat(1_000_000) },
  { EntityName: 'Customer', WhereClause: [] },
  { EntityName: 'Customer', WhereClause: 1 },
  { EntityName: 'Customer', WhereClause: { filters: [] } },
  { EntityName: 'Customer', WhereClause: { Filters: 'x' } },
  { EntityName: 'Customer', WhereClause: { Filters: [[]] } },
  { EntityName: 'Customer', whereClause: { Filters: [] } },
  { EntityName: 'Customer', Options: 1 },
  { EntityName: 'Customer', Options: { NullSafeNegation: 'maybe' } },
  { EntityName: 'Customer', Options: { nullSafeNegation: true } },
];

describe('a hostile body', () => {
  let hostile: HostileApp;
  beforeAll(async () => void (hostile = await HostileApp.start()));
  afterAll(() => hostile.stop());

  const post = (body: string | Buffer, ...more: readonly string[]) =>
    hostile.raw('POST /api/v1/queries/select', [...hostile.lines, ...more], body);

  // Requirement: R14, P9, S20
  it.each(BAD_JSON)('that is %s is refused as malformed', async (_, body) => {
    const { status, text } = await post(body);
    expect([status, text]).toEqual([400, expect.stringMatching(/MalformedJson|Validation/)]);
  });

  // Requirement: T2, P9, S20
  it.each(routes)('of no or a wrong shape is refused by %s', async (route) => {
    for (const body of [...NO_BODY, ...BAD_SHAPES]) {
      const { status } = await hostile.refuse(route, body);
      expect([400, 404]).toContain(status);
    }
  });

  // Requirement: S20
  it('cannot reach inherited properties of objects', async () => {
    for (const member of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '']) {
      const body = `{"EntityName":"Region","${member}":{"EntityName":"x","isAdministrator":true,"strict":true}}`;
      await hostile.refuse('select', body);
      await hostile.refuse('insert', `{"EntityName":"Region","Fields":[{"FieldName":"${member}","Value":"x"}]}`);
      await hostile.refuse(
        'insert',
        `{"EntityName":"Contact","Fields":[{"FieldName":"CustomerId","Value":{"${member}":1}}]}`,
      );
    }
    expect(({} as Record<string, unknown>).isAdministrator).toBeUndefined();
  });

  // Requirement: R14
  it('may begin with one byte order mark and use any supported encoding', async () => {
    expect((await post(`\ufeff${SELECT}`)).status).toBe(200);
    expect((await post(gzipSync(SELECT), 'Content-Encoding: gzip')).status).toBe(200);
    expect((await post(brotliCompressSync(SELECT), 'Content-Encoding: br')).status).toBe(200);
  });

  // Requirement: F17
  it.each<[string, string | Buffer, readonly string[], number]>([
    ['broken gzip', gzipSync(SELECT).subarray(0, 20), ['Content-Encoding: gzip'], 400],
    ['no gzip', SELECT, ['Content-Encoding: gzip'], 400],
    ['gzip of nothing', gzipSync(''), ['Content-Encoding: gzip'], 400],
    ['a gzip bomb', gzipSync(Buffer.alloc(200 * MEGABYTE)), ['Content-Encoding: gzip'], 413],
    ['a brotli bomb', brotliCompressSync(Buffer.alloc(64 * MEGABYTE)), ['Content-Encoding: br'], 413],
    ['an unknown encoding', SELECT, ['Content-Encoding: zstd'], 415],
    ['two encodings', gzipSync(gzipSync(SELECT)), ['Content-Encoding: gzip, gzip'], 415],
    ['6 MB', `{"EntityName":"${'x'.repeat(6 * MEGABYTE)}"}`, [], 413],
  ])('of %s is refused', async (_, body, more, status) => {
    expect((await post(body, ...more)).status).toBe(status);
  });

  // Requirement: R14
  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/jsonp',
    'json',
    '*/*',
    '',
    'application/json, text/plain',
    `application/${'a'.repeat(5_000)}`,
  ])('of content type %p is refused', async (type) => {
    const lines = hostile.lines.filter((line) => !line.startsWith('Content-Type'));
    const { status } = await hostile.raw('POST /api/v1/queries/select', [...lines, `Content-Type: ${type}`], SELECT);
    expect(status).toBe(415);
  });
});
