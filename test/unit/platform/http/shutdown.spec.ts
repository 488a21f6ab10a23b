import type { NestExpressApplication } from '@nestjs/platform-express';
import { VERSION } from '#platform/process/config/build-info.js';
import { Readiness } from '#platform/observability/readiness.js';
import { call, start } from './things-client.js';

let app: NestExpressApplication;
beforeEach(async () => void (app = await start()));
afterEach(() => app.close());

// Requirement: R23
it('is live, and ready once every probe passes', async () => {
  expect((await call('GET', '/health/live')).text).toBe(`{"Status":"Live","Version":"${VERSION}"}`);
  expect((await call('GET', '/health/ready')).text).toBe(`{"Status":"Ready","Version":"${VERSION}"}`);
  app.get(Readiness).register('database', () => Promise.reject(new Error('password wrong')));
  const answer = await call('GET', '/health/ready');
  expect([answer.status, answer.body.Errors]).toEqual([503, ['Not ready: database.']]);
});

// Requirement: R224
it('turns unready, still answers, finishes running requests, and closes all connections', async () => {
  const keepAlive = { headers: { connection: 'keep-alive' } };
  const closing = app.close();
  const slow = call('GET', '/api/v1/things/slow', keepAlive);
  const ready = await call('GET', '/health/ready', keepAlive);
  expect([ready.status, ready.headers.connection, ready.body.Errors]).toEqual([
    503,
    'close',
    ['Not ready: shutting down.'],
  ]);
  expect((await slow).body.Result).toBe('done');
  await closing;
  await expect(call('GET', '/health/live')).rejects.toThrow('ECONNREFUSED');
});
