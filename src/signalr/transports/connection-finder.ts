import type { Connection } from '../connections/connection.js';
import type { Connections } from '../connections/connections.js';
import type { ConnectionIdentity } from '../connections/connection-identity.js';
import {
  alreadyActive,
  ConnectionRefused,
  transportChanged,
  unknownConnection,
} from '../connections/connection-refused.js';
import type { ConnectionRequest } from '../connections/connection-request.js';
import type { ConnectionSettings } from '../connections/connection-settings.js';
import type { ConnectionTokens, TokenClaims } from '../connections/connection-tokens.js';
import type { NodeAddress, OwnerLocator } from '../connections/owner-locator.js';

/** Header of forwarded requests, which are not forwarded again. */
const FORWARDED = 'x-signalr-forwarded';

/** Initial data of a connection. */
interface Fresh {
  readonly id: string;
  readonly token: string;
  readonly isStateful: boolean;
}

/** Result of looking up a request's token: a connection of this node, a new connection, or one of another node. */
export type Found =
  { readonly connection: Connection } | { readonly fresh: Fresh } | { readonly elsewhere: NodeAddress };

/** Finds the connection that a request addresses. */
export class ConnectionFinder {
  constructor(
    private readonly connections: Connections,
    private readonly settings: ConnectionSettings,
    private readonly nodes: { readonly tokens: ConnectionTokens; readonly locator: OwnerLocator | undefined },
  ) {}

  /** Finds the connection of an HTTP request. @throws {ConnectionRefused} for a missing or unknown id */
  async find(request: ConnectionRequest, identity: ConnectionIdentity): Promise<Found> {
    const token = requiredToken(request);
    const known = this.#known(token, identity);
    if (known) return { connection: known };
    const claims = this.#read(token, identity);
    if (claims.nodeId !== this.nodes.tokens.nodeId) return this.#elsewhere(request, claims);
    return { fresh: this.#fresh(token, claims) };
  }

  /**
   * Finds the connection of a WebSocket, which may skip negotiation, reach any node, or resume a stateful connection.
   */
  async findForSocket(request: ConnectionRequest, identity: ConnectionIdentity): Promise<Found> {
    const token = request.query('id');
    if (!token) return { fresh: this.#unnegotiated(identity) };
    const known = this.#known(token, identity);
    if (known) return { connection: requireResumable(known) };
    const claims = this.#read(token, identity);
    if (claims.kind === 'stateful' && claims.nodeId !== this.nodes.tokens.nodeId)
      return this.#elsewhere(request, claims);
    return { fresh: this.#fresh(token, claims) };
  }

  /** Requires an open connection. @throws {ConnectionRefused} for a connection that has not started */
  requireKnown(found: Exclude<Found, { elsewhere: unknown }>): Connection {
    if ('connection' in found) return found.connection;
    throw unknownConnection();
  }

  /** Finds an open connection of the same owner and updates its identity, whose expiry may have changed. */
  #known(token: string, identity: ConnectionIdentity): Connection | undefined {
    const connection = this.connections.find(token);
    if (!connection) return undefined;
    if (connection.identity.owner !== identity.owner) throw unknownConnection();
    connection.identity = identity;
    return connection;
  }

  #read(token: string, { owner }: ConnectionIdentity): TokenClaims {
    const claims = this.nodes.tokens.read(token, owner);
    if (!claims) throw unknownConnection();
    return claims;
  }

  async #elsewhere(request: ConnectionRequest, { nodeId }: TokenClaims): Promise<Found> {
    const address = request.header(FORWARDED) === undefined ? await this.nodes.locator?.locate(nodeId) : undefined;
    if (!address) throw unknownConnection();
    return { elsewhere: { ...address, headers: { ...address.headers, [FORWARDED]: '1' } } };
  }

  #fresh(token: string, { connectionId, issuedAtMs, kind }: TokenClaims): Fresh {
    const isLate = Date.now() - issuedAtMs > this.settings.negotiationTimeoutMs;
    if (isLate || this.connections.isSpent(token)) throw unknownConnection();
    return { id: connectionId, token, isStateful: kind === 'stateful' };
  }

  #unnegotiated({ owner }: ConnectionIdentity): Fresh {
    const { connectionId, connectionToken } = this.nodes.tokens.issue(owner, 'plain');
    return { id: connectionId, token: connectionToken, isStateful: false };
  }
}

function requiredToken(request: ConnectionRequest): string {
  const token = request.query('id');
  if (!token) throw new ConnectionRefused(400, 'Connection ID required');
  return token;
}

function requireResumable(connection: Connection): Connection {
  if (connection.transportName !== 'WebSockets') throw transportChanged();
  if (!connection.isStateful) throw alreadyActive();
  if (!connection.canResume) throw unknownConnection();
  return connection;
}
