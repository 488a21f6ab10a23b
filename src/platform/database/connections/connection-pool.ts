import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { preferredOf } from './affinity.js';
import { Connection } from './connection.js';
import { clientConfig, type ConnectionSettings } from './connection-settings.js';
import { countFault } from '#platform/observability/metrics/database-faults.js';
import type { PoolState } from '#platform/observability/metrics/part-metrics.js';
import { databaseFaultOf, unavailable } from './database.errors.js';

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
const NO_CONNECTION = 'The database gave no connection in time.';

/** Source of connections for a unit of work. */
export interface Connections {
  /** Gives `work` a connection for its duration. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** One connection of a pool, opened when it is needed. The driver's pool opens it, and closes it after idle time. */
interface Slot {
  readonly pool: pg.Pool;
  connection?: Connection;
  isBusy: boolean;
}

type Waiter = (slot: Slot) => void;

/**
 * Bounded pool of connections with a bounded queue. Work for an environment prefers a connection among those that are
 * open and free, so that each of them prepares the statements of few environments (decision 0255).
 */
export class ConnectionPool implements Connections {
  readonly #slots: readonly Slot[];
  readonly #waiting: Waiter[] = [];

  /**
   * @param maxUses after which a connection is replaced, because its server process remembers every table it has read
   * @param Kind class of its connections
   */
  constructor(settings: ConnectionSettings, size: number, maxUses = Infinity, Kind = Connection) {
    this.#slots = Array.from({ length: size }, () => slotOf(settings, maxUses, Kind));
  }

  get state(): PoolState {
    const open = this.#slots.filter(({ pool }) => pool.totalCount > 0);
    const idle = open.filter(({ isBusy }) => !isBusy);
    return { open: open.length, idle: idle.length, waiting: this.#waiting.length };
  }

  /**
   * Gives `work` a connection for its duration. Never nest calls on the same pool: outer calls that wait for inner ones
   * would deadlock.
   *
   * @param schema of the environment that the work belongs to
   * @throws {DomainError} Unavailable when no connection is free in time
   */
  async use<T>(work: (connection: Connection) => Promise<T>, schema?: string): Promise<T> {
    const slot = this.#free(schema) ?? (await this.#wait());
    slot.isBusy = true;
    try {
      return await useSlot(slot, work);
    } finally {
      slot.isBusy = false;
      this.#waiting.shift()?.(slot);
    }
  }

  /** The pool for work that belongs to an environment. @param schema of it */
  preferring(schema: string): Connections {
    return { use: (work) => this.use(work, schema) };
  }

  /**
   * Closes each connection after its current work. After a second, remaining connections and their transactions are
   * aborted.
   */
  async end(): Promise<void> {
    const ends = Promise.all(this.#slots.map(({ pool }) => pool.end()));
    await Promise.race([ends, delay(GRACE_MS, undefined, { ref: false })]);
    for (const { isBusy, connection } of this.#slots) if (isBusy) connection?.cut();
  }

  /** The free connection that the environment prefers; another one is opened only while all open ones are in use. */
  #free(schema?: string): Slot | undefined {
    const open = this.#slots.map((slot) => (slot.isBusy || slot.pool.totalCount === 0 ? undefined : slot));
    const chosen = schema === undefined ? open.find((slot) => slot !== undefined) : preferredOf(schema, open);
    return chosen ?? this.#slots.find(({ isBusy }) => !isBusy);
  }

  #wait(): Promise<Slot> {
    if (this.#waiting.length >= MAX_WAITING) throw unavailable('Too many requests wait for the database.');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(unavailable(NO_CONNECTION));
      }, WAIT_MS);
      const waiter = (slot: Slot): void => {
        clearTimeout(timer);
        slot.isBusy = true;
        resolve(slot);
      };
      this.#waiting.push(waiter);
    });
  }
}

function slotOf(settings: ConnectionSettings, maxUses: number, Kind: typeof Connection): Slot {
  const pool = new pg.Pool({
    ...clientConfig(settings),
    max: 1,
    maxUses,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: IDLE_MS,
  });
  const slot: Slot = { pool, isBusy: false };
  pool.on('connect', (client) => void (slot.connection = new Kind(client, settings)));
  // An idle connection broke; the pool has already dropped it.
  pool.on('error', () => undefined);
  return slot;
}

async function useSlot<T>(slot: Slot, work: (connection: Connection) => Promise<T>): Promise<T> {
  let client = await clientOf(slot);
  if (slot.connection!.isOutdated) {
    client.release(true);
    client = await clientOf(slot);
  }
  const connection = slot.connection!;
  try {
    return await work(connection);
  } finally {
    client.release(connection.isSpent);
  }
}

/** @throws {DomainError} Unavailable */
const clientOf = ({ pool }: Slot): Promise<pg.PoolClient> =>
  pool.connect().catch((cause: unknown) => {
    countFault(databaseFaultOf(cause) ?? 'connection');
    const error = unavailable(NO_CONNECTION);
    error.cause = cause;
    throw error;
  });
