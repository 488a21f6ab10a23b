import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { ANYONE } from './connections/connection-identity.js';
import type { ConnectionHandler } from './connections/connection.js';
import { ConnectionRequest, routeOf } from './connections/connection-request.js';
import { CONNECTION_DEFAULTS, type ConnectionSettings } from './connections/connection-settings.js';
import { ConnectionTokens, hmacSigner, type TokenSigner } from './connections/connection-tokens.js';
import { ConnectionRefused } from './connections/connection-refused.js';
import { Flusher } from './connections/flusher.js';
import type { OwnerLocator } from './connections/owner-locator.js';
import { Hub } from './hubs/hub.js';
import type { HubDefinition } from './calls/hub-definition.js';
import { HUB_DEFAULTS, type HubSettings } from './hubs/hub-settings.js';
import { ConnectionEndpoint, type EndpointDefinition } from './transports/connection-endpoint.js';
import { Frames } from './transports/frames.js';
import { HubSocket } from './transports/hub-socket.js';
import { refuseUpgrade } from './transports/refusals.js';

/** Options of a server, for all its endpoints. */
export interface ServerOptions {
  /** Name of this node, of letters, digits, `-` and `_`. */
  readonly nodeId?: string;
  /** Signer of connection tokens; all nodes need the same secret. Default: a secret of this process. */
  readonly signer?: TokenSigner;
  /** Locator of the other nodes. Default: there are none. */
  readonly locator?: OwnerLocator;
  /** Called with errors that clients do not see. Default: they are dropped. */
  readonly onError?: (error: unknown) => void;
  /** Interval at which timeouts are checked, in milliseconds, which is their resolution. Default: 1,000. */
  readonly tickMs?: number;
}

type Gate = Partial<Pick<EndpointDefinition, 'authorize' | 'negotiate' | 'allowsOrigin'>>;

/** Settings and admission of an endpoint for connections without the hub protocol; all have defaults. */
export type ConnectionOptions = Partial<ConnectionSettings> & Gate;

/** Settings and admission of a hub; all have defaults. */
export type HubOptions = Partial<HubSettings> & Gate;

const NEGOTIATE = '/negotiate';
const SHUTDOWN = { allowReconnect: true };
const CLOSING_POLL_MS = 10;

/** SignalR server that shares an HTTP server with other handlers. */
export class SignalRServer {
  readonly #endpoints = new Map<string, ConnectionEndpoint>();
  readonly #tokens: ConnectionTokens;
  readonly #flusher = new Flusher();
  readonly #clock: NodeJS.Timeout;
  readonly #closeTimeouts: number[] = [];
  readonly #onError: (error: unknown) => void;

  constructor(private readonly options: ServerOptions = {}) {
    this.#tokens = new ConnectionTokens(options.nodeId ?? 'node', options.signer ?? hmacSigner());
    this.#onError = options.onError ?? (() => undefined);
    this.#clock = setInterval(() => this.#tick(), options.tickMs ?? 1_000).unref();
  }

  /** Serves a hub at a path. */
  mapHub(path: string, definition: HubDefinition, options: HubOptions = {}): Hub {
    const settings = { ...HUB_DEFAULTS, ...options };
    const hub = new Hub(settings, definition, this.#flusher, this.#onError);
    this.#map(path, (connection) => hub.accept(connection), settings, options);
    return hub;
  }

  /** Serves connections for any bytes, without the hub protocol. */
  mapConnections(path: string, handler: ConnectionHandler, options: ConnectionOptions = {}): void {
    this.#map(path, handler, { ...CONNECTION_DEFAULTS, ...options }, options);
  }

  /** Answers a request if it belongs to an endpoint. @returns true if it does */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const endpoint = this.#endpointOf(request);
    if (!endpoint) return false;
    const answer = (): void => void endpoint.handle(new ConnectionRequest(request), response);
    // A response gets its socket after the previous response on that socket has been reported as written. Until then it
    // reports neither its own end nor the disconnection of its client.
    if (response.socket) answer();
    else response.once('socket', answer);
    return true;
  }

  /** Answers a request for a WebSocket if it belongs to an endpoint. @returns true if it does */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const endpoint = this.#endpointOf(request);
    if (endpoint) void endpoint.upgrade(new ConnectionRequest(request), socket, head);
    return endpoint !== undefined;
  }

  /**
   * Answers the requests for WebSockets of an HTTP server. Requests for unknown paths get 404 if no other listener
   * exists.
   */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      if (this.upgrade(request, socket, head) || server.listenerCount('upgrade') > 1) return;
      refuseUpgrade(socket, new ConnectionRefused(404, 'There is no WebSocket here.'));
    });
  }

  /** Asks all clients to reconnect, and closes all connections within their close timeouts. */
  async close(): Promise<void> {
    const endpoints = [...this.#endpoints.values()];
    for (const endpoint of endpoints) endpoint.close(SHUTDOWN);
    const untilMs = performance.now() + Math.max(0, ...this.#closeTimeouts);
    const isBusy = (): boolean => endpoints.some(({ connections }) => connections.size > 0);
    while (isBusy() && performance.now() < untilMs) await delay(CLOSING_POLL_MS);
    for (const { connections } of endpoints) for (const connection of connections) connection.abort();
    clearInterval(this.#clock);
  }

  #map(path: string, handler: ConnectionHandler, settings: ConnectionSettings, gate: Gate): void {
    const { authorize = ANYONE, negotiate, allowsOrigin } = gate;
    const sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      WebSocket: HubSocket,
      maxPayload: settings.maximumFrameBytes,
    });
    const surroundings = {
      tokens: this.#tokens,
      locator: this.options.locator,
      flusher: this.#flusher,
      sockets,
      frames: new Frames(),
      onError: this.#onError,
    };
    const base = routeOf(path);
    const definition = { path: base, handler, settings, authorize, negotiate, allowsOrigin };
    this.#endpoints.set(base, new ConnectionEndpoint(definition, surroundings));
    this.#closeTimeouts.push(settings.closeTimeoutMs);
  }

  #endpointOf({ url = '/' }: IncomingMessage): ConnectionEndpoint | undefined {
    const path = routeOf(url);
    const base = path.endsWith(NEGOTIATE) ? path.slice(0, -NEGOTIATE.length) : path;
    return this.#endpoints.get(path) ?? this.#endpoints.get(routeOf(base));
  }

  #tick(): void {
    const nowMs = performance.now();
    for (const { connections } of this.#endpoints.values()) connections.tick(nowMs);
  }
}
