import { Connection, type ConnectionParts } from './connection.js';
import type { ConnectionIdentity } from './connection-identity.js';
import { ConnectionRefused } from './connection-refused.js';
import type { ConnectionSettings } from './connection-settings.js';

const refusedOf = (status: number, message: string): ConnectionRefused =>
  new ConnectionRefused(status, message, { 'Retry-After': '5' });

/** Open connections of one endpoint on this node. */
export class Connections {
  readonly #byToken = new Map<string, Connection>();
  readonly #perOwner = new Map<string, number>();
  /** Tokens of ended connections with the time when they expire; until then they must not open a connection again. */
  readonly #spent = new Map<string, number>();

  constructor(private readonly settings: ConnectionSettings) {}

  get size(): number {
    return this.#byToken.size;
  }

  find(token: string): Connection | undefined {
    return this.#byToken.get(token);
  }

  isSpent(token: string): boolean {
    return this.#spent.has(token);
  }

  /** Checks the limits. @throws {ConnectionRefused} when the owner or the endpoint has too many connections */
  requireRoom({ owner }: ConnectionIdentity): void {
    const { maximumConnections, maximumConnectionsPerOwner, maximumOwnedPerFree } = this.settings;
    const owned = this.#perOwner.get(owner) ?? 0;
    const free = maximumConnections - this.size;
    if (owned >= maximumConnectionsPerOwner) throw refusedOf(429, 'You have too many connections.');
    if (free <= 0) throw refusedOf(503, 'The server has reached its limit of connections. Try again later.');
    if (owned >= maximumOwnedPerFree * free)
      throw refusedOf(429, 'You have too many connections. The free ones are reserved for other users.');
  }

  /** Adds a connection. @throws {ConnectionRefused} when there are too many */
  add(parts: Omit<ConnectionParts, 'left' | 'settings'>, identity: ConnectionIdentity): Connection {
    this.requireRoom(identity);
    const left = (connection: Connection): void => this.#remove(connection, identity.owner);
    const connection = new Connection({ ...parts, settings: this.settings, left }, identity);
    this.#byToken.set(connection.token, connection);
    this.#perOwner.set(identity.owner, (this.#perOwner.get(identity.owner) ?? 0) + 1);
    return connection;
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#byToken.values();
  }

  /** Checks the timeouts of all connections. */
  tick(nowMs: number): void {
    for (const connection of this.#byToken.values()) connection.tick(nowMs);
    for (const [token, untilMs] of this.#spent) {
      if (untilMs > nowMs) break;
      this.#spent.delete(token);
    }
  }

  #remove({ token }: Connection, owner: string): void {
    this.#byToken.delete(token);
    this.#spent.set(token, performance.now() + this.settings.negotiationTimeoutMs);
    const others = this.#perOwner.get(owner)! - 1;
    if (others > 0) this.#perOwner.set(owner, others);
    else this.#perOwner.delete(owner);
  }
}
