import { type INestApplication, Logger, type WebSocketAdapter } from '@nestjs/common';
import type { WsMessageHandler } from '@nestjs/common/interfaces/websockets/web-socket-adapter.interface.js';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Hub } from '../hubs/hub.js';
import type { HubClient } from '../calls/hub-client.js';
import { type HubOptions, type ServerOptions, SignalRServer } from '../signalr-server.js';
import { GatewayHub } from './gateway-hub.js';
import { gatewayPath, gatewaysAt } from './gateway-methods.js';

/** Options of all gateways; `@WebSocketGateway({ path, … })` overrides the hub options for one of them. */
export type SignalRAdapterOptions = ServerOptions & HubOptions;

/**
 * Serves `@WebSocketGateway({ path })` classes as SignalR hubs. Call `app.useWebSocketAdapter(new SignalRAdapter(app))`
 * after middleware that must see the hubs' requests, such as CORS, and before `app.init()` or `app.listen()`.
 */
export class SignalRAdapter implements WebSocketAdapter<Hub, HubClient, HubOptions & { path?: string }> {
  /** Server for endpoints without gateways. */
  readonly server: SignalRServer;
  readonly #gateways = new Map<Hub, GatewayHub>();
  readonly #hubs = new Map<string, Hub>();

  constructor(
    private readonly app: INestApplication,
    private readonly options: SignalRAdapterOptions = {},
  ) {
    const logger = new Logger('SignalR');
    this.server = new SignalRServer({ onError: (error) => logger.error(error), ...options });
    // Before Nest's own middleware, because a body parser would consume the bodies of clients' requests.
    app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (!this.server.handle(request, response)) next();
    });
    this.server.attach(app.getHttpServer() as Server);
  }

  create(port: number, options: HubOptions & { path?: string; namespace?: string } = {}): Hub {
    if (port !== 0) throw new Error('A hub is served on the port of its application: @WebSocketGateway({ path }).');
    const path = gatewayPath(options.path);
    // Nest calls again for a path that differs only in letter case.
    const known = this.#hubs.get(path);
    if (known) return known;
    const gateway = new GatewayHub(gatewaysAt(path, this.app));
    const hub = this.server.mapHub(path, gateway, { ...this.options, ...options });
    this.#gateways.set(hub, gateway);
    this.#hubs.set(path, hub);
    return hub;
  }

  bindClientConnect(hub: Hub, callback: (client: HubClient) => void): void {
    this.#gateways.get(hub)!.onConnect(callback);
  }

  bindClientDisconnect(client: HubClient, callback: () => void): void {
    GatewayHub.of(client).onDisconnect(client, callback);
  }

  bindMessageHandlers(client: HubClient, handlers: WsMessageHandler[]): void {
    GatewayHub.of(client).addMethods(client, handlers);
  }

  /** Does nothing: `dispose` closes all hubs together, so that none delays the next. */
  close(): void {
    // See `dispose`.
  }

  async dispose(): Promise<void> {
    await this.server.close();
  }
}
