import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import type { CloseNotice, Connection, ConnectionHandler } from '../connections/connection.js';
import { Connections } from '../connections/connections.js';
import type { Authorize, ConnectionIdentity } from '../connections/connection-identity.js';
import { alreadyActive, ConnectionRefused, transportChanged } from '../connections/connection-refused.js';
import { type ConnectionRequest, routeOf } from '../connections/connection-request.js';
import type { ConnectionSettings } from '../connections/connection-settings.js';
import type { ConnectionTokens, TokenKind } from '../connections/connection-tokens.js';
import type { Flusher } from '../connections/flusher.js';
import type { OwnerLocator } from '../connections/owner-locator.js';
import {
  negotiationAnswer,
  type NegotiationRedirect,
  type NegotiationRefusal,
  readNegotiation,
  type TransportName,
} from '../protocol/negotiation.js';
import { ConnectionFinder, type Found } from './connection-finder.js';
import { forwardRequest, forwardUpgrade } from './forwarding.js';
import type { Frames } from './frames.js';
import { LongPollingTransport } from './long-polling-transport.js';
import { receiveBody } from './message-body.js';
import { refuseRequest, refuseUpgrade } from './refusals.js';
import { ServerSentEventsTransport } from './server-sent-events-transport.js';
import { WebSocketTransport } from './web-socket-transport.js';

/** Services that all endpoints of a server share. */
export interface EndpointDependencies {
  readonly tokens: ConnectionTokens;
  readonly locator: OwnerLocator | undefined;
  readonly flusher: Flusher;
  readonly sockets: WebSocketServer;
  readonly frames: Frames;
  /** Called with errors that clients do not see. */
  readonly onError: (error: unknown) => void;
}

/** Result of a custom negotiation; undefined offers a connection to this server. */
type NegotiationAnswer = NegotiationRedirect | NegotiationRefusal | undefined;

/** Definition of one endpoint. */
export interface EndpointDefinition {
  readonly path: string;
  readonly handler: ConnectionHandler;
  readonly settings: ConnectionSettings;
  readonly authorize: Authorize;
  /** Redirects or refuses clients. Default: accepts all. */
  readonly negotiate?: (
    request: ConnectionRequest,
    identity: ConnectionIdentity,
  ) => NegotiationAnswer | Promise<NegotiationAnswer>;
  /** Tells whether browser pages of this origin may open a socket. Default: all may. Tokens are checked in any case. */
  readonly allowsOrigin?: (origin: string) => boolean;
}

/** Endpoint at one path: negotiation, and connections over all transports. */
export class ConnectionEndpoint {
  readonly connections: Connections;
  readonly #finder: ConnectionFinder;
  #isClosing = false;

  constructor(
    private readonly definition: EndpointDefinition,
    private readonly surroundings: EndpointDependencies,
  ) {
    this.connections = new Connections(definition.settings);
    this.#finder = new ConnectionFinder(this.connections, definition.settings, surroundings);
  }

