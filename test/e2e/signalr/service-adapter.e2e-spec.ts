import { Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createHttpApp } from '#platform/http/http-app.js';
import { ConnectionRefused } from '#signalr/index.js';
import { SignalRAdapter } from '#signalr/nest/index.js';
import { WAYS } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';
import { testConfig } from '../../support/test-config.js';

@Module({ providers: [ProvingGateway] })
class HubModule {}

const ORIGIN = 'https://app.example';
const lines: string[] = [];
let app: NestExpressApplication;
let url: string;

beforeAll(async () => {
  const sink = new Writable({
    write: (line, _, done) => {
      lines.push(String(line));
      done();
    },
  });
  const config = testConfig('postgres://nowhere', { CORS_ORIGINS: ORIGIN });
  app = await createHttpApp(HubModule, config, pino(sink));
  app.useWebSocketAdapter(
    new SignalRAdapter(app, {
      authorize: ({ accessToken }) => {
        if (accessToken !== 'secret-token') throw new ConnectionRefused(401, 'No token.');
        return { owner: 'me' };
      },
    }),
  );
  await app.listen(0, '127.0.0.1');
  url = `${await app.getUrl()}/default`;
});
afterAll(() => app.close());

it.each(WAYS.filter(({ protocol }) => protocol === 'json'))(
  'a hub works on the service’s own HTTP adapter, over $transport',
  async ({ transport }) => {
    const connection = new HubConnectionBuilder()
      .withUrl(url, { transport: HttpTransportType[transport], accessTokenFactory: () => 'secret-token' })
      .configureLogging(LogLevel.None)
      .build();
    await connection.start();
    expect(await connection.invoke('Echo', 'x')).toBe('x');
    await connection.stop();
  },
);

it('listed origins are answered exactly, with credentials, even on refusals; preflights need no token', async () => {
  const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' };
  const preflight = await fetch(`${url}/negotiate`, { method: 'OPTIONS', headers });
  const refused = await fetch(`${url}/negotiate`, { method: 'POST', headers: { Origin: ORIGIN } });
  expect([preflight.status, refused.status]).toEqual([204, 401]);
  for (const { headers: answered } of [preflight, refused])
    expect(Object.fromEntries(answered)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-credentials': 'true',
    });
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/X-SignalR-User-Agent/);
});

// Requirement: R203
it('tokens in the query string stay out of the log', async () => {
  await fetch(`${url}/negotiate?access_token=secret-token`, { method: 'POST' });
  await fetch(`${url}?id=x&access_token=secret-token`);
  expect(lines.join('')).toContain('/default/negotiate');
  expect(lines.join('')).not.toContain('secret-token');
});
