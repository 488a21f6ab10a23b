import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Connection } from './connection.js';
import { clientConfig, type ConnectionSettings } from './connection-settings.js';
import { unavailable } from './database.errors.js';

/** How long a request waits for a connection, and a connection for the server, before the caller is told to retry. */
const WAIT_MS = 2_000;
/**
 * So many requests may wait for a connection; at 2,000 statements per second it is a quarter of a second's queue. A
 * bound by pool size would refuse 64 callers at once on a pool of 10 that serves them all within 30 ms.
 */
const MAX_WAITING = 500;
const IDLE_MS = 30_000;
/** How long turns may take that have not ended when the pool is closed. */
const LAST_TURNS_MS = 1_000;

/** Connections as a unit of work takes them. */
export interface Connections {
  /** Gives `work` a connection for its duration. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** A bounded number of connections with a bounded queue before them. */
export class ConnectionPool implements Connections {
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.ClientBase, Connection>();
  readonly #inUse = new Set<Connection>();

  constructor(settings: ConnectionSettings, size: number) {
    this.#pool = new pg.Pool({
      ...clientConfig(settings),
      max: size,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: IDLE_MS,
    });
    this.#pool.on('connect', (client) => this.#connections.set(client, new Connection(client)));
    // An idle connection broke; the pool has dropped it already.
    this.#pool.on('error', () => undefined);
  }

  /**
   * Gives `work` a connection for its duration. Never nest one turn in another of the same pool: when all outer turns
   * wait for inner ones, nobody gets on.
   *
   * @throws {DomainError} Unavailable when there is no connection in time.
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

  /** Closes all connections, each after its turn; turns that go on and on are cut off, and with them their transactions. */
  async end(): Promise<void> {
    await Promise.race([this.#pool.end(), delay(LAST_TURNS_MS, undefined, { ref: false })]);
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
