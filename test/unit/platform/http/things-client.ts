import { Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { pino } from 'pino';
import { ConfigModule } from '#platform/process/config/config.module.js';
import { loadConfig } from '#platform/process/config/load-config.js';
import { createHttpApp } from '#platform/http/http-app.js';
import { ThingsModule } from './things.module.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface Call {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

let port: number;

/** Lines that the application logged. */
export const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });

const config = loadConfig({ BODY_LIMIT_BYTES: '1000', CORS_ORIGINS: 'https://app.example', DRAIN_DELAY_MS: '100' });

@Module({ imports: [ConfigModule.forConfig(config), ThingsModule] })
class TestModule {}

/** Starts the application on a free port; every other function here talks to it. */
export async function start(): Promise<NestExpressApplication> {
  const app = await createHttpApp(TestModule, config, logger);
  app.getHttpAdapter().get('/raw', () => {
    throw new Error('outside of Nest');
  });
  await app.listen(0, '127.0.0.1');
  ({ port } = app.getHttpServer().address() as { port: number });
  return app;
}

/** One request on a connection of its own. */
export function call(method: string, path: string, { headers = {}, body }: Call = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = httpRequest(
      { agent: false, port, method, path, headers: { connection: 'close', ...headers } },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        res.on('end', () => {
          const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
          resolve({ status: res.statusCode ?? 0, headers: res.headers, text, body: json });
        });
      },
    );
    req.on('error', reject);
    req.end(body);
  });
}

export const JSON_TYPE = { 'content-type': 'application/json' };
export const post = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE): Promise<Answer> =>
  call('POST', '/api/v1/things', { headers, body });

/** The code of the first fault. */
export const codeOf = ({ body }: Answer): unknown => (body.ErrorDetails as { Code: string }[] | undefined)?.[0].Code;

/** Answer of the server to bytes that no HTTP client would send. */
export function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}
