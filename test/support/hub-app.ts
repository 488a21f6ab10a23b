import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  HttpTransportType,
  HubConnection,
  HubConnectionBuilder,
  type IHttpConnectionOptions,
  JsonHubProtocol,
  LogLevel,
} from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { readFileSync } from 'node:fs';
import { SignalRAdapter, type SignalRAdapterOptions } from '#signalr/nest/index.js';
import { CERTIFICATE_FILE } from './visits.js';

/** Transport and protocol of a client. */
export interface Way {
  readonly transport: keyof typeof HttpTransportType;
  readonly protocol: 'json' | 'messagepack';
}

/** Every legal combination. */
export const WAYS: readonly Way[] = [
  { transport: 'WebSockets', protocol: 'json' },
  { transport: 'WebSockets', protocol: 'messagepack' },
  { transport: 'ServerSentEvents', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'json' },
  { transport: 'LongPolling', protocol: 'messagepack' },
];

/** Options of the adapter, and whether the application is served over HTTPS. */
export type HubAppOptions = SignalRAdapterOptions & { readonly isSecure?: boolean };

/** A Nest application with nothing but gateways, on a port of its own, and the original's JavaScript client for it. */
export class HubApp {
  readonly #clients: HubConnection[] = [];

  private constructor(
    readonly app: NestExpressApplication,
    readonly adapter: SignalRAdapter,
    readonly url: string,
  ) {}

  /** @param prepare middleware that runs before the hubs */
  static async start(
    gateways: readonly Type[],
    { isSecure = false, ...options }: HubAppOptions = {},
    prepare: (app: NestExpressApplication) => void = () => undefined,
  ): Promise<HubApp> {
    @Module({ providers: [...gateways] })
    class HubModule {}
    const pem = isSecure ? readFileSync(CERTIFICATE_FILE) : undefined;
    const httpsOptions = pem && { cert: pem, key: pem };
    const app = await NestFactory.create<NestExpressApplication>(HubModule, { logger: false, httpsOptions });
    prepare(app);
    const adapter = new SignalRAdapter(app, options);
    app.useWebSocketAdapter(adapter);
    await app.listen(0, '127.0.0.1');
    return new HubApp(app, adapter, await app.getUrl());
  }

  /** A client that is not started yet. */
  client(
    { transport, protocol }: Way,
    path = '/default',
    options: IHttpConnectionOptions & { readonly build?: (builder: HubConnectionBuilder) => unknown } = {},
    url = this.url,
  ): HubConnection {
    const builder = new HubConnectionBuilder()
      .withUrl(url + path, { transport: HttpTransportType[transport], ...options })
      .withHubProtocol(protocol === 'json' ? new JsonHubProtocol() : new MessagePackHubProtocol())
      .configureLogging(LogLevel.None);
    options.build?.(builder);
    const connection = builder.build();
    this.#clients.push(connection);
    return connection;
  }

  async connect(...how: Parameters<HubApp['client']>): Promise<HubConnection> {
    const connection = this.client(...how);
    await connection.start();
    return connection;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((each) => each.stop()));
    await this.app.close();
  }
}
