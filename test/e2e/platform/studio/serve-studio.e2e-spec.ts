import type { NestExpressApplication } from '@nestjs/platform-express';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PAGE, SCRIPT, send, serve, writeBuild } from './built-studio.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types studio-worker";

let folder: string;
let app: NestExpressApplication;
beforeAll(async () => {
  folder = await writeBuild();
  app = await serve(folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('the page of the studio', () => {
  it.each(['/studio/', '/studio/Northgate/OrderToCash/Development/records/Order?x=1', '/studio/%zz', '/studio/a%2Fb'])(
    'answers %s with its policy, and is stored nowhere',
    async (path) => {
      const { status, headers, body } = await send(app, path);
      expect([status, body.toString()]).toEqual([200, PAGE]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    },
  );

  it('lets the page reach the identity provider that is set', async () => {
    const settings = { STUDIO_OIDC_AUTHORITY: 'https://id.example/realms/a', STUDIO_OIDC_CLIENT_ID: 'studio' };
    const other = await serve(folder, settings);
    const { headers } = await send(other, '/studio/');
    await other.close();
    expect(headers['content-security-policy']).toBe(
      POLICY.replace("connect-src 'self'", "connect-src 'self' https://id.example"),
    );
  });

  it.each(['/', '/studio', '/studio?a=1', '/Studio/x'])('redirects %s to /studio/', async (path) => {
    const { status, headers } = await send(app, path);
    expect([status, headers.location]).toEqual([302, '/studio/']);
  });

  it('answers HEAD without the page', async () => {
    const { status, headers, body } = await send(app, '/studio/', { method: 'HEAD' });
    expect([status, headers['content-length'], body.length]).toEqual([200, String(PAGE.length), 0]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s and names the allowed methods', async (method) => {
    for (const path of ['/', '/studio/', '/studio/assets/a-1.js']) {
      const { status, headers } = await send(app, path, { method });
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('assets of the studio', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (content: Buffer) => content],
    ['', undefined, (content: Buffer) => content],
  ])('are sent for Accept-Encoding %j in %s, for ever', async (accepted, encoding, decoded) => {
    const { status, headers, body } = await send(app, '/studio/assets/a-1.js', { 'Accept-Encoding': accepted });
    expect([status, decoded(body).toString()]).toEqual([200, SCRIPT]);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Encoding',
    });
  });

  it('are sent as they are where the build has not compressed them', async () => {
    const { headers, body } = await send(app, '/studio/assets/b-2.png', { 'Accept-Encoding': 'br' });
    expect([headers['content-type'], headers['content-encoding'], body.toString()]).toEqual([
      'image/png',
      undefined,
      'a picture',
    ]);
  });

  it.each(['bytes=0-3', 'bytes=9-2', 'bytes=-5', 'bytes=99999999-', 'bytes=x-y'])(
    'are sent whole for the range %s',
    async (range) => {
      const { status, body } = await send(app, '/studio/assets/a-1.js', { Range: range });
      expect([status, body.toString()]).toEqual([200, SCRIPT]);
    },
  );

  it('answer HEAD without their content', async () => {
    const { status, headers, body } = await send(app, '/studio/assets/a-1.js', { method: 'HEAD' });
    expect([status, headers['content-length'], body.length]).toEqual([200, String(SCRIPT.length), 0]);
  });

  it.each(
    [
      '',
      'a-1',
      'gone-3.js',
      'a-1.js/',
      '../secret.txt',
      '..%2fsecret.txt',
      '%2e%2e/secret.txt',
      '..\\secret.txt',
      '%zz',
    ].map((name) => `/studio/assets/${name}`),
  )('answer 404 for %s', async (path) => {
    const { status, headers, body } = await send(app, path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
      'no-store',
    ]);
    expect(body.toString()).toContain('The studio has no such file. Load its page again.');
  });

  it('that were removed answer an error, and others are still sent', async () => {
    const removed = await writeBuild();
    const other = await serve(removed);
    await rm(join(removed, 'assets/b-2.png'));
    expect((await send(other, '/studio/assets/b-2.png')).status).toBe(404);
    expect((await send(other, '/studio/assets/a-1.js')).status).toBe(200);
    await other.close();
    await rm(removed, { recursive: true });
  });
});

it('names the command where the studio is not built', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'studio-'));
  const other = await serve(empty);
  const { status, headers, body } = await send(other, '/studio/');
  expect([status, headers['content-type'], body.toString()]).toEqual([
    503,
    'text/plain; charset=utf-8',
    'The studio is not built. Run `npm run build`, and start the service again.\n',
  ]);
  expect((await send(other, '/studio/assets/a-1.js')).status).toBe(404);
  await other.close();
  await rm(empty, { recursive: true });
});

it('serves nothing with STUDIO=false', async () => {
  const other = await serve(folder, { STUDIO: 'false' });
  const answers = await Promise.all(
    ['/', '/studio', '/studio/', '/studio/assets/a-1.js'].map((path) => send(other, path)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  await other.close();
});