  /** Answers a request for this endpoint's path or its negotiation. */
  async handle(request: ConnectionRequest, response: ServerResponse): Promise<void> {
    response.on('error', ignore);
    try {
      if (routeOf(request.path) !== this.definition.path) await this.#negotiate(request, response);
      else await this.#answer(request, response);
    } catch (error) {
      refuseRequest(response, this.#refusalOf(error, response.closed));
    }
  }

  /** Answers a request for a WebSocket. Errors are answered before the upgrade. */
  async upgrade(request: ConnectionRequest, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', ignore);
    try {
      const { origin } = request.http.headers;
      if (origin !== undefined && this.definition.allowsOrigin?.(origin) === false)
        throw new ConnectionRefused(403, 'This origin may not connect.');
      const identity = await this.#admit(request, 'WebSockets');
      const found = await this.#finder.findForSocket(request, identity);
      if ('elsewhere' in found) forwardUpgrade(found.elsewhere, request.http, socket, head);
      else this.#acceptSocket(found, request, identity, { socket, head });
    } catch (error) {
      refuseUpgrade(socket, this.#refusalOf(error, socket.closed));
    }
  }

  /** Closes all connections gracefully and refuses new ones. */
  close(notice: CloseNotice): void {
    this.#isClosing = true;
    for (const connection of this.connections) connection.close(notice);
  }

  /** Converts an error to a refusal. Unexpected errors are reported, unless the client has disconnected. */
  #refusalOf(error: unknown, hasLeft: boolean): ConnectionRefused {
    if (error instanceof ConnectionRefused) return error;
    if (!hasLeft) this.surroundings.onError(error);
    return new ConnectionRefused(500, 'The request failed.');
  }

  #requireOpen(): void {
    if (this.#isClosing) throw new ConnectionRefused(503, 'The server is shutting down.', { 'Retry-After': '1' });
  }

  async #negotiate(request: ConnectionRequest, response: ServerResponse): Promise<void> {
    if (request.http.method !== 'POST') throw methodNotAllowed('POST');
    const identity = await this.definition.authorize(request);
    this.#requireOpen();
    this.connections.requireRoom(identity);
    const answer = (await this.definition.negotiate?.(request, identity)) ?? this.#offer(request, identity);
    const body = JSON.stringify(answer);
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    });
    response.end(body);
  }

  #offer(request: ConnectionRequest, { owner }: ConnectionIdentity): object {
    const asked = readNegotiation(request.query('negotiateVersion'), request.query('useStatefulReconnect'));
    if ('error' in asked) return asked;
    const { statefulReconnect, transports } = this.definition.settings;
    const useStatefulReconnect =
      asked.useStatefulReconnect && statefulReconnect && asked.version > 0 && transports.includes('WebSockets');
    const ids = this.surroundings.tokens.issue(owner, tokenKind(asked.version, useStatefulReconnect));
    return negotiationAnswer({ ...asked, useStatefulReconnect }, ids, transports);
  }

  #answer(request: ConnectionRequest, response: ServerResponse): Promise<void> {
    switch (request.http.method) {
      case 'GET':
        return /\btext\/event-stream\b/i.test(request.header('accept') ?? '')
          ? this.#stream(request, response)
          : this.#poll(request, response);
      case 'POST':
        return this.#receive(request, response);
      case 'DELETE':
        return this.#end(request, response);
      default:
        throw methodNotAllowed('GET, POST, DELETE');
    }
  }

  /** Opens an event stream. A response that has closed is ignored, as in `#poll`, since it would report no end. */
  async #stream(request: ConnectionRequest, response: ServerResponse): Promise<void> {
    const identity = await this.#admit(request, 'ServerSentEvents');
    const found = await this.#finder.find(request, identity);
    if ('elsewhere' in found) return forwardRequest(found.elsewhere, request.http, response);
    if (response.closed) return;
    if ('connection' in found)
      throw found.connection.transportName === 'ServerSentEvents' ? alreadyActive() : transportChanged();
    const connection = this.#add(found, 'ServerSentEvents', request, identity);
    const transport = new ServerSentEventsTransport(response, connection);
    transport.listen();
    connection.open(transport, this.definition.handler);
  }

  async #poll(request: ConnectionRequest, response: ServerResponse): Promise<void> {
    const identity = await this.#admit(request, 'LongPolling');
    const found = await this.#finder.find(request, identity);
    if ('elsewhere' in found) return forwardRequest(found.elsewhere, request.http, response);
    if (response.closed) return;
    if ('fresh' in found) {
      const connection = this.#add(found, 'LongPolling', request, identity);
      const transport = new LongPollingTransport(connection, this.definition.settings.pollTimeoutMs);
      connection.open(transport, this.definition.handler);
      transport.welcome(response);
    } else if (found.connection.transport instanceof LongPollingTransport) found.connection.transport.poll(response);
    else throw transportChanged();
  }

  async #receive(request: ConnectionRequest, response: ServerResponse): Promise<void> {
    const identity = await this.definition.authorize(request);
    const found = await this.#finder.find(request, identity);
    if ('elsewhere' in found) return forwardRequest(found.elsewhere, request.http, response);
    const connection = this.#finder.requireKnown(found);
    if (connection.transportName === 'WebSockets')
      throw new ConnectionRefused(405, 'POST requests are not allowed for WebSocket connections.');
    await receiveBody(connection, request.http);
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 0 }).end();
  }

  async #end(request: ConnectionRequest, response: ServerResponse): Promise<void> {
    const identity = await this.definition.authorize(request);
    const found = await this.#finder.find(request, identity);
    if ('elsewhere' in found) return forwardRequest(found.elsewhere, request.http, response);
    if (!('connection' in found) || found.connection.transportName !== 'LongPolling')
      throw new ConnectionRefused(400, 'Cannot terminate this connection using the DELETE endpoint.');
    found.connection.abort();
    response.writeHead(202, { 'Content-Type': 'text/plain', 'Content-Length': 0 }).end();
  }

  #acceptSocket(
    found: Exclude<Found, { elsewhere: unknown }>,
    request: ConnectionRequest,
    identity: ConnectionIdentity,
    { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
  ): void {
    const { sockets, frames } = this.surroundings;
    const connection = 'fresh' in found ? this.#add(found, 'WebSockets', request, identity) : found.connection;
    const isNew = 'fresh' in found;
    let isAccepted = false;
    sockets.handleUpgrade(request.http, socket, head, (webSocket) => {
      isAccepted = true;
      const transport = new WebSocketTransport(webSocket, socket, connection, frames);
      transport.listen();
      if (isNew) connection.open(transport, this.definition.handler);
      else connection.resume(transport);
    });
    // The request was no valid WebSocket handshake, and `ws` has answered it.
    if (isNew && !isAccepted) connection.abort();
  }

  async #admit(request: ConnectionRequest, transport: TransportName): Promise<ConnectionIdentity> {
    if (!this.definition.settings.transports.includes(transport))
      throw new ConnectionRefused(404, `${transport} transport not supported by this end point type`);
    return this.definition.authorize(request);
  }

  #add(
    { fresh }: Extract<Found, { fresh: unknown }>,
    transport: TransportName,
    request: ConnectionRequest,
    identity: ConnectionIdentity,
  ): Connection {
    this.#requireOpen();
    return this.connections.add({ ...fresh, transport, request, flusher: this.surroundings.flusher }, identity);
  }
}

/** Ignores errors of sockets and responses, because a client may disconnect at any time. */
const ignore = (): undefined => undefined;

const tokenKind = (version: 0 | 1, isStateful: boolean): TokenKind =>
  version === 0 ? 'open' : isStateful ? 'stateful' : 'plain';

const methodNotAllowed = (allowed: string): ConnectionRefused =>
  new ConnectionRefused(405, 'This method is not allowed here.', { Allow: allowed });
