import type { NestExpressApplication } from '@nestjs/platform-express';
import { gzipSync } from 'node:zlib';
import { codeOf, JSON_TYPE, post, start } from './things-client.js';
import { CORRELATION_ID } from './things.module.js';

let app: NestExpressApplication;
beforeAll(async () => void (app = await start()));
afterAll(() => app.close());

const chunked = { 'transfer-encoding': 'chunked', ...JSON_TYPE };
const encoded = (coding: string): Record<string, string> => ({ 'content-encoding': coding, ...JSON_TYPE });
const long = JSON.stringify('x'.repeat(1_000));

// Requirement: R13, R14
it.each<[what: string, headers: Record<string, string>, body: string | Buffer]>([
  ['plain JSON', JSON_TYPE, '{"a":1}'],
  ['what .NET sends', { 'content-type': 'application/json; charset=utf-8' }, '{"a":1}'],
  ['a JSON dialect', { 'content-type': 'Application/Problem+JSON;charset="UTF-8"' }, '{"a":1}'],
  ['chunks', chunked, '{"a":1}'],
  ['gzip', encoded('gzip'), gzipSync('{"a":1}')],
  ['a byte order mark', JSON_TYPE, '\ufeff{"a":1}'],
])('reads %s', async (_, headers, body) => {
  expect(await post(body, headers)).toMatchObject({ status: 202, body: { Result: { a: 1 } } });
});

// Requirement: T61
it.each<Record<string, string>>([{}, { 'content-type': 'text/plain' }])(
  'requires no content type for an absent body, as with %j',
  async (headers) => {
    expect(await post('', headers)).toMatchObject({ status: 202, body: { Result: null } });
  },
);

// Requirement: R14
it.each<[what: string, headers: Record<string, string>, body: string | Buffer, status: number, code: string]>([
  ['another content type', { 'content-type': 'text/plain' }, '{}', 415, 'UnsupportedMediaType'],
  ['no content type', {}, '{}', 415, 'UnsupportedMediaType'],
  ['another charset', { 'content-type': 'application/json; charset=latin1' }, '{}', 415, 'UnsupportedMediaType'],
  ['an unknown encoding', encoded('zstd'), '{}', 415, 'UnsupportedMediaType'],
  ['a long body', JSON_TYPE, long, 413, 'TooLarge'],
  ['a long body of another type', { 'content-type': 'text/plain' }, long, 413, 'TooLarge'],
  ['a long body in chunks', chunked, long, 413, 'TooLarge'],
  ['a short body that unfolds', encoded('gzip'), gzipSync(long), 413, 'TooLarge'],
  ['a false encoding', encoded('gzip'), '{}', 400, 'MalformedJson'],
  ['invalid UTF-8', JSON_TYPE, Buffer.from([0x22, 0xff, 0x22]), 400, 'MalformedJson'],
])('refuses %s', async (_, headers, body, status, code) => {
  const answer = await post(body, headers);
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
});

// Requirement: R14
it.each([
  ['{"a":1,\n "b" 2}', { Line: 2, Column: 6 }],
  ['{"a":1,"a":2}', { Line: 1, Column: 8 }],
])('reports line and column of the fault in %j', async (body, Params) => {
  const answer = await post(body);
  expect(answer).toMatchObject({ status: 400, body: { ErrorDetails: [{ Code: 'MalformedJson', Params }] } });
  expect(answer.body.CorrelationId).toBe(CORRELATION_ID);
});

// See docs/interface/conventions.md#order-of-errors
it('checks the token before the body', async () => {
  expect((await post('{', { authorization: 'none' })).status).toBe(401);
});
