import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Connection } from './connection.js';
import { clientConfig, type ConnectionSettings } from './connection-settings.js';
import { unavailable } from './database.errors.js';

/** Longest wait of a request for a connection, and of a connection for the server, before the answer 503. */
const WAIT_MS = 2_000;
/**
 * Requests that may wait for a connection: a queue of a quarter of a second at 2,000 statements per second. A limit by
 * pool size would refuse 64 callers on a pool of 10 that serves all of them within 30 ms.
 */
const MAX_WAITING = 500;
const IDLE_MS = 30_000;
/** Grace period for work that still uses connections when the pool is closed. */
const GRACE_MS = 1_000;

/** Source of connections for a unit of work. */
export interface Connections {
  /** Gives `work` a connection for its duration. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** Bounded pool of connections with a bounded queue. */
export class ConnectionPool implements Connections {
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.ClientBase, Connection>();
  readonly #inUse = new Set<Connection>();

  /** @param maxUses after which a connection is replaced, because its server process remembers every table it has read */
  constructor(settings: ConnectionSettings, size: number, maxUses = Infinity) {
    this.#pool = new pg.Pool({
      ...clientConfig(settings),
      max: size,
      maxUses,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: IDLE_MS,
    });
    this.#pool.on('connect', (client) => this.#connections.set(client, new Connection(client)));
    // An idle connection broke; the pool has already dropped it.
    this.#pool.on('error', () => undefined);
  }

  /**
   * Gives `work` a connection for its duration. Never nest calls on the same pool: outer calls that wait for inner ones
   * would deadlock.
   *
   * @throws {DomainError} Unavailable when no connection is free in time
   */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#take();
    const connection = this.#connections.get(client) ?? new Connection(client);
    this.#inUse.add(connection);
    try {
      return await work(connection);
    } finally {
      this.#inUse.delete(connection);
      client.release(connection.isSpent);
    }
  }

  /**
   * Closes each connection after its current work. After a second, remaining connections and their transactions are
   * aborted.
   */
  async end(): Promise<void> {
    await Promise.race([this.#pool.end(), delay(GRACE_MS, undefined, { ref: false })]);
    for (const connection of this.#inUse) connection.cut();
  }

  async #take(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= MAX_WAITING) throw unavailable('Too many requests wait for the database.');
    try {
      return await this.#pool.connect();
    } catch (cause) {
      const error = unavailable('The database gave no connection in time.');
      error.cause = cause;
      throw error;
    }
  }
}
