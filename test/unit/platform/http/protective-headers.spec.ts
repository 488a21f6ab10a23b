import { Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { loadConfig } from '#platform/process/config/load-config.js';
import { createHttpApp } from '#platform/http/http-app.js';

@Module({})
class EmptyModule {}

let app: NestExpressApplication | undefined;
afterEach(() => app?.close());

it.each<[NODE_ENV: string, strictTransport: string | null]>([
  ['production', 'max-age=31536000'],
  ['development', null],
])('sends in %s: Strict-Transport-Security %s', async (NODE_ENV, strictTransport) => {
  const config = loadConfig({
    NODE_ENV,
    JWT_SECRET: 'd2b1c07f9e4a6835b0f1e2d3c4a59687',
    DATABASE_URL: 'postgres://db/x',
    DRAIN_DELAY_MS: '0',
  });
  app = await createHttpApp(EmptyModule, config, pino({ level: 'silent' }));
  await app.listen(0, '127.0.0.1');
  const { status, headers } = await fetch(await app.getUrl());
  expect([status, headers.get('strict-transport-security')]).toEqual([404, strictTransport]);
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
});
