import { Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createHttpApp } from '#platform/http/http-app.js';
import { serveStudio } from '#platform/studio/serve-studio.js';
import { testConfig } from '../../../support/test-config.js';

/** Page of a built studio. */
export const PAGE = '<!doctype html><title>Studio</title><script type="module" src="/studio/assets/a-1.js"></script>';
/** Its script. */
export const SCRIPT = `${'// a line that compresses well\n'.repeat(50)}document.title = 'Loaded';\n`;

@Module({})
class EmptyModule {}

/** Writes what a build leaves: a page, and assets of which some are compressed. @returns its folder */
export async function writeBuild(script = SCRIPT, worker = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'));
  const assets = join(folder, 'assets');
  await mkdir(assets);
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'secret.txt'), 'beside the assets');
  await writeFile(join(assets, 'a-1.js'), script);
  await writeFile(join(assets, 'a-1.js.gz'), gzipSync(script));
  await writeFile(join(assets, 'a-1.js.br'), brotliCompressSync(script));
  await writeFile(join(assets, 'b-2.js'), worker);
  await writeFile(join(assets, 'b-2.png'), 'a picture');
  return folder;
}

/** Serves a built studio without the rest of the service. @param folder an empty one: it is not built */
export async function serve(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<NestExpressApplication> {
  const config = testConfig('postgres://localhost/none', { DRAIN_DELAY_MS: '0', ...settings });
  const app = await createHttpApp(EmptyModule, config, pino({ level: 'silent' }));
  serveStudio(app, config, folder);
  await app.listen(0, '127.0.0.1');
  return app;
}

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends a path as it is written; `fetch` would resolve `..`, follow redirects and decompress. */
export async function send(
  app: NestExpressApplication,
  path: string,
  { method = 'GET', ...headers }: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const { port, hostname: host } = new URL(await app.getUrl());
  return new Promise((resolve, reject) => {
    const req = request({ host, port, path, method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => void chunks.push(chunk));
      res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }));
    });
    req.on('error', reject);
    req.end();
  });
}
